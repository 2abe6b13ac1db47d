import AVFDSP
import AVFRender
import CAVFDSP

/// Notches that wander: the sound and a copy of it through a row of first-order all-passes.
package struct PhaserKernel: Kernel, ~Copyable {
    package static let symbol = "phaser"
    package static let name = "Phaser"
    package static let summary = "Adds a copy with a wandering phase, which cuts wandering notches."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("phas")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable {
        case rate, centerFrequency, depth, notches, feedback, spread, dryWetMix
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .rate:
            ParameterSpec(
                "Rate", 0.02...10, default: 0.4, .hertz, "How often the notches wander.", isLogarithmic: true)
        case .centerFrequency:
            ParameterSpec(
                "Center Frequency", 50...5000, default: 600, .hertz, "Where they are in the middle.",
                isLogarithmic: true)
        case .depth:
            ParameterSpec("Depth", 0...3, default: 1.5, .octaves, "How far they wander to each side.")
        case .notches:
            ParameterSpec(
                "Notches", 1...6, default: 2, .generic, "How many there are; heard at once.", isInteger: true)
        case .feedback:
            ParameterSpec(
                "Feedback", -90...90, default: 0, .percent, "How high the peaks between them are.")
        case .spread:
            ParameterSpec(
                "Spread", 0...180, default: 90, .degrees,
                "By how much the right side wanders ahead of the left one.")
        case .dryWetMix:
            ParameterSpec(
                "Dry/Wet Mix", 0...100, default: 50, .percent, "Share of the copy: at 50 notches are deepest."
            )
        }
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double {
        // All-passes of the lowest corner, each 14 time constants long, and how often feedback sends it
        // round.
        let corner = Double(parameters[.centerFrequency]) * avf_dsp_exp2(-Double(parameters[.depth]))
        let once = 14 * 2 * Double(parameters[.notches]) / (2 * .pi * corner)
        let feedback = Double(abs(parameters[.feedback])) / 100
        return once * (feedback < 1e-3 ? 1 : 1 - 13.8 / avf_dsp_log(feedback)) + 0.02
    }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let phasers: UnsafeMutablePointer<avf_dsp_phaser>
    private let weights: UnsafeMutablePointer<Float>
    private let wetSignal: UnsafeMutablePointer<Float>
    private let channelCount: Int
    private let sampleRateHz: Float
    private let rampFrameCount: Int
    private var lfo: LFO
    private var center = GainRamp()
    private var depth = GainRamp()
    private var feedback = GainRamp(0)
    private var dry = GainRamp()
    private var wet = GainRamp()
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        channelCount = configuration.channelCount
        sampleRateHz = Float(configuration.sampleRateHz)
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        lfo = LFO(sampleRateHz: configuration.sampleRateHz)
        phasers = .allocate(capacity: max(1, channelCount))
        phasers.initialize(repeating: avf_dsp_phaser(), count: channelCount)
        weights = .allocate(capacity: LFO.blockFrameCount)
        wetSignal = .allocate(capacity: LFO.blockFrameCount)
        weights.initialize(repeating: 0, count: LFO.blockFrameCount)
        wetSignal.initialize(repeating: 0, count: LFO.blockFrameCount)
    }

    deinit {
        phasers.deallocate()
        weights.deallocate()
        wetSignal.deallocate()
    }

    @_noLocks
    package mutating func reset() {
        for channel in 0..<channelCount { phasers[channel] = avf_dsp_phaser() }
        lfo.reset()
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        let stageCount = 2 * Int(parameters[.notches])
        var done = 0
        while done < block.frameCount {
            let count = min(min(block.frameCount - done, LFO.blockFrameCount), feedback.framesUntilTurn)
            for channel in 0..<channelCount {
                turn(channel, count)
                let output = block.output[channel] + done
                avf_dsp_phaser_run(
                    phasers + channel, stageCount, wetSignal, block.input[channel] + done, weights,
                    feedback.line, count)
                dry.apply(to: block.input[channel] + done, into: output, count)
                wet.apply(to: wetSignal, into: wetSignal, count)
                avf_dsp_add(output, wetSignal, count)
            }
            advance(count)
            done += count
        }
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        let frames = isFresh ? 0 : rampFrameCount
        lfo.follow(rateHz: parameters[.rate], spreadDegrees: parameters[.spread])
        center.follow(parameters[.centerFrequency] / sampleRateHz, over: frames)
        // As decibels: an octave is 20 log10 2.
        depth.follow(parameters[.depth] * 6.0205999, over: frames)
        feedback.follow(parameters[.feedback] / 100, over: frames)
        dry.follow(1 - parameters[.dryWetMix] / 100, over: frames)
        wet.follow(parameters[.dryWetMix] / 100, over: frames)
        isFresh = false
    }

    /// The all-passes' weights in the next frames.
    @_noLocks
    private mutating func turn(_ channel: Int, _ count: Int) {
        depth.apply(to: lfo.wave(channel, count), into: weights, count)
        avf_dsp_gains(weights, weights, count)
        center.apply(to: weights, into: weights, count)
        avf_dsp_all_pass_weights(weights, weights, count)
    }

    @_noLocks
    private mutating func advance(_ count: Int) {
        lfo.advance(count)
        center.advance(count)
        depth.advance(count)
        feedback.advance(count)
        dry.advance(count)
        wet.advance(count)
    }
}
