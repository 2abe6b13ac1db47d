import CAVFDSP

/// Hands every channel on a whole number of frames later.
package struct DelayLine: ~Copyable {
    /// How much later.
    package let delayFrameCount: Int
    /// Channels of the signal.
    package let channelCount: Int

    private let ring: UnsafeMutablePointer<Float>
    private var position = 0

    /// A delay that is silent at first. [control]
    package init(delayFrameCount: Int, channelCount: Int) {
        self.delayFrameCount = max(0, delayFrameCount)
        self.channelCount = max(0, channelCount)
        ring = .allocate(capacity: max(1, self.delayFrameCount * self.channelCount))
        reset()
    }

    deinit { ring.deallocate() }

    /// Forgets what is under way.
    @_noLocks
    package mutating func reset() {
        position = 0
        avf_dsp_clear(ring, delayFrameCount * channelCount)
    }

    /// Delays a block; input and output may be the same channels.
    @_noLocks
    package mutating func process(
        input: UnsafePointer<UnsafeMutablePointer<Float>>, output: UnsafePointer<UnsafeMutablePointer<Float>>,
        frameCount: Int
    ) {
        guard delayFrameCount > 0 else { return copy(input, output, frameCount) }
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, delayFrameCount - position)
            for channel in 0..<channelCount {
                avf_dsp_exchange(
                    output[channel] + done, ring + channel * delayFrameCount + position,
                    input[channel] + done, count)
            }
            position += count
            if position == delayFrameCount { position = 0 }
            done += count
        }
    }

    @_noLocks
    private func copy(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>,
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int
    ) {
        for channel in 0..<channelCount { avf_dsp_copy(output[channel], input[channel], frameCount) }
    }
}
