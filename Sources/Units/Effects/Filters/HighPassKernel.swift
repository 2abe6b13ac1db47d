import AVFDSP
import AVFRender

/// A resonant high-pass of second order: Apple's 'hpas'.
package struct HighPassKernel: Kernel, ~Copyable {
    package static let symbol = "highPass"
    package static let name = "High Pass"
    package static let summary = "Lets pass what is above a frequency, 12 dB an octave."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("hpas")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case cutoffFrequency, resonance }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .cutoffFrequency:
            ParameterSpec(
                "Cutoff Frequency", 10...96_000, default: 6900, .hertz,
                "Corner of the filter; held below half of the sample rate.",
                isLogarithmic: true)
        case .resonance:
            ParameterSpec(
                "Resonance", -20...40, default: 0, .decibels,
                "Gain at the cut-off frequency; −3.01 dB is maximally flat.")
        }
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        FilterTail.seconds(
            frequencyHz: parameters[.cutoffFrequency],
            quality: Double(linearGain(ofDecibels: parameters[.resonance])),
            sampleRateHz: sampleRateHz)
    }

    private var filter: SingleFilter

    package init(_ configuration: UnitConfiguration) { filter = SingleFilter(configuration) }

    @_noLocks
    package mutating func reset() { filter.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        filter.process(
            block, pass: .highPass, frequencyHz: parameters[.cutoffFrequency],
            resonanceDecibels: parameters[.resonance])
    }
}
