import AVFSpatial

/// How a listener's head is turned on top of what the program has said.
package struct HeadTracking: Sendable {
    /// Whether the pose counts.
    package var isEnabled = false
    /// The newest pose, as seen by a listener who was not turned: its place is in metres from the listener's.
    package private(set) var pose = ListenerPose()

    /// Takes a pose; numbers that are none change nothing.
    package mutating func turn(yawDegrees: Double, pitchDegrees: Double, rollDegrees: Double) {
        _ = pose.turn(yawDegrees: yawDegrees, pitchDegrees: pitchDegrees, rollDegrees: rollDegrees)
    }

    /// The listener with the head turned.
    func applied(to listener: ListenerPose) -> ListenerPose {
        guard isEnabled else { return listener }
        func world(_ own: Vector3) -> Vector3 {
            listener.right.scaled(by: own.x).adding(listener.up.scaled(by: own.y))
                .adding(listener.forward.scaled(by: -own.z))
        }
        var turned = listener
        _ = turned.turn(forward: world(pose.forward), up: world(pose.up))
        return turned
    }
}
