import CAVFDSP

/// A place or a direction in space.
package struct Vector3: BitwiseCopyable, Sendable, Equatable {
    package var x: Double
    package var y: Double
    package var z: Double

    /// A vector of its three parts.
    @_noLocks
    package init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Whether all parts are the same.
    @_noLocks
    package func coincides(with other: Vector3) -> Bool { x == other.x && y == other.y && z == other.z }

    /// The scalar product.
    @_noLocks
    package func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

    /// The vector product by the right-hand rule.
    @_noLocks
    package func cross(_ other: Vector3) -> Vector3 {
        Vector3(
            y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// How long it is.
    package var length: Double { @_noLocks get { avf_dsp_sqrt(dot(self)) } }

    /// Whether no part is infinite or no number.
    package var isFinite: Bool { @_noLocks get { x.isFinite && y.isFinite && z.isFinite } }

    /// The vector times a number.
    @_noLocks
    package func scaled(by factor: Double) -> Vector3 { Vector3(x * factor, y * factor, z * factor) }

    /// The sum.
    @_noLocks
    package func adding(_ other: Vector3) -> Vector3 { Vector3(x + other.x, y + other.y, z + other.z) }

    /// The difference.
    @_noLocks
    package func subtracting(_ other: Vector3) -> Vector3 { Vector3(x - other.x, y - other.y, z - other.z) }

    /// The direction of the vector as one of length 1; nil if it has none.
    ///
    /// It is scaled before it is squared, so that no length overflows or vanishes.
    package var normalized: Vector3? {
        @_noLocks get {
            let largest = max(abs(x), max(abs(y), abs(z)))
            guard isFinite, largest > 0, largest >= Double.leastNormalMagnitude else { return nil }
            let scaled = Vector3(x / largest, y / largest, z / largest)
            return scaled.scaled(by: 1 / scaled.length)
        }
    }
}
