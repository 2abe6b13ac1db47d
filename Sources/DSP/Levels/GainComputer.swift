import CAVFDSP

/// Turns levels into gains: a curve in decibels, then attack and release.
///
/// The order is that of Giannoulis, Massberg and Reiss, "Digital dynamic range compressor design", 2012:
/// smoothing behind the curve, in decibels, lets the release begin at once and last equally long at every
/// level.
package struct GainComputer {
    private var reached: Float = 0

    /// A computer whose gain is 1.
    @_noLocks
    package init() {}

    /// The gain in decibels that was reached last, at most 0.
    package var decibels: Float { @_noLocks get { reached } }

    /// Goes back to a gain of 1.
    @_noLocks
    package mutating func reset() { reached = 0 }

    /// Replaces levels, of at least 0, by linear gains.
    ///
    /// The weights are the shares of the way that are gone in a frame, downwards and upwards.
    @_noLocks
    package mutating func process(
        _ curve: avf_dsp_gain_curve, attackWeight: Float, releaseWeight: Float,
        levels: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        var curve = curve
        avf_dsp_decibels(levels, levels, frameCount)
        avf_dsp_gain_curve_run(&curve, levels, levels, frameCount)
        reached = avf_dsp_ballistics(levels, reached, attackWeight, releaseWeight, frameCount)
        avf_dsp_gains(levels, levels, frameCount)
    }
}
