import AVFDSP
import AVFRender
import CAVFDSP

/// Single samples in equal distances, for measurements and as a metronome.
package struct ImpulseTrainKernel: Kernel, ~Copyable {
    package static let symbol = "impulseTrain"
    package static let name = "Impulse Train"
    package static let summary = "Plays single samples in equal distances."
    package static let kind = UnitKind.generator
    package static let subtype = fourCharacterCode("impt")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case frequency, level }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .frequency:
            ParameterSpec(
                "Frequency", 0.01...1000, default: 1, .hertz,
                "Impulses in a second, the first of them at once, each on the frame that its time falls into.",
                isLogarithmic: true)
        case .level: ParameterSpec("Level", -96...0, default: -6, .decibels, "Height; −96 dB is silence.")
        }
    }

    private let sampleRateHz: Double
    private var accumulator = PhaseAccumulator()
    private var frequencyHz = Float.nan

    package init(_ configuration: UnitConfiguration) { sampleRateHz = configuration.sampleRateHz }

    @_noLocks
    package mutating func reset() { accumulator.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        if frequencyHz != parameters[.frequency] {
            frequencyHz = parameters[.frequency]
            accumulator.setFrequency(Double(frequencyHz), sampleRateHz: sampleRateHz)
        }
        guard block.output.channelCount > 0 else { return }
        let first = block.output[0]
        avf_dsp_impulses(first, accumulator.line, block.frameCount)
        accumulator.advance(block.frameCount)
        avf_dsp_scale(first, first, linearGain(ofDecibels: parameters[.level]), block.frameCount)
        for channel in 1..<max(1, block.output.channelCount) {
            avf_dsp_copy(block.output[channel], first, block.frameCount)
        }
    }
}
