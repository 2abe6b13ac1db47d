/// The channels a callback fills or is given; allocated once, for the longest period.
///
/// `@unchecked Sendable`: one stream owns it and only the thread that renders for that stream uses it.
package final class PlanarBuffer: @unchecked Sendable {
    /// Channels side by side.
    package let channelCount: Int
    /// The longest period it holds, in frames.
    package let frameCapacity: Int
    private let samples: UnsafeMutablePointer<Float>
    private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// Makes a silent buffer.
    package init(channelCount: Int, frameCapacity: Int) {
        self.channelCount = channelCount
        self.frameCapacity = frameCapacity
        samples = .allocate(capacity: channelCount * frameCapacity)
        samples.initialize(repeating: 0, count: channelCount * frameCapacity)
        channels = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            (channels + channel).initialize(to: samples + channel * frameCapacity)
        }
    }

    deinit {
        channels.deallocate()
        samples.deallocate()
    }

    /// One channel; valid as long as the buffer lives.
    package subscript(channel: Int) -> UnsafeMutablePointer<Float> {
        assert(0 <= channel && channel < channelCount)
        return channels[channel]
    }

    /// Asks for one period, over silence.
    func render(_ rendering: DeviceRendering, frameCount: Int, hostTimeNanoseconds: UInt64) {
        assert(frameCount <= frameCapacity)
        for channel in 0..<channelCount { channels[channel].update(repeating: 0, count: frameCount) }
        rendering.callback(
            rendering.context, UnsafePointer(channels), Int32(channelCount), Int32(frameCount),
            hostTimeNanoseconds)
    }

    /// Makes all of it silent.
    func clear() { samples.update(repeating: 0, count: channelCount * frameCapacity) }

    /// Hands one captured period over.
    func capture(_ capturing: DeviceCapturing, frameCount: Int, hostTimeNanoseconds: UInt64) {
        assert(frameCount <= frameCapacity)
        capturing.callback(
            capturing.context, UnsafePointer(channels), Int32(channelCount), Int32(frameCount),
            hostTimeNanoseconds)
    }
}
