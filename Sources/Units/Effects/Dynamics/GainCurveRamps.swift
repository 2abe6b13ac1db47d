import CAVFDSP

/// The numbers of a gain curve, each on its way to what is wanted.
struct GainCurveRamps {
    private var threshold = GainRamp()
    private var headroom = GainRamp()
    private var expansionThreshold = GainRamp()
    private var expansionRatio = GainRamp()

    @_noLocks
    init() {}

    /// Takes what is wanted: at once, or over some frames.
    @_noLocks
    mutating func follow(
        threshold: Float, headroom: Float, expansionThreshold: Float, expansionRatio: Float,
        over frameCount: Int
    ) {
        self.threshold.follow(threshold, over: frameCount)
        self.headroom.follow(headroom, over: frameCount)
        self.expansionThreshold.follow(expansionThreshold, over: frameCount)
        self.expansionRatio.follow(expansionRatio, over: frameCount)
    }

    /// The lines on which the numbers are.
    var lines: avf_dsp_gain_curve {
        @_noLocks get {
            avf_dsp_gain_curve(
                threshold: threshold.line, headroom: headroom.line,
                expansionThreshold: expansionThreshold.line, expansionRatio: expansionRatio.line)
        }
    }

    /// Frames for which `lines` holds.
    var framesUntilTurn: Int {
        @_noLocks get {
            min(
                min(threshold.framesUntilTurn, headroom.framesUntilTurn),
                min(expansionThreshold.framesUntilTurn, expansionRatio.framesUntilTurn))
        }
    }

    /// Moves on.
    @_noLocks
    mutating func advance(_ frameCount: Int) {
        threshold.advance(frameCount)
        headroom.advance(frameCount)
        expansionThreshold.advance(frameCount)
        expansionRatio.advance(frameCount)
    }
}

/// A peak as a meter shows it, from −120 dB to 40 dB.
@_noLocks
func peakDecibels(_ peak: Float) -> Float {
    peak < 1e-6 ? -120 : min(40, 20 * Float(avf_dsp_log10(Double(peak))))
}
