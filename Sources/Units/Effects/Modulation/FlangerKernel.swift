import AVFDSP
import AVFRender

/// A comb whose teeth wander: the sound and a copy of it that is late by a few milliseconds, ever changing.
package struct FlangerKernel: Kernel, ~Copyable {
    package static let symbol = "flanger"
    package static let name = "Flanger"
    package static let summary =
        "Adds a copy that is late by a few wandering milliseconds: a moving comb filter."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("flan")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable {
        case rate, depth, delay, feedback, spread, dryWetMix
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .rate:
            ParameterSpec(
                "Rate", 0.02...10, default: 0.3, .hertz, "How often the comb wanders.", isLogarithmic: true)
        case .depth:
            ParameterSpec(
                "Depth", 0...100, default: 80, .percent, "How far it wanders: at 100 down to no delay at all."
            )
        case .delay:
            ParameterSpec("Delay", 0.1...10, default: 2, .milliseconds, "The delay in the middle.")
        case .feedback:
            ParameterSpec(
                "Feedback", -95...95, default: 50, .percent,
                "How sharp the comb's teeth are; below 0 between.")
        case .spread:
            ParameterSpec(
                "Spread", 0...180, default: 0, .degrees,
                "By how much the right side wanders ahead of the left one.")
        case .dryWetMix:
            ParameterSpec(
                "Dry/Wet Mix", 0...100, default: 50, .percent, "Share of the copy: at 50 the comb is deepest."
            )
        }
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        ModulatedDelay.tailSeconds(
            longestDelaySeconds: 2 * parameters[.delay] / 1000, feedback: parameters[.feedback] / 100)
    }

    private var delay: ModulatedDelay

    package init(_ configuration: UnitConfiguration) {
        delay = ModulatedDelay(configuration, maximumSeconds: 0.02)
    }

    @_noLocks
    package mutating func reset() { delay.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        let seconds = parameters[.delay] / 1000
        delay.process(
            block,
            ModulatedDelay.Settings(
                rateHz: parameters[.rate], delaySeconds: seconds,
                depthSeconds: seconds * parameters[.depth] / 100, feedback: parameters[.feedback] / 100,
                spreadDegrees: parameters[.spread], mixPercent: parameters[.dryWetMix]))
    }
}
