import CAVFDSP

/// Two gains whose squares add up to 1, by the angle to the side.
///
/// `left = cos x`, `right = sin x` with `x = (lateral + 90°) / 180° · 90°`. In the plane of the ears it is
/// the law of the Web Audio API's panner (W3C, "Web Audio API", section on equal-power panning), and it
/// goes on smoothly over the head.
package struct EqualPowerPan: BitwiseCopyable, Sendable {
    package let left: Double
    package let right: Double

    /// The gains of a direction.
    @_noLocks
    package init(_ direction: HeadDirection) {
        let angle = (direction.lateralRadians + .pi / 2) / 2
        left = avf_dsp_cos(angle)
        right = avf_dsp_sin(angle)
    }
}
