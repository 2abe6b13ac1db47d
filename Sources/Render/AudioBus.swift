/// The planar channels of one bus for one block.
///
/// Borrowed from the plan's arena: valid inside `process` only.
@frozen
public struct AudioBus {
    /// One pointer for each channel.
    public let channels: UnsafePointer<UnsafeMutablePointer<Float>>
    /// Number of channels.
    public let channelCount: Int

    /// A view of `channelCount` channels.
    @inlinable @_noLocks
    public init(channels: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int) {
        self.channels = channels
        self.channelCount = channelCount
    }

    /// The samples of one channel.
    @inlinable @inline(__always)
    public subscript(_ channel: Int) -> UnsafeMutablePointer<Float> {
        @_noLocks get {
            assert(0 <= channel && channel < channelCount)
            return channels[channel]
        }
    }
}
