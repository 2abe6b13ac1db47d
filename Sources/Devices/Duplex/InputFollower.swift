import AVFRealtime
import CAVFRealtime

/// A capturing device whose frames another stream's thread reads, at that stream's pace and rate.
///
/// Control functions are [control], one at a time; `read` is for the thread of the stream that leads.
/// `@unchecked Sendable`: the writing end is used by the device's thread only, the reading end by the
/// leader's.
package final class InputFollower: @unchecked Sendable {
    /// What the device's thread gets as its context.
    private final class Feed: @unchecked Sendable {
        // Proof: set before the device is started, and used by its thread only.
        let writer = LazyCell<TimedRingWriter>()
        nonisolated(unsafe) var sampleRateHz = 1.0

        var capturing: DeviceCapturing {
            DeviceCapturing(context: Unmanaged.passUnretained(self).toOpaque()) {
                context, channels, _, frameCount, hostTime in
                guard let context else { return }
                Unmanaged<Feed>.fromOpaque(context)._withUnsafeGuaranteedRef { feed in
                    let length = UInt64(Double(frameCount) * 1e9 / feed.sampleRateHz)
                    _ = feed.writer.pointer?.pointee.write(
                        channels, frameCount: Int(frameCount), hostTimeNanoseconds: hostTime + length)
                }
            }
        }
    }

    /// The device.
    package let stream: any DeviceStream
    private let feed = Feed()
    private let ring: FrameRing
    private let reader: OwnedCell<DriftCorrectedReader>

    /// Opens a device for capture.
    ///
    /// - Throws: What the backend throws; `DeviceError.cannotConfigure` when the rates are too different.
    package convenience init(
        backend: some DeviceBackend, request: DeviceStreamRequest, leader: LeaderClock,
        originNanoseconds: UInt64 = avf_rt_host_time()
    ) throws(DeviceError) {
        try self.init(leader: leader, originNanoseconds) {
            (capturing) throws(DeviceError) in
            try backend.openCapture(request, capturing: capturing)
        }
    }

    private init(
        leader: LeaderClock, _ originNanoseconds: UInt64,
        open: (DeviceCapturing) throws(DeviceError) -> any DeviceStream
    ) throws(DeviceError) {
        let stream = try open(feed.capturing)
        let format = stream.format
        do {
            let settings = try leader.settings(follower: format)
            let ring = FrameRing(
                channelCount: format.channelCount, frameCapacity: settings.ringFrameCount,
                originNanoseconds: originNanoseconds)
            reader = OwnedCell(DriftCorrectedReader(ring, settings))
            feed.sampleRateHz = format.sampleRateHz
            _ = feed.writer.pointer {
                TimedRingWriter(
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

    /// Fills a block of `stream.format.channelCount` channels; false for silence. [render]
    ///
    /// `hostTimeNanoseconds` is when the leader's thread woke for this block.
    @_noLocks
    package func read(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int,
        hostTimeNanoseconds: UInt64
    ) -> Bool {
        reader.pointer.pointee.read(
            into: channels, frameCount: frameCount, hostTimeNanoseconds: hostTimeNanoseconds)
    }

    /// Tells that the leader was interrupted. [render]
    @_noLocks
    package func restartLeader() { reader.pointer.pointee.restartLeader() }

    /// Leader's frames between the microphone and what `read` gives. [render]
    package var latencyFrameCount: Int { @_noLocks get { reader.pointer.pointee.latencyFrameCount } }

    /// The same in seconds. [render]
    package var latencySeconds: Double { @_noLocks get { reader.pointer.pointee.latencySeconds } }

    /// How often there was nothing to read although the device ran. [render]
    package var shortageCount: Int { @_noLocks get { reader.pointer.pointee.shortageCount } }

    /// How much faster the device's clock is than the leader's, relative. [render]
    package var drift: Double { @_noLocks get { reader.pointer.pointee.drift } }
}
