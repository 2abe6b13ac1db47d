import AVFDSP
import AVFRender
import CAVFDSP

/// Echo, ring modulators, coarse samples, a polynomial and a soft clip, one after the other: Apple's 'dist'.
///
/// The polynomial and the clip run at four times the rate.
package struct DistortionKernel: Kernel, ~Copyable {
    package static let symbol = "distortion"
    package static let name = "Distortion"
    package static let summary = "Bends and breaks the sound in five ways."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("dist")
    package static let isAppleClass = true

    /// Its parameters, in Apple's order.
    package enum Parameter: Int, CaseIterable, Sendable {
        case delay, decay, delayMix, decimation, rounding, decimationMix
        case linearTerm, squaredTerm, cubicTerm, polynomialMix
        case ringModFrequency1, ringModFrequency2, ringModBalance, ringModMix, softClipGain, finalMix
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .delay:
            ParameterSpec(
                "Delay", 0.1...500, default: 0.1, .milliseconds, "Time from echo to echo.",
                isLogarithmic: true)
        case .decay:
            ParameterSpec(
                "Decay", 0.1...50, default: 1, .generic,
                "How fast the echoes die: each is by e to the power of this fainter than the one before.",
                isLogarithmic: true)
        case .delayMix: percent("Delay Mix", default: 50, "Share of the echoes.")
        case .decimation:
            percent(
                "Decimation", default: 0,
                "How seldom samples are taken: 50 is every tenth, 100 every hundredth.")
        case .rounding:
            percent(
                "Rounding", default: 0, "How coarse samples are: 0 is not at all, 100 leaves −1, 0 and 1.")
        case .decimationMix: percent("Decimation Mix", default: 50, "Share of the coarse samples.")
        case .linearTerm: term("Linear Term", 1, default: 1, "What stays straight in the polynomial.")
        case .squaredTerm:
            term("Squared Term", 20, default: 0, "The polynomial's second order: even harmonics.")
        case .cubicTerm: term("Cubic Term", 20, default: 0, "The polynomial's third order: odd harmonics.")
        case .polynomialMix: percent("Polynomial Mix", default: 50, "Share of what the polynomial has bent.")
        case .ringModFrequency1: frequency("Ring Mod Freq 1", "Frequency of the first ring modulator.")
        case .ringModFrequency2: frequency("Ring Mod Freq 2", "Frequency of the second ring modulator.")
        case .ringModBalance:
            percent("Ring Mod Balance", default: 50, "0 is the first ring modulator alone, 100 the second.")
        case .ringModMix: percent("Ring Mod Mix", default: 0, "Share of the ring modulators.")
        case .softClipGain:
            ParameterSpec("Soft Clip Gain", -80...20, default: -6, .decibels, "Gain before all of it.")
        case .finalMix:
            percent("Final Mix", default: 50, "Share of the distorted sound; the rest is as it was.")
        }
    }

    private static func percent(_ name: String, default value: Float, _ summary: String) -> ParameterSpec {
        ParameterSpec(name, 0...100, default: value, .percent, summary)
    }

    private static func term(
        _ name: String, _ most: Float, default value: Float, _ summary: String
    ) -> ParameterSpec {
        ParameterSpec(name, 0...most, default: value, .linearGain, summary)
    }

    private static func frequency(_ name: String, _ summary: String) -> ParameterSpec {
        ParameterSpec(name, 0.5...8000, default: 100, .hertz, summary, isLogarithmic: true)
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        // ln 10⁶ echoes at a decay of one, and the high-pass behind the polynomial.
        (2 + 14 / Double(parameters[.decay])) * (Double(parameters[.delay]) / 1000 + 0.05) + 0.5
    }

    private var chain: DistortionChain

    package init(_ configuration: UnitConfiguration) { chain = DistortionChain(configuration) }

    package var latencyFrames: Int { Oversampler.latencyFrameCount }

    @_noLocks
    package mutating func reset() { chain.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        chain.process(block, DistortionSettings(parameters))
    }
}

// In this file, because the compiler must see how a parameter is numbered.
extension DistortionSettings {
    @_noLocks
    init(_ values: ParameterValues<DistortionKernel.Parameter>) {
        delaySeconds = Double(values[.delay]) / 1000
        echoFeedback = Float(avf_dsp_exp(-Double(values[.decay])))
        echoMix = values[.delayMix] / 100
        let decimation = values[.decimation]
        let share = 4_294_967_296 * avf_dsp_pow(10, -0.02 * Double(decimation))
        crushShare = decimation > 0 && share < 4_294_967_295 ? UInt32(share) : 0
        // From 16 bits down to 1.
        let bits = 16 - 0.15 * Double(values[.rounding])
        crushStep = values[.rounding] > 0 ? Float(avf_dsp_exp2(1 - bits)) : 0
        crushMix = values[.decimationMix] / 100
        let bent = values[.polynomialMix] / 100
        linear = 1 - bent + bent * values[.linearTerm]
        squared = bent * values[.squaredTerm]
        cubic = bent * values[.cubicTerm]
        firstHz = Double(values[.ringModFrequency1])
        secondHz = Double(values[.ringModFrequency2])
        ringBalance = values[.ringModBalance] / 100
        ringMix = values[.ringModMix] / 100
        gain = linearGain(ofDecibels: values[.softClipGain])
        mix = values[.finalMix] / 100
    }
}
