import AVFDSP
import AVFRender

/// A resonant low-pass of second order: Apple's 'lpas'.
package struct LowPassKernel: Kernel, ~Copyable {
    package static let symbol = "lowPass"
    package static let name = "Low Pass"
    package static let summary = "Lets pass what is below a frequency, 12 dB an octave."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("lpas")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case cutoffFrequency, resonance }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .cutoffFrequency:
            ParameterSpec(
                "Cutoff Frequency", 10...96_000, default: 6900, .hertz,
                "Corner of the filter; open from half of the sample rate on.",
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
            block, pass: .lowPass, frequencyHz: parameters[.cutoffFrequency],
            resonanceDecibels: parameters[.resonance])
    }
}
