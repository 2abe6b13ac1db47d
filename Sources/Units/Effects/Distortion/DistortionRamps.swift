import CAVFDSP

/// The numbers of a distortion, each on its way to what is wanted.
struct DistortionRamps {
    private(set) var gain = GainRamp()
    private(set) var crushMix = GainRamp()
    private(set) var linear = GainRamp()
    private(set) var squared = GainRamp()
    private(set) var cubic = GainRamp()
    private(set) var ringMix = GainRamp()
    private(set) var ringBalance = GainRamp()
    private(set) var mix = GainRamp()
    private var echoFeedback = GainRamp()
    private var echoMix = GainRamp()
    private var echoDry = GainRamp()

    @_noLocks
    init() {}

    /// Takes what is wanted: at once, or over some frames.
    @_noLocks
    mutating func follow(_ settings: DistortionSettings, over frameCount: Int) {
        gain.follow(settings.gain, over: frameCount)
        crushMix.follow(settings.crushMix, over: frameCount)
        linear.follow(settings.linear, over: frameCount)
        squared.follow(settings.squared, over: frameCount)
        cubic.follow(settings.cubic, over: frameCount)
        ringMix.follow(settings.ringMix, over: frameCount)
        ringBalance.follow(settings.ringBalance, over: frameCount)
        mix.follow(settings.mix, over: frameCount)
        echoFeedback.follow(settings.echoFeedback, over: frameCount)
        echoMix.follow(settings.echoMix, over: frameCount)
        echoDry.follow(1 - settings.echoMix, over: frameCount)
    }

    /// The lines of the echo.
    var echo: avf_dsp_echo {
        @_noLocks get {
            var echo = avf_dsp_echo()
            echo.dry = echoDry.line
            echo.wet = echoMix.line
            echo.feedback = echoFeedback.line
            echo.weight = avf_dsp_ramp(start: 1, step: 0, firstIndex: 0)
            return echo
        }
    }

    /// Frames for which every line holds.
    var framesUntilTurn: Int {
        @_noLocks get {
            let bent = min(linear.framesUntilTurn, min(squared.framesUntilTurn, cubic.framesUntilTurn))
            let ring = min(ringMix.framesUntilTurn, ringBalance.framesUntilTurn)
            let echo = min(
                echoFeedback.framesUntilTurn, min(echoMix.framesUntilTurn, echoDry.framesUntilTurn))
            let ends = min(gain.framesUntilTurn, min(mix.framesUntilTurn, crushMix.framesUntilTurn))
            return min(min(bent, ring), min(echo, ends))
        }
    }

    /// Moves on.
    @_noLocks
    mutating func advance(_ frameCount: Int) {
        gain.advance(frameCount)
        crushMix.advance(frameCount)
        linear.advance(frameCount)
        squared.advance(frameCount)
        cubic.advance(frameCount)
        ringMix.advance(frameCount)
        ringBalance.advance(frameCount)
        mix.advance(frameCount)
        echoFeedback.advance(frameCount)
        echoMix.advance(frameCount)
        echoDry.advance(frameCount)
    }
}
