import AVFDSP
import AVFRender

/// A shelf of second order for the lows: Apple's 'lshf'.
package struct LowShelfKernel: Kernel, ~Copyable {
    package static let symbol = "lowShelf"
    package static let name = "Low Shelf"
    package static let summary = "Raises or lowers what is below a frequency."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("lshf")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case cutoffFrequency, gain }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .cutoffFrequency:
            ParameterSpec(
                "Cutoff Frequency", 10...200, default: 80, .hertz,
                "Where half of the gain is reached, in decibels.", isLogarithmic: true)
        case .gain:
            ParameterSpec(
                "Gain", -40...40, default: 0, .decibels, "Gain of the lowest frequencies.")
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
            block, .lowShelf, frequencyHz: parameters[.cutoffFrequency], decibels: parameters[.gain])
    }
}
