import CAVFDSP

/// A delay for each channel whose length moves from frame to frame, with feedback around it.
package struct VariableDelay: ~Copyable {
    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let lines: UnsafeMutablePointer<avf_dsp_moving_line>
    private let channelCount: Int
    private let ringFrameCount: Int

    /// The shortest delay that can be made.
    package static var leastFrameCount: Float { @_noLocks get { 2 } }

    /// Silent lines that can delay by up to `maximumFrameCount`. [control]
    package init(maximumFrameCount: Int, channelCount: Int) {
        var size = 16
        while size < maximumFrameCount + 4 { size *= 2 }
        ringFrameCount = size
        self.channelCount = max(0, channelCount)
        lines = .allocate(capacity: max(1, channelCount))
        for channel in 0..<self.channelCount {
            let ring = UnsafeMutablePointer<Float>.allocate(capacity: size)
            ring.initialize(repeating: 0, count: size)
            (lines + channel).initialize(to: avf_dsp_moving_line(ring: ring, mask: size - 1, position: 0))
        }
    }

    deinit {
        for channel in 0..<channelCount { lines[channel].ring.deallocate() }
        lines.deallocate()
    }

    /// Forgets what is under way.
    @_noLocks
    package mutating func reset() {
        for channel in 0..<channelCount {
            avf_dsp_clear(lines[channel].ring, ringFrameCount)
            lines[channel].position = 0
        }
    }

    /// Delays a channel's frames, each by its own delay in frames; input and output may be the same block.
    @_noLocks
    package mutating func process(
        _ channel: Int, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>,
        delays: UnsafePointer<Float>, feedback: avf_dsp_ramp, frameCount: Int
    ) {
        avf_dsp_moving_delay(lines + channel, output, input, delays, feedback, frameCount)
    }
}
