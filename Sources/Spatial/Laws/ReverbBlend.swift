import CAVFDSP

/// How a source is divided between itself and the reverb: with constant power.
package struct ReverbBlend: BitwiseCopyable, Sendable {
    package let dry: Double
    package let wet: Double

    /// The gains for a share of the reverb, 0…1; what lies outside is clamped.
    @_noLocks
    package init(_ share: Double) {
        let angle = (share >= 0 ? min(1, share) : 0) * .pi / 2
        dry = share >= 1 ? 0 : avf_dsp_cos(angle)
        wet = share > 0 ? avf_dsp_sin(angle) : 0
    }
}
