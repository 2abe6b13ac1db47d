import AVFDSP
import AVFRender
import CAVFDSP

/// A delay by whole frames, to the bit: Apple's 'sdly'.
package struct SampleDelayKernel: Kernel, ~Copyable {
    package static let symbol = "sampleDelay"
    package static let name = "Sample Delay"
    package static let summary = "Delays the sound by a number of frames."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("sdly")

    /// Its parameter.
    package enum Parameter: Int, CaseIterable, Sendable { case delayFrames }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        ParameterSpec(
            "Delay Frames", 0...192_000, default: 0, .samples,
            "How many frames later the sound comes, at most a second. A new delay fades in over 50 ms.",
            isInteger: true)
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        Double(parameters[.delayFrames]) / sampleRateHz + 0.05
    }

    private var line: FeedbackDelay

    package init(_ configuration: UnitConfiguration) {
        line = FeedbackDelay(
            maximumDelayFrameCount: Int(configuration.sampleRateHz),
            fadeFrameCount: Int(configuration.sampleRateHz * 0.05), channelCount: configuration.channelCount)
    }

    @_noLocks
    package mutating func reset() { line.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        let one = avf_dsp_ramp(start: 1, step: 0, firstIndex: 0)
        var echo = avf_dsp_echo()
        echo.wet = one
        echo.weight = one
        var done = 0
        while done < block.frameCount {
            let count = min(block.frameCount - done, line.head(forDelay: Int(parameters[.delayFrames])))
            line.process(
                echo, input: block.input.channels, output: block.output.channels, first: done, count: count)
            done += count
        }
    }
}
