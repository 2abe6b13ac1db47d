import AVFRealtime
import CAVFDSP

/// Planar room for a block, with the pointers that a loop wants.
package struct ChannelRoom: ~Copyable, @unchecked Sendable {
    // Proof: whoever owns the room says who may use it.
    private let samples: OwnedBuffer<Float>
    private let pointers: OwnedBuffer<UnsafeMutablePointer<Float>>
    /// Frames of each channel.
    package let frameCapacity: Int

    /// Silent room.
    package init(channelCount: Int, frameCapacity: Int) {
        let samples = OwnedBuffer<Float>(repeating: 0, count: channelCount * frameCapacity)
        pointers = OwnedBuffer(count: channelCount) { samples.pointer + $0 * frameCapacity }
        self.samples = samples
        self.frameCapacity = frameCapacity
    }

    /// The channels; valid as long as the room.
    package var channels: UnsafePointer<UnsafeMutablePointer<Float>> {
        @_noLocks get { UnsafePointer(pointers.pointer) }
    }

    /// Makes all of it silent.
    @_noLocks
    package func clear(channelCount: Int) {
        for channel in 0..<channelCount { avf_dsp_clear(channels[channel], frameCapacity) }
    }
}
