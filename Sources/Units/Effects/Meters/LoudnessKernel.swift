import AVFDSP
import AVFRender
import CAVFDSP

/// A loudness meter after ITU-R BS.1770 and EBU R 128, through which the sound passes untouched.
package struct LoudnessKernel: Kernel, ~Copyable {
    package static let symbol = "loudness"
    package static let name = "Loudness Meter"
    package static let summary = "Shows loudness and true peak; the sound passes untouched."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("loud")

    /// What it shows.
    package enum Parameter: Int, CaseIterable, Sendable { case momentary, shortTerm, integrated, truePeak }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .momentary: .meter("Momentary", -120...20, "Loudness of the last 400 ms in LUFS.")
        case .shortTerm: .meter("Short Term", -120...20, "Loudness of the last 3 s in LUFS.")
        case .integrated:
            .meter(
                "Integrated", -120...20,
                "Gated loudness in LUFS of everything since the unit was made or reset.")
        case .truePeak:
            .meter("True Peak", -120...40, "Highest peak between samples since the unit was made or reset.")
        }
    }

    private var measure: LoudnessMeasure

    package init(_ configuration: UnitConfiguration) {
        measure = LoudnessMeasure(
            channelCount: configuration.channelCount, sampleRateHz: configuration.sampleRateHz)
    }

    @_noLocks
    package mutating func reset() { measure.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        measure.hear(block.input.channels, frameCount: block.frameCount)
        for channel in 0..<block.output.channelCount {
            avf_dsp_copy(block.output[channel], block.input[channel], block.frameCount)
        }
    }

    @_noLocks
    package func show(on meters: MeterValues<Parameter>) {
        meters[.momentary] = Float(measure.momentary)
        meters[.shortTerm] = Float(measure.shortTerm)
        meters[.integrated] = Float(measure.integrated)
        meters[.truePeak] = peakDecibels(measure.truePeak)
    }
}
