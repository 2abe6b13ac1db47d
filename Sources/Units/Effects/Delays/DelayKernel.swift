import AVFDSP
import AVFRender
import CAVFDSP

/// Echoes: a delay line with a low-pass and feedback around it, beside the dry signal.
///
/// Apple's delay: parameters, ranges and addresses are those of 'dely'. A delay is rounded to whole frames,
/// so that with an open low-pass the echo has the bits of its sound.
package struct DelayKernel: Kernel, ~Copyable {
    package static let symbol = "delay"
    package static let name = "Delay"
    package static let summary = "Repeats the sound after a time, again and again, darker each time."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("dely")
    package static let isAppleClass = true

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case wetDryMix, delayTime, feedback, lowPassCutoff }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .wetDryMix:
            ParameterSpec(
                "Wet/Dry Mix", 0...100, default: 50, .percent,
                "Share of the echoes: 0 is dry only, 100 wet only, with constant power between.")
        case .delayTime:
            ParameterSpec(
                "Delay Time", 0...2, default: 1, .seconds,
                "Time from a sound to its echo, to the nearest frame. A new time fades in over 50 ms.")
        case .feedback:
            ParameterSpec(
                "Feedback", -100...100, default: 50, .percent,
                "Share of the echo that is echoed again; below 0 every second echo is inverted.")
        case .lowPassCutoff:
            ParameterSpec(
                "Low-pass Cutoff", 10...96_000, default: 15_000, .hertz,
                "Where each echo loses 3 dB, 6 dB an octave above; open from half of the sample rate on.",
                isLogarithmic: true)
        }
    }

    /// Until the feedback has brought an echo below −120 dB.
    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        let share = Double(abs(parameters[.feedback])) / 100
        guard share < 1 else { return .infinity }
        let echoCount = share > 0 ? (-6 / avf_dsp_log10(share)).rounded(.up) : 0
        return (1 + echoCount) * (Double(parameters[.delayTime]) + 0.05) + lowPassTail(parameters)
    }

    private static func lowPassTail(_ parameters: ParameterValues<Parameter>) -> Double {
        14 / (2 * .pi * Double(parameters[.lowPassCutoff]))
    }

    private let sampleRateHz: Double
    private let rampFrameCount: Int
    private var line: FeedbackDelay
    private var dry = GainRamp()
    private var wet = GainRamp()
    private var feedback = GainRamp()
    private var weight = GainRamp()
    private var mixPercent = Float.nan
    private var cutoffHz = Float.nan
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        line = FeedbackDelay(
            maximumDelayFrameCount: Int((2 * configuration.sampleRateHz).rounded()),
            fadeFrameCount: Int(configuration.sampleRateHz * 0.05),
            channelCount: configuration.channelCount)
    }

    @_noLocks
    package mutating func reset() {
        line.reset()
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        let delay = Int(Double(parameters[.delayTime]) * sampleRateHz + 0.5)
        var done = 0
        while done < block.frameCount {
            let count = min(block.frameCount - done, min(line.head(forDelay: delay), framesUntilTurn))
            line.process(
                ramps, input: block.input.channels, output: block.output.channels, first: done, count: count)
            advance(count)
            done += count
        }
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        let frames = isFresh ? 0 : rampFrameCount
        if mixPercent != parameters[.wetDryMix] || isFresh {
            mixPercent = parameters[.wetDryMix]
            let mix = EqualPowerMix(percent: mixPercent)
            dry.follow(mix.dry, over: frames)
            wet.follow(mix.wet, over: frames)
        }
        if cutoffHz != parameters[.lowPassCutoff] || isFresh {
            cutoffHz = parameters[.lowPassCutoff]
            let share = OnePole.weight(cutoffHz: Double(cutoffHz), sampleRateHz: sampleRateHz)
            weight.follow(Float(share), over: frames)
        }
        feedback.follow(parameters[.feedback] / 100, over: frames)
        isFresh = false
    }

    private var framesUntilTurn: Int {
        @_noLocks get {
            min(
                min(dry.framesUntilTurn, wet.framesUntilTurn),
                min(feedback.framesUntilTurn, weight.framesUntilTurn))
        }
    }

    private var ramps: avf_dsp_echo {
        @_noLocks get {
            var echo = avf_dsp_echo()
            echo.dry = dry.line
            echo.wet = wet.line
            echo.feedback = feedback.line
            echo.weight = weight.line
            return echo
        }
    }

    @_noLocks
    private mutating func advance(_ frameCount: Int) {
        dry.advance(frameCount)
        wet.advance(frameCount)
        feedback.advance(frameCount)
        weight.advance(frameCount)
    }
}
