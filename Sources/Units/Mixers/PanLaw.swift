import CAVFDSP

/// The gains of a pan position: equal power along the way, unity on both sides in the middle.
///
/// `left = √2 · cos θ`, `right = √2 · sin θ` with `θ = (pan + 1) · π/4`: the sum of the squares is 2
/// everywhere, and a mono source in the middle is copied to both sides untouched, as Apple's mixer does.
package struct PanLaw: Sendable, Equatable {
    /// Gain of the left channel, 0…√2.
    package let left: Float
    /// Gain of the right channel, 0…√2.
    package let right: Float

    /// The gains at a position from −1 (left) to 1 (right).
    package init(pan: Float) {
        if pan == 0 || pan.isNaN {
            (left, right) = (1, 1)
        } else if abs(pan) >= 1 {
            let side = Float(2).squareRoot()
            (left, right) = pan < 0 ? (side, 0) : (0, side)
        } else {
            let angle = (Double(pan) + 1) * .pi / 4
            (left, right) = (
                Float(2.0.squareRoot() * avf_dsp_cos(angle)), Float(2.0.squareRoot() * avf_dsp_sin(angle))
            )
        }
    }
}
