import AVFRender
import CAVFDSP

/// Level that rises and falls: `y = x · (1 − depth · (1 − sin φ) / 2)`; with a spread of 180° from side to
/// side.
package struct TremoloKernel: Kernel, ~Copyable {
    package static let symbol = "tremolo"
    package static let name = "Tremolo"
    package static let summary = "Lets the level rise and fall."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("trem")
    package static let remembersInput = false

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case rate, depth, spread }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .rate:
            ParameterSpec(
                "Rate", 0.1...20, default: 5, .hertz, "How often the level rises.", isLogarithmic: true)
        case .depth: ParameterSpec("Depth", 0...100, default: 50, .percent, "How far the level falls.")
        case .spread:
            ParameterSpec(
                "Spread", 0...180, default: 0, .degrees,
                "By how much the right side is ahead of the left one; at 180 the sound goes from side to side."
            )
        }
    }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let modulation: UnsafeMutablePointer<Float>
    private let rampFrameCount: Int
    private var lfo: LFO
    private var steady = GainRamp()
    private var half = GainRamp(0)
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        lfo = LFO(sampleRateHz: configuration.sampleRateHz)
        modulation = .allocate(capacity: LFO.blockFrameCount)
        modulation.initialize(repeating: 0, count: LFO.blockFrameCount)
    }

    deinit { modulation.deallocate() }

    @_noLocks
    package mutating func reset() {
        lfo.reset()
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        let frames = isFresh ? 0 : rampFrameCount
        lfo.follow(rateHz: parameters[.rate], spreadDegrees: parameters[.spread])
        steady.follow(1 - parameters[.depth] / 200, over: frames)
        half.follow(parameters[.depth] / 200, over: frames)
        isFresh = false
        var done = 0
        while done < block.frameCount {
            let count = min(block.frameCount - done, LFO.blockFrameCount)
            for channel in 0..<block.output.channelCount {
                let input = block.input[channel] + done
                half.apply(to: lfo.wave(channel, count), into: modulation, count)
                avf_dsp_multiply(modulation, modulation, input, count)
                steady.apply(to: input, into: block.output[channel] + done, count)
                avf_dsp_add(block.output[channel] + done, modulation, count)
            }
            lfo.advance(count)
            steady.advance(count)
            half.advance(count)
            done += count
        }
    }
}
