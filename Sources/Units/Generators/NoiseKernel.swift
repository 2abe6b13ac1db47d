import AVFDSP
import AVFRender
import CAVFDSP

/// White, pink or brown noise that is the same in every run, different on every channel.
package struct NoiseKernel: Kernel, ~Copyable {
    package static let symbol = "noise"
    package static let name = "Noise"
    package static let summary = "Plays white, pink or brown noise, the same for the same seed."
    package static let kind = UnitKind.generator
    package static let subtype = fourCharacterCode("nois")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case level, color, seed }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .level:
            ParameterSpec(
                "Level", -96...0, default: -20, .decibels,
                "Effective level (RMS), of a full-scale square wave; −96 dB is silence.")
        case .color:
            ParameterSpec(
                "Color", 0...2, default: 0, .indexed,
                "White is even over frequency, pink falls by 3 dB an octave, brown by 6 dB from 10 Hz on.",
                namedValues: [NamedValue(0, "White"), NamedValue(1, "Pink"), NamedValue(2, "Brown")])
        case .seed:
            ParameterSpec(
                "Seed", 0...1_000_000, default: 0, .generic, "Which of the many noises it is.",
                isInteger: true)
        }
    }

    private let rampFrameCount: Int
    private var pink: PinkFilter
    private var brown: BiquadCascade
    private var gain = GainRamp()
    private var decibels = Float.nan
    private var index: UInt64 = 0
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        let (channels, rate) = (configuration.channelCount, configuration.sampleRateHz)
        pink = PinkFilter(channelCount: channels, sampleRateHz: rate)
        brown = BiquadCascade(sectionCount: 1, channelCount: channels)
        let pole = avf_dsp_exp(-2 * .pi * 10 / rate)
        let level = avf_dsp_sqrt(1 - pole * pole)
        brown.set(0, BiquadCoefficients(b0: level, b1: 0, b2: 0, a1: -pole, a2: 0), isActive: true)
    }

    @_noLocks
    package mutating func reset() {
        pink.reset()
        brown.reset()
        index = 0
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        if decibels != parameters[.level] || isFresh {
            decibels = parameters[.level]
            // Even in −1…1, white noise has the effective level 1/√3.
            let level = linearGain(ofDecibels: decibels) * 1.7320508
            gain.follow(level, over: isFresh ? 0 : rampFrameCount)
            isFresh = false
        }
        let seed = UInt32(parameters[.seed])
        for channel in 0..<block.output.channelCount {
            // Far apart, so that no channel of one seed is a channel of another.
            let own = seed &+ 0x0100_0000 &* UInt32(channel)
            avf_dsp_white_noise(block.output[channel], own, index, block.frameCount)
        }
        index &+= UInt64(block.frameCount)
        color(block, Int(parameters[.color]))
        for channel in 0..<block.output.channelCount {
            gain.apply(to: block.output[channel], into: block.output[channel], block.frameCount)
        }
        gain.advance(block.frameCount)
    }

    @_noLocks
    private mutating func color(_ block: RenderBlock, _ color: Int) {
        let channels = block.output.channels
        if color == 1 { pink.process(channels, frameCount: block.frameCount) }
        if color == 2 { brown.process(input: channels, output: channels, frameCount: block.frameCount) }
    }
}
