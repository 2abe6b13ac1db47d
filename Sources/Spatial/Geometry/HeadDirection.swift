import CAVFDSP

/// Where a source is, as the head sees it.
///
/// The axes are those of SOFA (AES69): x to the front, y to the left, z up.
package struct HeadDirection: BitwiseCopyable, Sendable {
    /// A vector of length 1.
    package let unit: Vector3
    /// How far away the source is, in metres; at 0 the direction is the one straight ahead.
    package let distance: Double

    /// A direction at a distance; a vector of length 0 means straight ahead.
    @_noLocks
    package init(front: Double, left: Double, up: Double) {
        let vector = Vector3(front, left, up)
        unit = vector.normalized ?? Vector3(1, 0, 0)
        let largest = max(abs(front), max(abs(left), abs(up)))
        distance = largest > 0 ? largest * vector.scaled(by: 1 / largest).length : 0
    }

    /// The direction at a clockwise azimuth and an elevation in degrees, as Apple counts them.
    @_noLocks
    package init(azimuthDegrees: Double, elevationDegrees: Double, distance: Double = 1) {
        let (azimuth, elevation) = (azimuthDegrees * .pi / 180, elevationDegrees * .pi / 180)
        let level = avf_dsp_cos(elevation)
        unit = Vector3(
            avf_dsp_cos(azimuth) * level, -avf_dsp_sin(azimuth) * level, avf_dsp_sin(elevation))
        self.distance = distance
    }

    /// Degrees from the front, clockwise: 90 is right; above −180, at most 180.
    package var azimuthDegrees: Double { @_noLocks get { avf_dsp_atan2(-unit.y, unit.x) * 180 / .pi } }

    /// Degrees above the plane of the ears.
    package var elevationDegrees: Double {
        @_noLocks get {
            let level = avf_dsp_sqrt(unit.x * unit.x + unit.y * unit.y)
            return avf_dsp_atan2(unit.z, level) * 180 / .pi
        }
    }

    /// The angle to the right of the plane through front, top and back, −π/2…π/2.
    package var lateralRadians: Double {
        @_noLocks get {
            let level = avf_dsp_sqrt(unit.x * unit.x + unit.z * unit.z)
            return avf_dsp_atan2(-unit.y, level)
        }
    }
}
