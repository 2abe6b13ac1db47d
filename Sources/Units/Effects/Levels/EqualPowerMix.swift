import CAVFDSP

/// The gains of a dry and a wet signal that have nothing in common: their squares add up to 1.
struct EqualPowerMix {
    /// Gain of the dry signal: 1 at 0 %, 0 at 100 %.
    let dry: Float
    /// Gain of the wet signal: 0 at 0 %, 1 at 100 %.
    let wet: Float

    /// The gains for a share of the wet signal; both ends are exact.
    @_noLocks
    init(percent: Float) {
        let angle = 0.5 * Double.pi * Double(percent) / 100
        dry = percent >= 100 ? 0 : Float(avf_dsp_cos(angle))
        wet = percent >= 100 ? 1 : Float(avf_dsp_sin(angle))
    }
}
