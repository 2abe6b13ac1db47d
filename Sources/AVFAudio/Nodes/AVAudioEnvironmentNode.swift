import AVFEngine
import AVFSpatial
import AVFUnits

/// Places any number of sources in space around a listener.
///
/// Connect sources to it as to a mixer; their `AVAudio3DMixing` properties say where they are and how they
/// are made to come from there. Connect it on with a format whose channel layout says where the
/// loudspeakers stand; two channels are a pair of loudspeakers, or headphones with the `outputType` of that
/// name. A source has 16 channels at most, and the output 32.
///
/// Everything may be changed from any thread, and is heard from the next 64 frames on. Samples do not depend
/// on the size of blocks. Not a number, or a vector without a length, changes nothing: the engine's
/// `errorHandler` is told. C: `avf_environment`.
open class AVAudioEnvironmentNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    let environment: EnvironmentNode
    private let attenuation: AVAudioEnvironmentDistanceAttenuationParameters
    private let reverb: AVAudioEnvironmentReverbParameters

    /// An environment without sources, whose listener is at the origin and looks along −z.
    public override init() {
        environment = EnvironmentNode()
        attenuation = AVAudioEnvironmentDistanceAttenuationParameters(environment)
        reverb = AVAudioEnvironmentReverbParameters(environment)
        super.init(core: environment)
    }

    /// Linear gain of the sum, 0…1, default 1; values outside are clamped.
    open var outputVolume: Float {
        get { environment.settings.outputGain }
        set { environment.change { $0.outputGain = newValue } }
    }

    /// What hears the output, default `auto`.
    open var outputType: AVAudioEnvironmentOutputType {
        get { AVAudioEnvironmentOutputType(rawValue: environment.settings.outputType.rawValue) ?? .auto }
        set {
            environment.change { $0.outputType = SpatialOutputType(rawValue: newValue.rawValue) ?? .auto }
        }
    }

    /// The lowest input bus that nothing feeds.
    open var nextAvailableInputBus: AVAudioNodeBus { core.engine?.nextAvailableInputBus(of: core) ?? 0 }

    /// How sources become softer with their distance.
    open var distanceAttenuationParameters: AVAudioEnvironmentDistanceAttenuationParameters { attenuation }

    /// The room that sources share.
    open var reverbParameters: AVAudioEnvironmentReverbParameters { reverb }

    /// The raw values of the `AVAudio3DMixingRenderingAlgorithm`s that the output has enough channels for.
    ///
    /// One channel has only gains; `HRTF`, `HRTFHQ` and `sphericalHead` use the first two.
    open var applicableRenderingAlgorithms: [NSNumber] {
        let all: [AVAudio3DMixingRenderingAlgorithm] = [
            .equalPowerPanning, .sphericalHead, .HRTF, .soundField, .stereoPassThrough, .HRTFHQ, .auto,
        ]
        let few: [AVAudio3DMixingRenderingAlgorithm] = [.equalPowerPanning, .stereoPassThrough, .auto]
        return (outputFormat(forBus: 0).channelCount > 1 ? all : few).map { NSNumber(value: $0.rawValue) }
    }

    // MARK: - The listener

    /// Where the listener is, in metres, default the origin.
    open var listenerPosition: AVAudio3DPoint {
        get { AVAudio3DPoint(environment.settings.listener.position) }
        set { moveListener("position") { $0.move(to: newValue.vector) } }
    }

    /// How the head is turned, by two directions: default forward (0, 0, −1), up (0, 1, 0).
    ///
    /// They have length 1 and are perpendicular when read; of `up` counts what is perpendicular to `forward`.
    open var listenerVectorOrientation: AVAudio3DVectorOrientation {
        get {
            let listener = environment.settings.listener
            return AVAudio3DVectorOrientation(
                forward: AVAudio3DVector(listener.forward), up: AVAudio3DVector(listener.up))
        }
        set {
            moveListener("orientation") {
                $0.turn(forward: newValue.forward.vector, up: newValue.up.vector)
            }
        }
    }

    /// How the head is turned, by angles in degrees, default 0; the same orientation in other words.
    open var listenerAngularOrientation: AVAudio3DAngularOrientation {
        get {
            let angles = environment.settings.listener.angleDegrees
            return AVAudio3DAngularOrientation(
                yaw: Float(angles.yaw), pitch: Float(angles.pitch), roll: Float(angles.roll))
        }
        set {
            moveListener("orientation") {
                $0.turn(
                    yawDegrees: Double(newValue.yaw), pitchDegrees: Double(newValue.pitch),
                    rollDegrees: Double(newValue.roll))
            }
        }
    }

    /// Whether the poses of `setListenerHeadPose` turn the head on top of its orientation, default false.
    open var isListenerHeadTrackingEnabled: Bool {
        get { environment.head.isEnabled }
        set { environment.changeHead { $0.isEnabled = newValue } }
    }

    private func moveListener(_ what: String, _ change: (inout ListenerPose) -> ListenerPose.Repair?) {
        var repair: ListenerPose.Repair?
        environment.change { repair = change(&$0.listener) }
        refusing { () throws(EngineError) in
            switch repair {
            case .notFinite:
                throw .notSupported(
                    node: core.name, reason: "keeps its listener's \(what): a number is infinite or none")
            case .noDirection:
                throw .notSupported(
                    node: core.name, reason: "keeps its listener's \(what): a direction has no length")
            case .parallel, .notPerpendicular, nil: break
            }
        }
    }
}

extension AVAudio3DPoint {
    init(_ vector: Vector3) { self.init(x: Float(vector.x), y: Float(vector.y), z: Float(vector.z)) }

    var vector: Vector3 { Vector3(Double(x), Double(y), Double(z)) }
}
