import AVFDSP
import AVFRender
import CAVFDSP

/// Rooms, halls and plates: early reflections and a feedback delay network for each pair of channels.
///
/// Apple's reverb: parameters, ranges and addresses are those of 'rvb2', presets those of AVAudioUnitReverb.
package struct ReverbKernel: Kernel, ~Copyable {
    package static let symbol = "reverb"
    package static let name = "Reverb"
    package static let summary = "Places the sound in a room."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("rvb2")
    package static let isAppleClass = true

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable {
        case dryWetMix, gain, minDelayTime, maxDelayTime, decayTimeAt0Hz, decayTimeAtNyquist
        case randomizeReflections
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .dryWetMix:
            ParameterSpec(
                "Dry/Wet Mix", 0...100, default: 100, .percent,
                "Share of the room: 0 is dry only, 100 wet only, with constant power between.")
        case .gain:
            ParameterSpec("Gain", -20...20, default: 0, .decibels, "Gain of the room.")
        case .minDelayTime:
            ParameterSpec(
                "Min Delay Time", 0.0001...1, default: 0.008, .seconds,
                "When the first reflection arrives. A change is another room, which fades in over 100 ms.",
                isLogarithmic: true)
        case .maxDelayTime:
            ParameterSpec(
                "Max Delay Time", 0.0001...1, default: 0.05, .seconds,
                "Longest way between two reflections: the size of the room. A change is another room.",
                isLogarithmic: true)
        case .decayTimeAt0Hz:
            ParameterSpec(
                "Decay Time at 0 Hz", 0.001...20, default: 1, .seconds,
                "Time in which the lowest frequencies fall by 60 dB.", isLogarithmic: true)
        case .decayTimeAtNyquist:
            ParameterSpec(
                "Decay Time at Nyquist", 0.001...20, default: 0.5, .seconds,
                "Time in which half of the sample rate would fall by 60 dB.", isLogarithmic: true)
        case .randomizeReflections:
            ParameterSpec(
                "Randomize Reflections", 1...1000, default: 1, .generic,
                "Which of a thousand arrangements of reflections it is.", isInteger: true)
        }
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        let decay = Double(max(parameters[.decayTimeAt0Hz], parameters[.decayTimeAtNyquist]))
        return 2.2 * decay + 2 * Double(max(parameters[.minDelayTime], parameters[.maxDelayTime])) + 0.2
    }

    private let rampFrameCount: Int
    private let pairCount: Int
    private let pairs: UnsafeMutablePointer<ReverbPair>
    private var dry = GainRamp()
    private var wet = GainRamp()
    private var mixPercent = Float.nan
    private var decibels = Float.nan
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        pairCount = (configuration.channelCount + 1) / 2
        pairs = .allocate(capacity: max(1, pairCount))
        for pair in 0..<pairCount {
            (pairs + pair).initialize(
                to: ReverbPair(sampleRateHz: configuration.sampleRateHz, seedOffset: UInt32(1000 * pair)))
        }
    }

    deinit {
        pairs.deinitialize(count: pairCount)
        pairs.deallocate()
    }

    @_noLocks
    package mutating func reset() {
        for pair in 0..<pairCount { (pairs + pair).pointee.reset() }
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        let room = ReverbRoom(
            shape: NetworkShape(
                Double(parameters[.minDelayTime]), Double(parameters[.maxDelayTime]),
                seed: UInt32(parameters[.randomizeReflections])),
            zeroHzSeconds: Double(parameters[.decayTimeAt0Hz]),
            nyquistSeconds: Double(parameters[.decayTimeAtNyquist]))
        for pair in 0..<pairCount {
            (pairs + pair).pointee.process(block, firstChannel: 2 * pair, room, dry: dry, wet: wet)
        }
        dry.advance(block.frameCount)
        wet.advance(block.frameCount)
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        let hasChanged = mixPercent != parameters[.dryWetMix] || decibels != parameters[.gain] || isFresh
        guard hasChanged else { return }
        mixPercent = parameters[.dryWetMix]
        decibels = parameters[.gain]
        let mix = EqualPowerMix(percent: mixPercent)
        dry.follow(mix.dry, over: isFresh ? 0 : rampFrameCount)
        wet.follow(
            mix.wet * linearGain(ofDecibels: decibels), over: isFresh ? 0 : rampFrameCount)
        isFresh = false
    }
}
