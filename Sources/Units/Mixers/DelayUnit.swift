import AVFRender
import CAVFDSP

/// Delays a wire by a whole number of frames, so that parallel branches arrive together.
package final class DelayUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    private let state: UnsafeMutablePointer<DelayState>

    /// A delay of `frameCount` frames, silent at first.
    package init(frameCount: Int, channelCount: Int) {
        state = .allocate(capacity: 1)
        state.initialize(to: DelayState(frameCount: frameCount, channelCount: channelCount))
        super.init()
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    package override func process(_ block: RenderBlock) {
        if takeResetRequest() { state.pointee.reset() }
        state.pointee.process(block)
    }
}

/// A ring of the last `frameCount` frames of each channel.
private struct DelayState: ~Copyable {
    private let samples: UnsafeMutablePointer<Float>
    private let frameCount: Int
    private let channelCount: Int
    private var position = 0

    init(frameCount: Int, channelCount: Int) {
        self.frameCount = frameCount
        self.channelCount = channelCount
        samples = .allocate(capacity: max(1, frameCount * channelCount))
        samples.initialize(repeating: 0, count: frameCount * channelCount)
    }

    deinit { samples.deallocate() }

    @_noLocks
    func reset() { avf_dsp_clear(samples, frameCount * channelCount) }

    @_noLocks
    mutating func process(_ block: RenderBlock) {
        var place = position
        for channel in 0..<min(channelCount, block.output.channelCount) {
            place = delay(block.input[channel], block.output[channel], channel, block.frameCount)
        }
        position = place
    }

    /// Swaps each frame with the one from `frameCount` frames ago; returns the place of the next frame.
    @_noLocks
    private func delay(
        _ input: UnsafeMutablePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ channel: Int,
        _ blockFrameCount: Int
    ) -> Int {
        let ring = samples + channel * frameCount
        var place = position
        for frame in 0..<blockFrameCount {
            let late = ring[place]
            ring[place] = input[frame]
            output[frame] = late
            place = place + 1 == frameCount ? 0 : place + 1
        }
        return place
    }
}
