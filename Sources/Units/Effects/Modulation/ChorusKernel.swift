import AVFDSP
import AVFRender

/// Several voices out of one: a delayed copy whose pitch is modulated a little.
package struct ChorusKernel: Kernel, ~Copyable {
    package static let symbol = "chorus"
    package static let name = "Chorus"
    package static let summary = "Adds a delayed copy with a modulated pitch, as of a second voice."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("chor")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable {
        case rate, depth, delay, feedback, spread, dryWetMix
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .rate:
            ParameterSpec(
                "Rate", 0.05...10, default: 0.8, .hertz, "Rate of the modulation of the delay.",
                isLogarithmic: true)
        case .depth:
            ParameterSpec(
                "Depth", 0...10, default: 2, .milliseconds, "How far the delay is modulated to each side.")
        case .delay:
            ParameterSpec("Delay", 1...50, default: 15, .milliseconds, "The delay in the middle.")
        case .feedback:
            ParameterSpec(
                "Feedback", -90...90, default: 0, .percent, "Share of the copy that is delayed again.")
        case .spread:
            ParameterSpec(
                "Spread", 0...180, default: 90, .degrees,
                "By how much the right side is modulated ahead of the left one.")
        case .dryWetMix:
            ParameterSpec(
                "Dry/Wet Mix", 0...100, default: 50, .percent, "Share of the copy: at 50 both are equal.")
        }
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        ModulatedDelay.tailSeconds(
            longestDelaySeconds: (parameters[.delay] + parameters[.depth]) / 1000,
            feedback: parameters[.feedback] / 100)
    }

    private var delay: ModulatedDelay

    package init(_ configuration: UnitConfiguration) {
        delay = ModulatedDelay(configuration, maximumSeconds: 0.06)
    }

    @_noLocks
    package mutating func reset() { delay.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        delay.process(
            block,
            ModulatedDelay.Settings(
                rateHz: parameters[.rate], delaySeconds: parameters[.delay] / 1000,
                depthSeconds: parameters[.depth] / 1000, feedback: parameters[.feedback] / 100,
                spreadDegrees: parameters[.spread], mixPercent: parameters[.dryWetMix]))
    }
}
