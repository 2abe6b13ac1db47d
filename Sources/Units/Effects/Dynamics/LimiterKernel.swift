import AVFDSP
import AVFRender
import CAVFDSP

/// A limiter that looks ahead and keeps what lies between the samples below 0 dB too: Apple's 'lmtr'.
package struct LimiterKernel: Kernel, ~Copyable {
    package static let symbol = "limiter"
    package static let name = "Peak Limiter"
    package static let summary = "Keeps the sound below 0 dB, between the samples too."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("lmtr")
    package static let latencyCanChange = true

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case attackTime, decayTime, preGain }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .attackTime:
            ParameterSpec(
                "Attack Time", 0.001...0.03, default: 0.012, .seconds,
                "How early the gain begins to fall before a peak: the unit's latency, less a quarter millisecond."
            )
        case .decayTime:
            ParameterSpec(
                "Decay Time", 0.001...0.06, default: 0.024, .seconds,
                "Time in which the gain goes 63 % of its way back up.")
        case .preGain: ParameterSpec("Pre-Gain", -40...40, default: 0, .decibels, "Gain before it.")
        }
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double { Double(parameters[.attackTime]) + 24 / sampleRateHz }

    /// −0.05 dB: what the detector may miss.
    private static var ceiling: Float { @_noLocks get { 0.9943 } }
    private static var blockFrameCount: Int { @_noLocks get { 256 } }

    private let sampleRateHz: Double
    private let channelCount: Int
    private let rampFrameCount: Int
    private var detector: TruePeakDetector
    private var gains: LookaheadVoices
    private let lines: UnsafeMutablePointer<avf_dsp_delay_ring>
    private let lineFrameCount: Int
    /// Needs, then the gains and the late samples of two voices.
    private let scratch: UnsafeMutablePointer<Float>
    private var preGain = GainRamp()
    private var preGainDecibels = Float.nan
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        channelCount = configuration.channelCount
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        detector = TruePeakDetector(channelCount: channelCount, maximumFrameCount: Self.blockFrameCount)
        let most = Int(Self.spec(.attackTime).range.upperBound * Float(sampleRateHz)) + 2
        gains = LookaheadVoices(
            latencyFrameCount: Int(Self.spec(.attackTime).defaultValue * Float(sampleRateHz)),
            maximumLatencyFrameCount: most, fadeFrameCount: rampFrameCount)
        lineFrameCount = most + TruePeakDetector.latencyFrameCount + 2 * Self.blockFrameCount
        lines = .allocate(capacity: max(1, channelCount))
        for channel in 0..<channelCount {
            let samples = UnsafeMutablePointer<Float>.allocate(capacity: lineFrameCount)
            samples.initialize(repeating: 0, count: lineFrameCount)
            (lines + channel).initialize(
                to: avf_dsp_delay_ring(samples: samples, length: UInt32(lineFrameCount), position: 0))
        }
        let scratchCount = 5 * Self.blockFrameCount + TruePeakDetector.spareFrameCount
        scratch = .allocate(capacity: scratchCount)
        scratch.initialize(repeating: 0, count: scratchCount)
    }

    deinit {
        for channel in 0..<channelCount { lines[channel].samples.deallocate() }
        lines.deallocate()
        scratch.deallocate()
    }

    package var latencyFrames: Int { gains.latencyFrameCount + TruePeakDetector.latencyFrameCount }

    @_noLocks
    package mutating func reset() {
        detector.reset()
        gains.reset()
        for channel in 0..<channelCount {
            avf_dsp_clear(lines[channel].samples, lineFrameCount)
            lines[channel].position = 0
        }
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        let release = OnePole.weight(
            timeSeconds: Double(parameters[.decayTime]), sampleRateHz: sampleRateHz)
        let latency = Int(Double(parameters[.attackTime]) * sampleRateHz)
        var done = 0
        while done < block.frameCount {
            let most = min(gains.head(forLatency: latency), preGain.framesUntilTurn)
            let count = min(min(block.frameCount - done, Self.blockFrameCount), most)
            listen(block, done, count)
            gains.process(
                needs: scratch, releaseWeight: Float(release), gains: voiceGains(0),
                otherGains: voiceGains(1), frameCount: count)
            for channel in 0..<channelCount { play(channel, into: block.output[channel] + done, count) }
            gains.advance(count)
            preGain.advance(count)
            done += count
        }
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        if preGainDecibels != parameters[.preGain] || isFresh {
            preGainDecibels = parameters[.preGain]
            preGain.follow(linearGain(ofDecibels: preGainDecibels), over: isFresh ? 0 : rampFrameCount)
        }
        isFresh = false
    }

    @_noLocks
    private func voiceGains(_ voice: Int) -> UnsafeMutablePointer<Float> {
        scratch + TruePeakDetector.spareFrameCount + (1 + 2 * voice) * Self.blockFrameCount
    }

    @_noLocks
    private func late(_ voice: Int) -> UnsafeMutablePointer<Float> {
        voiceGains(voice) + Self.blockFrameCount
    }

    /// Takes the input and finds the gain that each frame needs.
    @_noLocks
    private mutating func listen(_ block: RenderBlock, _ first: Int, _ count: Int) {
        for channel in 0..<channelCount {
            preGain.apply(to: block.input[channel] + first, into: detector.next(channel), count)
            avf_dsp_ring_push(lines + channel, detector.next(channel), count)
        }
        detector.process(levels: scratch, frameCount: count)
        avf_dsp_needed_gain(scratch, scratch, Self.ceiling, count)
    }

    /// Multiplies what is late enough by its gain; fades where another latency takes over.
    @_noLocks
    private func play(_ channel: Int, into output: UnsafeMutablePointer<Float>, _ count: Int) {
        make(channel, 0, latency: gains.latencyFrameCount, output, count)
        guard let ramp = gains.fade else { return }
        make(channel, 1, latency: gains.otherLatencyFrameCount, late(1), count)
        avf_dsp_crossfade(output, output, late(1), ramp, count)
    }

    @_noLocks
    private func make(
        _ channel: Int, _ voice: Int, latency: Int, _ output: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        var tap = avf_dsp_tap(delay: UInt32(latency + TruePeakDetector.latencyFrameCount), gain: 1)
        avf_dsp_taps_run(lines + channel, &tap, 1, late(voice), count)
        avf_dsp_multiply(output, late(voice), voiceGains(voice), count)
    }
}
