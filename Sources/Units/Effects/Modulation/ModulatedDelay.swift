import AVFDSP
import AVFRender
import CAVFDSP

/// A modulated delay, beside the sound itself: what chorus and flanger have in common.
struct ModulatedDelay: ~Copyable {
    /// What is wanted; delays in seconds, shares in percent.
    struct Settings {
        var rateHz: Float
        var delaySeconds: Float
        var depthSeconds: Float
        var feedback: Float
        var spreadDegrees: Float
        var mixPercent: Float

        @_noLocks
        init(
            rateHz: Float, delaySeconds: Float, depthSeconds: Float, feedback: Float, spreadDegrees: Float,
            mixPercent: Float
        ) {
            self.rateHz = rateHz
            self.delaySeconds = delaySeconds
            self.depthSeconds = depthSeconds
            self.feedback = feedback
            self.spreadDegrees = spreadDegrees
            self.mixPercent = mixPercent
        }
    }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let delays: UnsafeMutablePointer<Float>
    private let wetSignal: UnsafeMutablePointer<Float>
    private let sampleRateHz: Float
    private let rampFrameCount: Int
    private let maximumFrameCount: Float
    private var line: VariableDelay
    private var lfo: LFO
    private var delay = GainRamp()
    private var depth = GainRamp()
    private var feedback = GainRamp(0)
    private var dry = GainRamp()
    private var wet = GainRamp()
    private var isFresh = true

    /// Lines for delays of up to `maximumSeconds`, modulation included.
    init(_ configuration: UnitConfiguration, maximumSeconds: Double) {
        sampleRateHz = Float(configuration.sampleRateHz)
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        maximumFrameCount = Float(maximumSeconds * configuration.sampleRateHz) + VariableDelay.leastFrameCount
        line = VariableDelay(
            maximumFrameCount: Int(maximumFrameCount) + 1, channelCount: configuration.channelCount)
        lfo = LFO(sampleRateHz: configuration.sampleRateHz)
        delays = .allocate(capacity: LFO.blockFrameCount)
        wetSignal = .allocate(capacity: LFO.blockFrameCount)
        delays.initialize(repeating: 0, count: LFO.blockFrameCount)
        wetSignal.initialize(repeating: 0, count: LFO.blockFrameCount)
    }

    deinit {
        delays.deallocate()
        wetSignal.deallocate()
    }

    @_noLocks
    mutating func reset() {
        line.reset()
        lfo.reset()
        isFresh = true
    }

    /// Seconds until the feedback has fallen by 120 dB.
    static func tailSeconds(longestDelaySeconds: Float, feedback: Float) -> Double {
        let turns = abs(feedback) < 1e-3 ? 1 : 1 - 13.8 / avf_dsp_log(Double(abs(feedback)))
        return Double(longestDelaySeconds) * turns + 0.01
    }

    @_noLocks
    mutating func process(_ block: RenderBlock, _ settings: Settings) {
        follow(settings)
        var done = 0
        while done < block.frameCount {
            let count = min(min(block.frameCount - done, LFO.blockFrameCount), framesUntilTurn)
            for channel in 0..<block.output.channelCount {
                make(channel, block.input[channel] + done, block.output[channel] + done, count)
            }
            advance(count)
            done += count
        }
    }

    private var framesUntilTurn: Int {
        @_noLocks get { min(min(delay.framesUntilTurn, depth.framesUntilTurn), feedback.framesUntilTurn) }
    }

    @_noLocks
    private mutating func follow(_ settings: Settings) {
        let frames = isFresh ? 0 : rampFrameCount
        lfo.follow(rateHz: settings.rateHz, spreadDegrees: settings.spreadDegrees)
        // A delay that moves is a tape whose speed changes: slowly enough not to squeal.
        delay.follow(settings.delaySeconds * sampleRateHz, over: 10 * frames)
        depth.follow(settings.depthSeconds * sampleRateHz, over: 10 * frames)
        feedback.follow(settings.feedback, over: frames)
        dry.follow(1 - settings.mixPercent / 100, over: frames)
        wet.follow(settings.mixPercent / 100, over: frames)
        isFresh = false
    }

    @_noLocks
    private mutating func make(
        _ channel: Int, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        avf_dsp_modulate_delay(
            delays, lfo.wave(channel, count), delay.line, depth.line, VariableDelay.leastFrameCount,
            maximumFrameCount, count)
        line.process(
            channel, input: input, output: wetSignal, delays: delays, feedback: feedback.line,
            frameCount: count)
        dry.apply(to: input, into: output, count)
        wet.apply(to: wetSignal, into: wetSignal, count)
        avf_dsp_add(output, wetSignal, count)
    }

    @_noLocks
    private mutating func advance(_ count: Int) {
        lfo.advance(count)
        delay.advance(count)
        depth.advance(count)
        feedback.advance(count)
        dry.advance(count)
        wet.advance(count)
    }
}
