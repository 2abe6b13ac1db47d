import AVFRealtime
import CAVFRealtime
import Synchronization

/// A capturing and a playing device as one stream: the playing one leads, the capturing one follows.
///
/// The two may be one device or several, with rates and clocks of their own. Where ALSA says that both belong
/// to one card and can be linked, they have one clock and frames are copied; else a drift loop keeps the
/// input at a constant latency. Each device recovers alone: while the input is gone, the output goes on with
/// silence as its input.
///
/// `@unchecked Sendable`: as `DeviceStream` says; the block's room is used by the leader's thread only.
package final class DuplexStream: DeviceStream, @unchecked Sendable {
    /// The capturing side.
    package let input: InputFollower
    private let output: any DeviceStream
    private let leader: Leader

    /// Opens both devices; nothing sounds before `start()`.
    ///
    /// The output is opened first: its rate and period are the stream's.
    /// - Throws: `DeviceError`, naming the device and the cause. Nothing stays open then.
    package init(
        backend: some DeviceBackend, input inputRequest: DeviceStreamRequest,
        output outputRequest: DeviceStreamRequest, rendering: DuplexRendering,
        clock: @escaping HostClock = avf_rt_host_time
    ) throws(DeviceError) {
        let leader = Leader(rendering, clock)
        let output = try backend.openPlayback(outputRequest, rendering: leader.deviceRendering)
        do {
            input = try InputFollower(
                backend: backend, request: inputRequest, leader: LeaderClock(output.format),
                originNanoseconds: clock()
            ) { ALSAStream.haveOneClock($0, output) }
        } catch {
            output.close()
            throw error
        }
        leader.follow(input, output)
        self.leader = leader
        self.output = output
    }

    deinit { close() }

    /// What the playing device granted: the stream's rate and period.
    package var format: DeviceStreamFormat { output.format }
    /// What the capturing device granted.
    package var inputFormat: DeviceStreamFormat { input.stream.format }
    package var state: DeviceStreamState { output.state }
    package var xrunCount: Int { output.xrunCount + input.stream.xrunCount }
    /// Frames between the callback and the ear, as last measured. [any]
    package var latencyFrameCount: Int { output.latencyFrameCount }
    /// Frames between the microphone and the callback. [any]
    package var inputLatencyFrameCount: Int { leader.inputLatency.load(ordering: .relaxed) }

    /// Starts the capture first, so that there is something to play.
    ///
    /// - Throws: As `DeviceStream` says; nothing runs then.
    package func start() throws(DeviceError) {
        guard output.state != .running else { return }
        leader.begin()
        try input.stream.start()
        do {
            try output.start()
        } catch {
            input.stream.stop()
            throw error
        }
    }

    package func stop() {
        output.stop()
        input.stream.stop()
    }

    package func close() {
        output.close()
        input.stream.close()
    }

    /// The playing device's events; those of the capturing one are `nextInputEvent()`'s.
    package func nextEvent() -> DeviceEvent? { output.nextEvent() }

    /// Takes the capturing device's oldest event.
    ///
    /// [control], one taker.
    package func nextInputEvent() -> DeviceEvent? { input.stream.nextEvent() }
}

extension DuplexStream {
    /// What the playing device's thread gets as its context.
    private final class Leader: @unchecked Sendable {
        // Proof: set up before the devices start; then used by the playing device's thread, but for the
        // atomic word.
        let inputLatency = Atomic<Int>(0)
        private let rendering: DuplexRendering
        private let room = LazyCell<ChannelRoom>()
        private unowned(unsafe) var input: InputFollower?
        private unowned(unsafe) var output: (any DeviceStream)?
        private let clock: HostClock
        private var prefillCount = 0
        private var fillingCount = 0
        private var seenXrunCount = 0

        init(_ rendering: DuplexRendering, _ clock: @escaping HostClock) {
            self.rendering = rendering
            self.clock = clock
        }

        func follow(_ input: InputFollower, _ output: any DeviceStream) {
            let format = output.format
            self.input = input
            self.output = output
            _ = room.pointer {
                ChannelRoom(
                    channelCount: input.stream.format.channelCount, frameCapacity: format.periodFrameCount)
            }
            prefillCount = format.bufferFrameCount / format.periodFrameCount
            inputLatency.store(input.latencyFrameCount, ordering: .relaxed)
        }

        func begin() { fillingCount = prefillCount }

        var deviceRendering: DeviceRendering {
            DeviceRendering(context: Unmanaged.passUnretained(self).toOpaque()) {
                context, channels, channelCount, frameCount, hostTime in
                guard let context else { return }
                Unmanaged<Leader>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    $0.render(channels, channelCount, Int(frameCount), hostTime)
                }
            }
        }

        private func render(
            _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, _ channelCount: Int32, _ frameCount: Int,
            _ outputTime: UInt64
        ) {
            guard let input, let room = room.pointer else { return }
            let now = clock()
            read(input, room, frameCount, now)
            let latency = UInt64(input.latencySeconds * 1e9)
            inputLatency.store(input.latencyFrameCount, ordering: .relaxed)
            rendering.callback(
                rendering.context, room.pointee.channels, Int32(input.stream.format.channelCount), outputs,
                channelCount, Int32(frameCount), now - min(now, latency), outputTime)
        }

        /// While the device's buffer is being filled, blocks come as fast as they are made: they are no
        /// clock.
        private func read(
            _ input: InputFollower, _ room: UnsafeMutablePointer<ChannelRoom>, _ frameCount: Int,
            _ now: UInt64
        ) {
            if let count = output?.xrunCount, count != seenXrunCount {
                seenXrunCount = count
                fillingCount = prefillCount
            }
            guard fillingCount > 0 else {
                _ = input.read(into: room.pointee.channels, frameCount: frameCount, hostTimeNanoseconds: now)
                return
            }
            if fillingCount == prefillCount { input.restartLeader() }
            fillingCount -= 1
            room.pointee.clear(channelCount: input.stream.format.channelCount)
        }
    }
}
