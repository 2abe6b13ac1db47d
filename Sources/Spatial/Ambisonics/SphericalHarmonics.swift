import CAVFDSP

/// Real spherical harmonics up to the third order, in the order of ACN with SN3D's scale.
///
/// Axes: x to the front, y to the left, z up. Nachbar et al., "AmbiX: a suggested ambisonics format", 2011;
/// the polynomials are those of Zotter and Frank, "Ambisonics", 2019, appendix A. The squares of each order
/// add up to 1.
package enum SphericalHarmonics {
    /// The highest order.
    package static var mostOrder: Int { @_noLocks get { 3 } }
    /// Channels of the highest order.
    package static var mostChannels: Int { @_noLocks get { 16 } }

    /// Writes the 16 values of a unit vector.
    @_noLocks
    package static func evaluate(_ unit: Vector3, into values: UnsafeMutablePointer<Double>) {
        let (x, y, z) = (unit.x, unit.y, unit.z)
        values[0] = 1
        values[1] = y
        values[2] = z
        values[3] = x
        let root3 = 1.732_050_807_568_877_2
        values[4] = root3 * x * y
        values[5] = root3 * y * z
        values[6] = (3 * z * z - 1) / 2
        values[7] = root3 * x * z
        values[8] = root3 / 2 * (x * x - y * y)
        let (root58, root15, root38) = (
            0.790_569_415_042_094_8, 3.872_983_346_207_417, 0.612_372_435_695_794_5
        )
        values[9] = root58 * y * (3 * x * x - y * y)
        values[10] = root15 * x * y * z
        values[11] = root38 * y * (5 * z * z - 1)
        values[12] = z * (5 * z * z - 3) / 2
        values[13] = root38 * x * (5 * z * z - 1)
        values[14] = root15 / 2 * z * (x * x - y * y)
        values[15] = root58 * x * (x * x - 3 * y * y)
    }

    /// The 16 values of a unit vector. [control]
    package static func values(_ unit: Vector3) -> [Double] {
        var values = [Double](repeating: 0, count: mostChannels)
        evaluate(unit, into: &values)
        return values
    }

    /// The order of a channel.
    @_noLocks
    package static func order(ofChannel channel: Int) -> Int {
        channel < 1 ? 0 : channel < 4 ? 1 : channel < 9 ? 2 : 3
    }

    /// The full order that so many channels have; nil if none has so many.
    package static func order(ofChannelCount count: Int) -> Int? {
        (0...mostOrder).first { ($0 + 1) * ($0 + 1) == count }
    }

    /// Weights of the orders 0…`order` for which the energy points best into the direction ("max-rE").
    ///
    /// Legendre polynomials at the largest root of the one of the next order: Daniel, "Représentation de
    /// champs acoustiques", 2000.
    package static func maxREWeights(order: Int) -> [Double] {
        guard order > 0 else { return [1] }
        // Newton's method from above the largest root, where all derivatives are positive.
        var root = 1.0
        for _ in 0..<60 {
            let step = 1e-7
            let value = legendre(order + 1, root)
            let slope = (legendre(order + 1, root + step) - legendre(order + 1, root - step)) / (2 * step)
            root -= value / slope
        }
        return (0...order).map { legendre($0, root) }
    }

    private static func legendre(_ degree: Int, _ x: Double) -> Double {
        var (before, now) = (1.0, x)
        guard degree > 0 else { return 1 }
        for n in 1..<max(2, degree) where degree > 1 {
            (before, now) = (now, (Double(2 * n + 1) * x * now - Double(n) * before) / Double(n + 1))
        }
        return now
    }
}
