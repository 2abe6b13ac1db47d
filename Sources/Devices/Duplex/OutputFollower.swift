import AVFRealtime
import CAVFRealtime

/// A playing device that gets its frames from another stream's thread, at its own pace and rate.
///
/// Control functions are [control], one at a time; `write` is for the thread of the stream that leads.
/// `@unchecked Sendable`: the reading end is used by the device's thread only, the writing end by the
/// leader's.
package final class OutputFollower: @unchecked Sendable {
    /// What the device's thread gets as its context.
    private final class Drain: @unchecked Sendable {
        // Proof: set before the device is started, and used by its thread only.
        let reader = LazyCell<TimedRingReader>()
        private let clock: HostClock

        init(_ clock: @escaping HostClock) { self.clock = clock }

        var rendering: DeviceRendering {
            DeviceRendering(context: Unmanaged.passUnretained(self).toOpaque()) {
                context, channels, _, frameCount, _ in
                guard let context else { return }
                Unmanaged<Drain>.fromOpaque(context)._withUnsafeGuaranteedRef { drain in
                    drain.reader.pointer?.pointee.read(
                        into: channels, frameCount: Int(frameCount), hostTimeNanoseconds: drain.clock())
                }
            }
        }
    }

    /// The device.
    package let stream: any DeviceStream
    private let drain: Drain
    private let ring: FrameRing
    private let writer: OwnedCell<DriftCorrectedWriter>

    /// Opens a device for playback.
    ///
    /// - Throws: What the backend throws; `DeviceError.cannotConfigure` when the rates are too different.
    package convenience init(
        backend: some DeviceBackend, request: DeviceStreamRequest, leader: LeaderClock,
        originNanoseconds: UInt64 = avf_rt_host_time(), clock: @escaping HostClock = avf_rt_host_time
    ) throws(DeviceError) {
        try self.init(leader: leader, originNanoseconds, Drain(clock)) { (rendering) throws(DeviceError) in
            try backend.openPlayback(request, rendering: rendering)
        }
    }

    private init(
        leader: LeaderClock, _ originNanoseconds: UInt64, _ drain: Drain,
        open: (DeviceRendering) throws(DeviceError) -> any DeviceStream
    ) throws(DeviceError) {
        self.drain = drain
        let stream = try open(drain.rendering)
        let format = stream.format
        do {
            let settings = try leader.settings(follower: format)
            let ring = FrameRing(
                channelCount: format.channelCount, frameCapacity: settings.ringFrameCount,
                originNanoseconds: originNanoseconds)
            writer = OwnedCell(DriftCorrectedWriter(ring, settings))
            _ = drain.reader.pointer {
                TimedRingReader(
                    ring, sampleRateHz: format.sampleRateHz, blockFrameCount: format.periodFrameCount)
            }
            self.ring = ring
            self.stream = stream
        } catch {
            stream.close()
            throw error
        }
    }

    deinit { stream.close() }

    /// Hands over a block of `stream.format.channelCount` channels; false when it is not heard. [render]
    ///
    /// `hostTimeNanoseconds` is when the leader's thread woke for this block.
    @_noLocks
    package func write(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, hostTimeNanoseconds: UInt64
    ) -> Bool {
        writer.pointer.pointee.write(
            channels, frameCount: frameCount, hostTimeNanoseconds: hostTimeNanoseconds)
    }

    /// Tells that the leader was interrupted. [render]
    @_noLocks
    package func restartLeader() { writer.pointer.pointee.restartLeader() }

    /// Leader's frames between `write` and the ear. [render]
    package var latencyFrameCount: Int {
        let leadersFrames = writer.pointer.pointee.latencyFrameCount
        return leadersFrames + stream.latencyFrameCount
    }

    /// How often the device found too little. [render]
    package var shortageCount: Int { @_noLocks get { writer.pointer.pointee.shortageCount } }

    /// How much faster the device's clock is than the leader's, relative. [render]
    package var drift: Double { @_noLocks get { writer.pointer.pointee.drift } }
}
