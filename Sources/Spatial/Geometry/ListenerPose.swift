import CAVFDSP

/// Where the listener is and where the head points.
///
/// The axes are Apple's: right-handed, x to the right, y up, and a listener who was not turned looks
/// along −z.
package struct ListenerPose: BitwiseCopyable, Sendable, Equatable {
    /// What was wrong with a pose that was asked for.
    package enum Repair: Sendable, Equatable {
        /// A number was infinite or none; the old one was kept.
        case notFinite
        /// Forward or up had no length; the old orientation was kept.
        case noDirection
        /// Forward and up lay on one line; another up was found.
        case parallel
        /// Up was not perpendicular to forward; it was turned until it was.
        case notPerpendicular
    }

    /// In metres.
    package private(set) var position = Vector3(0, 0, 0)
    /// Of length 1, as the other two, and perpendicular to them.
    package private(set) var forward = Vector3(0, 0, -1)
    package private(set) var up = Vector3(0, 1, 0)
    package private(set) var right = Vector3(1, 0, 0)

    /// A listener at the origin who looks along −z.
    @_noLocks
    package init() {}

    /// Moves the listener; a place that is not finite changes nothing. [control]
    package mutating func move(to position: Vector3) -> Repair? {
        guard position.isFinite else { return .notFinite }
        self.position = position
        return nil
    }

    /// Turns the head. [control]
    /// - Parameters:
    ///   - forward: Where the nose points; any length but 0.
    ///   - up: Where the top of the head points; of it counts what is perpendicular to `forward`.
    /// - Returns: What had to be repaired.
    package mutating func turn(forward: Vector3, up: Vector3) -> Repair? {
        guard forward.isFinite, up.isFinite else { return .notFinite }
        guard let nose = forward.normalized, let top = up.normalized else { return .noDirection }
        if let side = nose.cross(top).normalized, nose.cross(top).length > 1e-6 {
            set(nose, side)
            return abs(nose.dot(top)) > 1e-6 ? .notPerpendicular : nil
        }
        // Any up will do: the axis of the world that is farthest from the nose, y first.
        let other = abs(nose.y) < 0.9 ? Vector3(0, 1, 0) : Vector3(0, 0, nose.y > 0 ? 1 : -1)
        guard let side = nose.cross(other).normalized else { return .parallel }
        set(nose, side)
        return .parallel
    }

    /// Turns the head by angles in degrees: by `yaw` clockwise, then up by `pitch`, then by `roll` to the
    /// right. [control]
    package mutating func turn(yawDegrees: Double, pitchDegrees: Double, rollDegrees: Double) -> Repair? {
        guard yawDegrees.isFinite, pitchDegrees.isFinite, rollDegrees.isFinite else { return .notFinite }
        let (yaw, pitch, roll) = (
            Self.radians(yawDegrees), Self.radians(pitchDegrees), Self.radians(rollDegrees)
        )
        let (sinYaw, cosYaw) = (avf_dsp_sin(yaw), avf_dsp_cos(yaw))
        let (sinPitch, cosPitch) = (avf_dsp_sin(pitch), avf_dsp_cos(pitch))
        let level = Vector3(cosYaw, 0, sinYaw)
        let top = Vector3(-sinYaw * sinPitch, cosPitch, cosYaw * sinPitch)
        forward = Vector3(sinYaw * cosPitch, sinPitch, -cosYaw * cosPitch)
        up = top.scaled(by: avf_dsp_cos(roll)).adding(level.scaled(by: avf_dsp_sin(roll)))
        right = level.scaled(by: avf_dsp_cos(roll)).subtracting(top.scaled(by: avf_dsp_sin(roll)))
        return nil
    }

    /// Yaw, pitch and roll in degrees, as `turn` takes them; of a nose that points straight up or down, roll
    /// is 0.
    package var angleDegrees: (yaw: Double, pitch: Double, roll: Double) {
        let pitch = avf_dsp_atan2(
            forward.y, avf_dsp_sqrt(forward.x * forward.x + forward.z * forward.z))
        if forward.x * forward.x + forward.z * forward.z < 1e-18 {
            let sign: Double = forward.y > 0 ? -1 : 1
            let yaw = avf_dsp_atan2(sign * up.x, -sign * up.z)
            return (yaw * 180 / .pi, pitch * 180 / .pi, 0)
        }
        let yaw = avf_dsp_atan2(forward.x, -forward.z)
        let level = Vector3(avf_dsp_cos(yaw), 0, avf_dsp_sin(yaw))
        let roll = avf_dsp_atan2(up.dot(level), right.dot(level))
        return (yaw * 180 / .pi, pitch * 180 / .pi, roll * 180 / .pi)
    }

    /// Where a place of the world is, as the head sees it.
    @_noLocks
    package func direction(of place: Vector3) -> HeadDirection {
        let way = place.subtracting(position)
        return HeadDirection(front: way.dot(forward), left: -way.dot(right), up: way.dot(up))
    }

    private mutating func set(_ nose: Vector3, _ side: Vector3) {
        forward = nose
        right = side
        up = side.cross(nose)
    }

    /// Whole turns are left out first, so that angles that are sums of many keep their precision.
    private static func radians(_ degrees: Double) -> Double {
        degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    }
}
