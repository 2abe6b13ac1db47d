import AVFDSP
import AVFRender
import CAVFDSP

/// A periodic tone on every channel: sine, sawtooth, square or triangle, with little aliasing.
package struct ToneKernel: Kernel, ~Copyable {
    package static let symbol = "tone"
    package static let name = "Tone"
    package static let summary = "Plays a sine, sawtooth, square or triangle wave."
    package static let kind = UnitKind.generator
    package static let subtype = fourCharacterCode("tone")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case frequency, level, waveform }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .frequency:
            ParameterSpec(
                "Frequency", 1...24_000, default: 440, .hertz,
                "Periods in a second; held below half of the sample rate.", isLogarithmic: true)
        case .level:
            ParameterSpec("Level", -96...0, default: -12, .decibels, "Peak level; −96 dB is silence.")
        case .waveform:
            ParameterSpec(
                "Waveform", 0...3, default: 0, .indexed, "Shape of the period.",
                namedValues: Waveform.allCases.map {
                    NamedValue(Float($0.rawValue), "\($0)".prefix(1).uppercased() + "\($0)".dropFirst())
                })
        }
    }

    private let sampleRateHz: Double
    private let rampFrameCount: Int
    private var oscillator = Oscillator()
    private var gain = GainRamp()
    private var frequencyHz = Float.nan
    private var decibels = Float.nan
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
    }

    @_noLocks
    package mutating func reset() {
        oscillator.reset()
        decibels = .nan
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        guard block.output.channelCount > 0 else { return }
        let first = block.output[0]
        oscillator.process(waveform(parameters[.waveform]), into: first, frameCount: block.frameCount)
        gain.apply(to: first, into: first, block.frameCount)
        gain.advance(block.frameCount)
        for channel in 1..<max(1, block.output.channelCount) {
            avf_dsp_copy(block.output[channel], first, block.frameCount)
        }
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        if frequencyHz != parameters[.frequency] {
            frequencyHz = parameters[.frequency]
            oscillator.setFrequency(Double(frequencyHz), sampleRateHz: sampleRateHz)
        }
        if decibels != parameters[.level] {
            decibels = parameters[.level]
            gain.follow(linearGain(ofDecibels: decibels), over: isFresh ? 0 : rampFrameCount)
        }
        isFresh = false
    }

    @_noLocks
    private func waveform(_ value: Float) -> Waveform {
        switch Int(value) {
        case 1: .sawtooth
        case 2: .square
        case 3: .triangle
        default: .sine
        }
    }
}
