import AVFDSP
import AVFRender

/// A shelf of second order for the highs: Apple's 'hshf'.
package struct HighShelfKernel: Kernel, ~Copyable {
    package static let symbol = "highShelf"
    package static let name = "High Shelf"
    package static let summary = "Raises or lowers what is above a frequency."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("hshf")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case cutoffFrequency, gain }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .cutoffFrequency:
            ParameterSpec(
                "Cutoff Frequency", 10_000...96_000, default: 10_000, .hertz,
                "Where half of the gain is reached, in decibels; held below half of the sample rate.",
                isLogarithmic: true)
        case .gain:
            ParameterSpec(
                "Gain", -40...40, default: 0, .decibels, "Gain of the highest frequencies.")
        }
    }

    /// 40 dB move the poles down by a factor of √10.
    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        FilterTail.seconds(
            frequencyHz: parameters[.cutoffFrequency], quality: 0.07,
            sampleRateHz: sampleRateHz)
    }

    private var filter: SingleFilter

    package init(_ configuration: UnitConfiguration) { filter = SingleFilter(configuration) }

    @_noLocks
    package mutating func reset() { filter.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        filter.process(
            block, .highShelf, frequencyHz: parameters[.cutoffFrequency], decibels: parameters[.gain])
    }
}
