import AVFDSP
import AVFRender

/// Delays a wire by a whole number of frames, so that parallel branches arrive together.
package final class DelayUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    private let line: UnsafeMutablePointer<DelayLine>

    /// A delay of `frameCount` frames, silent at first.
    package init(frameCount: Int, channelCount: Int) {
        line = .allocate(capacity: 1)
        line.initialize(to: DelayLine(delayFrameCount: frameCount, channelCount: channelCount))
        super.init()
    }

    deinit {
        line.deinitialize(count: 1)
        line.deallocate()
    }

    package override func process(_ block: RenderBlock) {
        if takeResetRequest() { line.pointee.reset() }
        line.pointee.process(
            input: block.input.channels, output: block.output.channels, frameCount: block.frameCount)
    }
}
