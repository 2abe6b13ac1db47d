import AVFDSP
import AVFRender
import CAVFDSP

/// A sine that moves from one frequency to another, for measurements: once or again and again.
package struct SweepKernel: Kernel, ~Copyable {
    package static let symbol = "sweep"
    package static let name = "Sweep"
    package static let summary = "Plays a sine that glides from one frequency to another."
    package static let kind = UnitKind.generator
    package static let subtype = fourCharacterCode("swep")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable {
        case startFrequency, endFrequency, duration, level, law, repeats
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .startFrequency:
            ParameterSpec(
                "Start Frequency", 1...96_000, default: 20, .hertz,
                "Where it begins; a change is heard when the next sweep begins.", isLogarithmic: true)
        case .endFrequency:
            ParameterSpec(
                "End Frequency", 1...96_000, default: 20_000, .hertz,
                "Where it ends; held below half of the sample rate.", isLogarithmic: true)
        case .duration:
            ParameterSpec(
                "Duration", 0.01...600, default: 10, .seconds, "Time from start to end.",
                isLogarithmic: true)
        case .level:
            ParameterSpec("Level", -96...0, default: -12, .decibels, "Peak level; −96 dB is silence.")
        case .law:
            ParameterSpec(
                "Law", 0...1, default: 0, .indexed, "Whether equal times are equal octaves or equal hertz.",
                namedValues: [NamedValue(0, "Logarithmic"), NamedValue(1, "Linear")])
        case .repeats: .toggle("Repeats", default: true, "Whether it begins anew when it has ended.")
        }
    }

    private let sampleRateHz: Double
    private let rampFrameCount: Int
    private var sweep = Sweep()
    private var gain = GainRamp()
    private var decibels = Float.nan
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
    }

    @_noLocks
    package mutating func reset() {
        sweep = Sweep()
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        if decibels != parameters[.level] || isFresh {
            decibels = parameters[.level]
            gain.follow(linearGain(ofDecibels: decibels), over: isFresh ? 0 : rampFrameCount)
        }
        isFresh = false
        guard block.output.channelCount > 0 else { return }
        let first = block.output[0]
        sing(parameters, into: first, block.frameCount)
        gain.apply(to: first, into: first, block.frameCount)
        gain.advance(block.frameCount)
        for channel in 1..<max(1, block.output.channelCount) {
            avf_dsp_copy(block.output[channel], first, block.frameCount)
        }
    }

    @_noLocks
    private mutating func sing(
        _ parameters: ParameterValues<Parameter>, into output: UnsafeMutablePointer<Float>,
        _ frameCount: Int
    ) {
        var done = 0
        while done < frameCount {
            if sweep.hasEnded, !sweep.hasBegun || parameters[.repeats] >= 0.5 {
                sweep.begin(
                    fromHz: Double(parameters[.startFrequency]), toHz: Double(parameters[.endFrequency]),
                    seconds: Double(parameters[.duration]), isLinear: parameters[.law] >= 0.5,
                    sampleRateHz: sampleRateHz)
            }
            let count = sweep.process(into: output + done, frameCount: frameCount - done)
            if count == 0 {
                avf_dsp_clear(output + done, frameCount - done)
                return
            }
            done += count
        }
    }
}
