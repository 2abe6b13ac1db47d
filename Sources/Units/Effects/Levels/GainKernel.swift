import AVFRender
import CAVFDSP

/// Level and balance: `left = x · gain · min(1, 1 − pan)`, `right = x · gain · min(1, 1 + pan)`.
package struct GainKernel: Kernel, ~Copyable {
    package static let symbol = "gain"
    package static let name = "Gain"
    package static let summary = "Sets the level, and the balance of a stereo signal."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("gain")
    package static let remembersInput = false

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case gain, pan }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .gain:
            ParameterSpec("Gain", -96...24, default: 0, .decibels, "Level change; −96 dB is silence.")
        case .pan:
            ParameterSpec(
                "Pan", -1...1, default: 0, .pan,
                "Balance of a stereo signal: towards one side, the other side falls. No effect on other layouts."
            )
        }
    }

    private let rampFrameCount: Int
    private let channelCount: Int
    private var isFresh = true
    private var decibels: Float = 0
    private var pan: Float = 0
    private var level: Float = 1
    private var left = GainRamp()
    private var right = GainRamp()

    package init(_ configuration: UnitConfiguration) {
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        channelCount = configuration.channelCount
    }

    @_noLocks
    package mutating func reset() { isFresh = true }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        takeTargets(parameters)
        if left.isSettled, right.isSettled {
            for channel in 0..<block.output.channelCount {
                avf_dsp_scale(
                    block.output[channel], block.input[channel], gain(ofChannel: channel).settled,
                    block.frameCount)
            }
            return
        }
        for channel in 0..<block.output.channelCount {
            gain(ofChannel: channel).apply(
                to: block.input[channel], into: block.output[channel], block.frameCount)
        }
        left.advance(block.frameCount)
        right.advance(block.frameCount)
    }

    /// Lets the gains follow what has changed.
    @_noLocks
    private mutating func takeTargets(_ parameters: ParameterValues<Parameter>) {
        let newPan = channelCount == 2 ? parameters[.pan] : 0
        guard isFresh || parameters[.gain] != decibels || newPan != pan else { return }
        if parameters[.gain] != decibels {
            decibels = parameters[.gain]
            level = linearGain(ofDecibels: decibels)
        }
        pan = newPan
        let frames = isFresh ? 0 : rampFrameCount
        isFresh = false
        left.follow(level * min(1, 1 - pan), over: frames)
        right.follow(level * min(1, 1 + pan), over: frames)
    }

    @_noLocks
    private func gain(ofChannel channel: Int) -> GainRamp {
        channelCount == 2 && channel == 1 ? right : left
    }
}
