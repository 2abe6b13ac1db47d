import AVFEngine

// Whose ears an environment renders with, and where they are turned. (Not in Apple's API.)

extension AVAudioEnvironmentNode {
    /// Whose ears `HRTF` and `HRTFHQ` render with. (Not in Apple's API.)
    public enum HRTFSet: Sendable, Equatable {
        /// The measurement that libmysofa brings along, or a rigid sphere where it is not installed; the
        /// default.
        case standard
        /// A rigid sphere with two ears, which is the same on every system.
        case sphericalHead
        /// A measurement in a SOFA file (AES69, convention SimpleFreeFieldHRIR).
        case file(URL)
    }

    /// Whose ears `HRTF` and `HRTFHQ` render with, default `standard`. (Not in Apple's API.)
    public final var hrtfSet: HRTFSet {
        switch environment.hrtf {
        case .standard: .standard
        case .sphericalHead: .sphericalHead
        case .measured(let head): .file(URL(fileURLWithPath: head.path))
        }
    }

    /// Renders with other ears; takes some tenths of a second on the caller's thread. (Not in Apple's API.)
    ///
    /// The old ones are heard until the new ones are ready, and fade into them.
    /// - Throws: An `NSError` that says what is wrong with the file; nothing has changed then.
    public final func loadHRTFSet(_ set: HRTFSet) throws {
        try AVFAudioError.throwing { () throws(EngineError) in
            switch set {
            case .standard: try environment.useHRTF(.standard)
            case .sphericalHead: try environment.useHRTF(.sphericalHead)
            case .file(let url): try environment.useHRTF(.measured(MeasuredHead(path: url.path)))
            }
        }
    }

    /// What was left out of the measurement in use, or filled in, as sentences. (Not in Apple's API.)
    public final var hrtfNotes: [String] { environment.hrtfNotes }

    /// Turns the listener's head on top of its orientation, while head tracking is on. (Not in Apple's API.)
    ///
    /// For whoever reads a head tracker: `yaw` is clockwise as seen from above, `pitch` up and `roll` to the
    /// right, in degrees. A pose with a number that is infinite or none is ignored. [any]
    public final func setListenerHeadPose(_ pose: AVAudio3DAngularOrientation) {
        environment.changeHead {
            $0.turn(
                yawDegrees: Double(pose.yaw), pitchDegrees: Double(pose.pitch),
                rollDegrees: Double(pose.roll))
        }
    }
}
