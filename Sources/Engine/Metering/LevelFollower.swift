import CAVFDSP

/// One channel's levels, block by block.
struct LevelFollower: BitwiseCopyable, Sendable {
    private var meanSquare = 0.0
    private var peak: Float = 0
    private var heldFrameCount = 0.0

    private static var averageSeconds: Double { @_noLocks get { 0.1 } }
    private static var holdSeconds: Double { @_noLocks get { 0.5 } }
    private static var fallDecibelsPerSecond: Double { @_noLocks get { 20 } }

    /// Silence so far.
    @_noLocks
    init() {}

    /// Takes the next frames in.
    @_noLocks
    mutating func take(_ samples: UnsafePointer<Float>, frameCount: Int, sampleRateHz: Double) {
        let seconds = Double(frameCount) / sampleRateHz
        let share = avf_dsp_exp(-seconds / Self.averageSeconds)
        let power = avf_dsp_sum_of_squares(samples, frameCount) / Double(frameCount)
        // A sample that is no number must not stay in the mean for ever.
        meanSquare = power.isFinite ? power + share * (meanSquare - power) : meanSquare
        follow(avf_dsp_peak(samples, frameCount), frameCount: Double(frameCount), sampleRateHz)
    }

    @_noLocks
    private mutating func follow(_ newest: Float, frameCount: Double, _ sampleRateHz: Double) {
        let hold = heldFrameCount - frameCount
        if hold < 0 {
            peak *= Float(
                avf_dsp_pow(10, Self.fallDecibelsPerSecond / 20 * max(hold, -frameCount) / sampleRateHz))
        }
        heldFrameCount = max(0, hold)
        guard newest >= peak, newest.isFinite else { return }
        peak = newest
        heldFrameCount = Self.holdSeconds * sampleRateHz
    }

    /// Mean square and peak, as two floats.
    var bits: UInt64 {
        @_noLocks get { UInt64(Float(meanSquare).bitPattern) << 32 | UInt64(peak.bitPattern) }
    }
}
