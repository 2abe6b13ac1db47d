import AVFDSP
import AVFRender
import CAVFDSP

/// Silences what is quiet: opens above one level, closes below a lower one, after a while.
package struct GateKernel: Kernel, ~Copyable {
    package static let symbol = "gate"
    package static let name = "Gate"
    package static let summary = "Lets pass what is loud, and turns down what is quiet."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("gate")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable {
        case threshold, hysteresis, reduction, attackTime, holdTime, releaseTime, gain
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .threshold:
            ParameterSpec("Threshold", -96...0, default: -40, .decibels, "Peak level that opens the gate.")
        case .hysteresis:
            ParameterSpec(
                "Hysteresis", 0...24, default: 4, .decibels,
                "How far below the threshold the level must fall to close it.")
        case .reduction:
            ParameterSpec(
                "Reduction", 0...96, default: 96, .decibels,
                "By how much the closed gate turns down; 96 dB is silence.")
        case .attackTime:
            ParameterSpec(
                "Attack Time", 0.0001...0.1, default: 0.001, .seconds, "Time in which it opens.",
                isLogarithmic: true)
        case .holdTime:
            ParameterSpec(
                "Hold Time", 0...2, default: 0.05, .seconds, "For how long it stays open after the last peak."
            )
        case .releaseTime:
            ParameterSpec(
                "Release Time", 0.005...3, default: 0.1, .seconds, "Time in which it closes.",
                isLogarithmic: true)
        case .gain: .meter("Gain", -96...0, "How far the gate is open.")
        }
    }

    private static var blockFrameCount: Int { @_noLocks get { 256 } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let levels: UnsafeMutablePointer<Float>
    private let sampleRateHz: Double
    private var gate = avf_dsp_gate()

    package init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        levels = .allocate(capacity: Self.blockFrameCount)
        levels.initialize(repeating: 0, count: Self.blockFrameCount)
    }

    deinit { levels.deallocate() }

    @_noLocks
    package mutating func reset() { gate = avf_dsp_gate() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        var settings = settings(parameters)
        var done = 0
        while done < block.frameCount {
            let count = min(block.frameCount - done, Self.blockFrameCount)
            avf_dsp_clear(levels, count)
            for channel in 0..<block.input.channelCount {
                avf_dsp_rise_to(levels, block.input[channel] + done, count)
            }
            avf_dsp_gate_run(&gate, &settings, levels, count)
            for channel in 0..<block.output.channelCount {
                avf_dsp_multiply(
                    block.output[channel] + done, block.input[channel] + done, levels, count)
            }
            done += count
        }
    }

    @_noLocks
    package func show(on meters: MeterValues<Parameter>) { meters[.gain] = peakDecibels(gate.gain) }

    @_noLocks
    private func settings(_ parameters: ParameterValues<Parameter>) -> avf_dsp_gate_settings {
        avf_dsp_gate_settings(
            opens: linearGain(ofDecibels: parameters[.threshold]),
            closes: linearGain(ofDecibels: parameters[.threshold] - parameters[.hysteresis]),
            holdFrames: UInt32(Double(parameters[.holdTime]) * sampleRateHz),
            floor: linearGain(ofDecibels: -parameters[.reduction]), attack: weight(parameters[.attackTime]),
            release: weight(parameters[.releaseTime]))
    }

    @_noLocks
    private func weight(_ seconds: Float) -> Float {
        Float(OnePole.weight(timeSeconds: Double(seconds), sampleRateHz: sampleRateHz))
    }
}
