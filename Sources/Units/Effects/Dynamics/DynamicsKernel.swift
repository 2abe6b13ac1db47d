import AVFDSP
import AVFRender
import CAVFDSP

/// Compressor and expander, linked over all channels: Apple's 'dcmp'.
package struct DynamicsKernel: Kernel, ~Copyable {
    package static let symbol = "dynamics"
    package static let name = "Dynamics Processor"
    package static let summary = "Holds down what is loud, and pushes down what is faint."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("dcmp")

    /// Its parameters, and what its meters show.
    package enum Parameter: Int, CaseIterable, Sendable {
        case threshold, headroom, expansionRatio, expansionThreshold, attackTime, releaseTime, overallGain
        case compressionAmount, inputAmplitude, outputAmplitude
    }

    package static func address(of parameter: Parameter) -> UInt64 {
        switch parameter {
        case .compressionAmount: 1000
        case .inputAmplitude: 2000
        case .outputAmplitude: 3000
        default: UInt64(parameter.rawValue)
        }
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .threshold:
            ParameterSpec(
                "Threshold", -40...20, default: -20, .decibels, "Level above which the sound is held down.")
        case .headroom:
            ParameterSpec(
                "Headroom", 0.1...40, default: 5, .decibels,
                "How far the output can rise above the threshold, ever more slowly.", isLogarithmic: true)
        case .expansionRatio:
            ParameterSpec(
                "Expansion Ratio", 1...50, default: 2, .ratio,
                "Decibels by which the output falls for each decibel below the expansion threshold.",
                isLogarithmic: true)
        case .expansionThreshold:
            ParameterSpec(
                "Expansion Threshold", -120...0, default: -120, .decibels,
                "Level below which the sound is pushed down.")
        case .attackTime:
            ParameterSpec(
                "Attack Time", 0.0001...0.2, default: 0.001, .seconds,
                "Time in which the gain goes 63 % of its way down.", isLogarithmic: true)
        case .releaseTime:
            ParameterSpec(
                "Release Time", 0.01...3, default: 0.05, .seconds,
                "Time in which the gain goes 63 % of its way up.", isLogarithmic: true)
        case .overallGain: ParameterSpec("Overall Gain", -40...40, default: 0, .decibels, "Gain behind it.")
        case .compressionAmount: .meter("Compression Amount", 0...120, "By how much the gain is down.")
        case .inputAmplitude: .meter("Input Amplitude", -120...40, "Peak level of the input.")
        case .outputAmplitude: .meter("Output Amplitude", -120...40, "Peak level of the output.")
        }
    }

    private static var blockFrameCount: Int { @_noLocks get { 256 } }

    private let sampleRateHz: Double
    private let rampFrameCount: Int
    private let levels: UnsafeMutablePointer<Float>
    private var computer = GainComputer()
    private var curve = GainCurveRamps()
    private var overall = GainRamp()
    private var overallDecibels = Float.nan
    private var inputPeak: Float = 0
    private var outputPeak: Float = 0
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        levels = .allocate(capacity: Self.blockFrameCount)
        levels.initialize(repeating: 0, count: Self.blockFrameCount)
    }

    deinit { levels.deallocate() }

    @_noLocks
    package mutating func reset() {
        computer.reset()
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        let attack = weight(parameters[.attackTime])
        let release = weight(parameters[.releaseTime])
        inputPeak = 0
        outputPeak = 0
        var done = 0
        while done < block.frameCount {
            let most = min(curve.framesUntilTurn, overall.framesUntilTurn)
            let count = min(min(block.frameCount - done, Self.blockFrameCount), most)
            detect(block, done, count)
            computer.process(
                curve.lines, attackWeight: attack, releaseWeight: release, levels: levels, frameCount: count)
            apply(block, done, count)
            curve.advance(count)
            overall.advance(count)
            done += count
        }
    }

    @_noLocks
    package func show(on meters: MeterValues<Parameter>) {
        meters[.compressionAmount] = -computer.decibels
        meters[.inputAmplitude] = peakDecibels(inputPeak)
        meters[.outputAmplitude] = peakDecibels(outputPeak)
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        let frames = isFresh ? 0 : rampFrameCount
        curve.follow(
            threshold: parameters[.threshold], headroom: parameters[.headroom],
            expansionThreshold: parameters[.expansionThreshold],
            expansionRatio: parameters[.expansionRatio], over: frames)
        if overallDecibels != parameters[.overallGain] || isFresh {
            overallDecibels = parameters[.overallGain]
            overall.follow(linearGain(ofDecibels: overallDecibels), over: frames)
        }
        isFresh = false
    }

    @_noLocks
    private func weight(_ seconds: Float) -> Float {
        Float(OnePole.weight(timeSeconds: Double(seconds), sampleRateHz: sampleRateHz))
    }

    @_noLocks
    private mutating func detect(_ block: RenderBlock, _ first: Int, _ count: Int) {
        avf_dsp_clear(levels, count)
        for channel in 0..<block.input.channelCount {
            avf_dsp_rise_to(levels, block.input[channel] + first, count)
        }
        inputPeak = max(inputPeak, avf_dsp_peak(levels, count))
    }

    @_noLocks
    private mutating func apply(_ block: RenderBlock, _ first: Int, _ count: Int) {
        overall.apply(to: levels, into: levels, count)
        for channel in 0..<block.output.channelCount {
            let output = block.output[channel] + first
            avf_dsp_multiply(output, block.input[channel] + first, levels, count)
            outputPeak = max(outputPeak, avf_dsp_peak(output, count))
        }
    }
}
