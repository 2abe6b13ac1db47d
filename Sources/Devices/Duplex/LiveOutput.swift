import AVFDSP
import AVFRealtime
import CAVFDSP
import CAVFRealtime

/// A further playing device beside the stream that leads: it plays the same, with its own clock, rate and
/// channels.
///
/// Once for each block of the stream that leads, `write` hands it over.
/// `@unchecked Sendable`: control functions are [control], one at a time; `write`, and the room, are for the
/// thread that renders.
package final class LiveOutput: @unchecked Sendable {
    /// The playing side.
    package let follower: OutputFollower
    private let leader: any DeviceStream
    private let clock: HostClock
    private let room: OwnedCell<ChannelRoom>
    private let matrix: ChannelMixMatrix
    /// Blocks that are not handed over after a disturbance of the leader.
    private let pauseBlockCount: Int
    private var pausingCount = 0
    private var seenDisturbanceCount = -1

    /// Opens a device for playback; nothing is heard before `start()`.
    ///
    /// - Throws: What the backend throws; `DeviceError.cannotConfigure` when the rates are too different.
    package init(
        backend: any DeviceBackend, request: DeviceStreamRequest, leader: any DeviceStream,
        clock: @escaping HostClock = avf_rt_host_time
    ) throws(DeviceError) {
        let follower = try Self.follower(backend, request, leader, clock)
        let channelCount = follower.stream.format.channelCount
        self.follower = follower
        self.leader = leader
        self.clock = clock
        room = OwnedCell(
            ChannelRoom(channelCount: channelCount, frameCapacity: leader.format.periodFrameCount))
        matrix = ChannelMixMatrix(
            inputChannelCount: leader.format.channelCount, outputChannelCount: channelCount)
        pauseBlockCount = max(1, leader.format.bufferFrameCount / leader.format.periodFrameCount)
    }

    // `any` backends are opened here, for the follower wants to know which one it has.
    private static func follower(
        _ backend: some DeviceBackend, _ request: DeviceStreamRequest, _ leader: any DeviceStream,
        _ clock: @escaping HostClock
    ) throws(DeviceError) -> OutputFollower {
        try OutputFollower(
            backend: backend, request: request, leader: LeaderClock(leader.format),
            originNanoseconds: clock(), clock: clock)
    }

    /// What the device granted; its rate and channels need not be the leader's.
    package var format: DeviceStreamFormat { follower.stream.format }

    /// Starts to play.
    ///
    /// - Throws: As `DeviceStream` says.
    package func start() throws(DeviceError) { try follower.stream.start() }

    /// Stops; `start()` goes on.
    package func stop() { follower.stream.stop() }

    /// Gives the device back.
    package func close() { follower.stream.close() }

    /// Hands over what the leader plays next, in the leader's channels. [render]
    package func write(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
        let count = leader.disturbanceCount
        if count != seenDisturbanceCount {
            seenDisturbanceCount = count
            pausingCount = pauseBlockCount
            follower.restartLeader()
        }
        // Blocks that come out of their time are no clock.
        guard pausingCount == 0 else { return pausingCount -= 1 }
        let frameCount = min(frameCount, room.pointer.pointee.frameCapacity)
        mix(channels, frameCount)
        _ = follower.write(
            room.pointer.pointee.channels, frameCount: frameCount, hostTimeNanoseconds: clock())
    }

    private func mix(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int) {
        let mixed = room.pointer.pointee.channels
        for output in 0..<format.channelCount {
            avf_dsp_clear(mixed[output], frameCount)
            for input in 0..<leader.format.channelCount {
                let gain = matrix[output: output, input: input]
                guard gain != 0 else { continue }
                avf_dsp_accumulate(mixed[output], channels[input], gain, frameCount)
            }
        }
    }
}
