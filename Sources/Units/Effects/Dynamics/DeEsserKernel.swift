import AVFDSP
import AVFRender
import CAVFDSP

/// Turns down the highs of a voice while they hiss: `y = x − (1 − gain) · highs`.
///
/// With highs from a high-pass of first order that is a shelf whose gain moves, and a voice that does not
/// hiss passes untouched. What decides is heard through a steeper high-pass, so that loud vowels do not
/// count.
package struct DeEsserKernel: Kernel, ~Copyable {
    package static let symbol = "deEsser"
    package static let name = "De-Esser"
    package static let summary = "Turns down the highs of a voice while they hiss."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("dess")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable {
        case frequency, threshold, range, attackTime, releaseTime, reductionAmount
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .frequency:
            ParameterSpec(
                "Frequency", 2000...12_000, default: 5500, .hertz, "From where on it hisses.",
                isLogarithmic: true)
        case .threshold:
            ParameterSpec(
                "Threshold", -80...0, default: -30, .decibels, "Level of the highs that is too much.")
        case .range:
            ParameterSpec(
                "Range", 0...40, default: 12, .decibels, "By how much they are turned down at most.")
        case .attackTime:
            ParameterSpec(
                "Attack Time", 0.0001...0.05, default: 0.001, .seconds, "Time in which they are turned down.",
                isLogarithmic: true)
        case .releaseTime:
            ParameterSpec(
                "Release Time", 0.005...1, default: 0.05, .seconds, "Time in which they come back.",
                isLogarithmic: true)
        case .reductionAmount: .meter("Reduction Amount", 0...40, "By how much the highs are down.")
        }
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double { 0.01 }

    private static var blockFrameCount: Int { @_noLocks get { 256 } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let levels: UnsafeMutablePointer<Float>
    private let sampleRateHz: Double
    private let highs: ChannelRows
    private let hiss: ChannelRows
    private let rows: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let channelCount: Int
    private var shelf: BiquadCascade
    private var detector: BiquadCascade
    private var frequencyHz = Float.nan
    private var reduced: Float = 0

    package init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        channelCount = configuration.channelCount
        highs = ChannelRows(channelCount: channelCount, frameCount: Self.blockFrameCount)
        hiss = ChannelRows(channelCount: channelCount, frameCount: Self.blockFrameCount)
        shelf = BiquadCascade(sectionCount: 1, channelCount: channelCount)
        detector = BiquadCascade(sectionCount: 2, channelCount: channelCount)
        levels = .allocate(capacity: Self.blockFrameCount)
        levels.initialize(repeating: 0, count: Self.blockFrameCount)
        rows = .allocate(capacity: max(1, channelCount))
        for channel in 0..<channelCount { (rows + channel).initialize(to: levels) }
    }

    deinit {
        levels.deallocate()
        rows.deallocate()
    }

    @_noLocks
    package mutating func reset() {
        shelf.reset()
        detector.reset()
        reduced = 0
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters[.frequency])
        let attack = weight(parameters[.attackTime])
        let release = weight(parameters[.releaseTime])
        var done = 0
        while done < block.frameCount {
            let count = min(block.frameCount - done, Self.blockFrameCount)
            for channel in 0..<channelCount { rows[channel] = block.input[channel] + done }
            shelf.process(input: rows, output: highs.rows, frameCount: count)
            detector.process(input: rows, output: hiss.rows, frameCount: count)
            avf_dsp_clear(levels, count)
            for channel in 0..<channelCount { avf_dsp_rise_to(levels, hiss[channel], count) }
            avf_dsp_decibels(levels, levels, count)
            avf_dsp_excess(levels, parameters[.threshold], parameters[.range], count)
            reduced = avf_dsp_ballistics(levels, reduced, attack, release, count)
            avf_dsp_gains(levels, levels, count)
            for channel in 0..<channelCount {
                avf_dsp_duck(
                    block.output[channel] + done, block.input[channel] + done, highs[channel], levels, count)
            }
            done += count
        }
    }

    @_noLocks
    package func show(on meters: MeterValues<Parameter>) { meters[.reductionAmount] = -reduced }

    @_noLocks
    private mutating func follow(_ frequencyHz: Float) {
        guard self.frequencyHz != frequencyHz else { return }
        self.frequencyHz = frequencyHz
        let highPass = BiquadCoefficients.design(
            .highPass, frequencyHz: Double(frequencyHz), quality: 0.707106781186547524401,
            sampleRateHz: sampleRateHz)
        for section in 0..<2 { detector.set(section, highPass, isActive: true) }
        shelf.set(
            0, .firstOrderHighPass(frequencyHz: Double(frequencyHz), sampleRateHz: sampleRateHz),
            isActive: true)
    }

    @_noLocks
    private func weight(_ seconds: Float) -> Float {
        Float(OnePole.weight(timeSeconds: Double(seconds), sampleRateHz: sampleRateHz))
    }
}
