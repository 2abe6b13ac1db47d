import AVFDSP
import AVFRender

/// One bell: Apple's 'pmeq'.
package struct ParametricEqualizerKernel: Kernel, ~Copyable {
    package static let symbol = "parametricEqualizer"
    package static let name = "Parametric Equalizer"
    package static let summary = "Raises or lowers what is around a frequency."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("pmeq")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case centerFrequency, quality, gain }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .centerFrequency:
            ParameterSpec(
                "Center Frequency", 20...96_000, default: 2000, .hertz,
                "Middle of the bell; held below half of the sample rate.", isLogarithmic: true)
        case .quality:
            ParameterSpec(
                "Q", 0.1...20, default: 1, .generic,
                "Centre frequency divided by the bandwidth: the higher the narrower.", isLogarithmic: true)
        case .gain:
            ParameterSpec(
                "Gain", -20...20, default: 0, .decibels, "Gain at the centre.")
        }
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        FilterTail.seconds(
            frequencyHz: parameters[.centerFrequency],
            quality: FilterTail.quality(parameters[.quality], decibels: parameters[.gain]),
            sampleRateHz: sampleRateHz)
    }

    private var filter: SingleFilter

    package init(_ configuration: UnitConfiguration) { filter = SingleFilter(configuration) }

    @_noLocks
    package mutating func reset() { filter.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        filter.process(
            block, bellAtHz: parameters[.centerFrequency], quality: parameters[.quality],
            decibels: parameters[.gain])
    }
}
