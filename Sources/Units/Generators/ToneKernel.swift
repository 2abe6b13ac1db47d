import AVFDSP
import AVFRender
import CAVFDSP

/// A periodic tone on every channel: sine, sawtooth, square, triangle or pulse, without audible aliases.
package struct ToneKernel: Kernel, ~Copyable {
    package static let symbol = "tone"
    package static let name = "Tone"
    package static let summary = "Plays a sine, sawtooth, square, triangle or pulse wave."
    package static let kind = UnitKind.generator
    package static let subtype = fourCharacterCode("tone")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case frequency, level, waveform, pulseWidth }

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
                "Waveform", 0...4, default: 0, .indexed, "Shape of the period.",
                namedValues: [
                    NamedValue(0, "Sine"), NamedValue(1, "Sawtooth"), NamedValue(2, "Square"),
                    NamedValue(3, "Triangle"), NamedValue(4, "Pulse"),
                ])
        case .pulseWidth:
            ParameterSpec(
                "Pulse Width", 1...99, default: 50, .percent,
                "Share of the period for which a pulse is high; its mean is taken away.")
        }
    }

    private let sampleRateHz: Double
    private let rampFrameCount: Int
    private var oscillator = Oscillator()
    private var gain = GainRamp()
    private var width = GainRamp()
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
        frequencyHz = .nan
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        guard block.output.channelCount > 0 else { return }
        let first = block.output[0]
        wave(parameters, into: first, block.frameCount)
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
            oscillator.setFrequency(
                Double(frequencyHz), sampleRateHz: sampleRateHz, over: isFresh ? 0 : rampFrameCount)
        }
        if decibels != parameters[.level] {
            decibels = parameters[.level]
            gain.follow(linearGain(ofDecibels: decibels), over: isFresh ? 0 : rampFrameCount)
        }
        width.follow(parameters[.pulseWidth] / 100, over: isFresh ? 0 : rampFrameCount)
        isFresh = false
    }

    @_noLocks
    private mutating func wave(
        _ parameters: ParameterValues<Parameter>, into output: UnsafeMutablePointer<Float>,
        _ frameCount: Int
    ) {
        let shape = waveform(parameters[.waveform])
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, width.framesUntilTurn)
            oscillator.process(shape, width: width.line, into: output + done, frameCount: count)
            width.advance(count)
            done += count
        }
    }

    @_noLocks
    private func waveform(_ value: Float) -> Waveform {
        switch Int(value) {
        case 1: .sawtooth
        case 2: .square
        case 3: .triangle
        case 4: .pulse
        default: .sine
        }
    }
}
