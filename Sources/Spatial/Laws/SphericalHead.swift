import CAVFDSP

/// A rigid sphere in place of a head: when sound reaches an ear, and what the sphere keeps from it.
///
/// Brown and Duda, "A structural model for binaural sound synthesis", 1998; the delays are Woodworth's.
package struct SphericalHead: BitwiseCopyable, Sendable {
    package enum Ear: Int, BitwiseCopyable, Sendable { case left, right }

    /// A filter of the first order: y = b0 x + b1 x' − a1 y'.
    package struct Shelf: BitwiseCopyable, Sendable {
        package let b0: Double
        package let b1: Double
        package let a1: Double
    }

    /// Metres; default 0.0875.
    package let radius: Double
    /// Metres a second.
    package static var speedOfSound: Double { @_noLocks get { 343 } }

    /// A head with a radius in metres.
    @_noLocks
    package init(radius: Double = 0.0875) { self.radius = radius }

    /// The angle between a direction and an ear's axis, in radians.
    @_noLocks
    package func incidence(_ ear: Ear, _ direction: HeadDirection) -> Double {
        let lateral = direction.lateralRadians
        return .pi / 2 + (ear == .left ? lateral : -lateral)
    }

    /// Seconds by which sound reaches an ear after it would have reached the middle of the head, had there
    /// been none.
    @_noLocks
    package func delay(incidence: Double) -> Double {
        let time = radius / Self.speedOfSound
        return incidence < .pi / 2 ? -time * avf_dsp_cos(incidence) : time * (incidence - .pi / 2)
    }

    /// `(1 + α·jω/2ω₀) / (1 + jω/2ω₀)` with ω₀ = c / radius, by the bilinear transform.
    @_noLocks
    package func shadow(incidence: Double, sampleRateHz: Double) -> Shelf {
        let least = 0.1
        let weakest = 150.0
        let degrees = incidence * 180 / .pi
        let alpha = (1 + least / 2) + (1 - least / 2) * avf_dsp_cos(degrees / weakest * .pi)
        let rate = sampleRateHz * radius / Self.speedOfSound
        return Shelf(
            b0: (1 + alpha * rate) / (1 + rate), b1: (1 - alpha * rate) / (1 + rate),
            a1: (1 - rate) / (1 + rate))
    }
}
