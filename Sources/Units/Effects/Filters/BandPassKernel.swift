import AVFDSP
import AVFRender

/// A band-pass of second order with unity at its centre: Apple's 'bpas'.
package struct BandPassKernel: Kernel, ~Copyable {
    package static let symbol = "bandPass"
    package static let name = "Band Pass"
    package static let summary = "Lets pass what is around a frequency."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("bpas")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case centerFrequency, bandwidth }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .centerFrequency:
            ParameterSpec(
                "Center Frequency", 20...96_000, default: 5000, .hertz,
                "Middle of the band; held below half of the sample rate.", isLogarithmic: true)
        case .bandwidth:
            ParameterSpec(
                "Bandwidth", 100...12_000, default: 600, .cents,
                "Distance of the points with −3 dB; 1200 cents are an octave.")
        }
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        FilterTail.seconds(
            frequencyHz: parameters[.centerFrequency],
            quality: FilterTail.quality(
                octaves: parameters[.bandwidth] / 1200, frequencyHz: parameters[.centerFrequency],
                sampleRateHz: sampleRateHz),
            sampleRateHz: sampleRateHz)
    }

    private var filter: SingleFilter

    package init(_ configuration: UnitConfiguration) { filter = SingleFilter(configuration) }

    @_noLocks
    package mutating func reset() { filter.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        filter.process(
            block, .bandPass, frequencyHz: parameters[.centerFrequency],
            octaves: parameters[.bandwidth] / 1200)
    }
}
