import AVFEngine
import Synchronization

/// One connection from a node to a mixer: what is set here holds for that connection only.
open class AVAudioMixingDestination: NSObject, AVAudioMixing, @unchecked Sendable {
    // Sendable: the mixer's input takes values from any thread, and the rest is behind a Mutex.
    private let point: AVAudioConnectionPoint
    private let input: MixerInput
    private let place: Mutex<SpatialPlace>

    init(_ point: AVAudioConnectionPoint, _ input: MixerInput, place: SpatialPlace) {
        self.point = point
        self.input = input
        self.place = Mutex(place)
        super.init()
    }

    /// The mixer and its input bus.
    open var connectionPoint: AVAudioConnectionPoint { point }

    /// This connection, if that is the one asked for.
    open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        point.node === mixer && point.bus == bus ? self : nil
    }

    /// Linear gain, 0…1; values outside are clamped.
    open var volume: Float {
        get { input.volume }
        set { input.volume = newValue }
    }

    /// −1 left…1 right; values outside are clamped.
    open var pan: Float {
        get { input.pan }
        set { input.pan = newValue }
    }

    /// How the source is made to come from somewhere.
    open var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { place.withLock { $0.renderingAlgorithm } }
        set { place.withLock { $0.renderingAlgorithm = newValue } }
    }

    /// How the source's channels are placed.
    open var sourceMode: AVAudio3DMixingSourceMode {
        get { place.withLock { $0.sourceMode } }
        set { place.withLock { $0.sourceMode = newValue } }
    }

    /// What happens when the source is inside the head.
    open var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { place.withLock { $0.pointSourceInHeadMode } }
        set { place.withLock { $0.pointSourceInHeadMode = newValue } }
    }

    /// Speed of playback, 0.5…2.
    open var rate: Float {
        get { place.withLock { $0.rate } }
        set { place.withLock { $0.rate = newValue.clamped(to: 0.5...2, else: $0.rate) } }
    }

    /// Share of the reverberation, 0 dry…1 wet.
    open var reverbBlend: Float {
        get { place.withLock { $0.reverbBlend } }
        set { place.withLock { $0.reverbBlend = newValue.clamped(to: 0...1, else: $0.reverbBlend) } }
    }

    /// Attenuation of the direct path, −100…0 dB.
    open var obstruction: Float {
        get { place.withLock { $0.obstruction } }
        set { place.withLock { $0.obstruction = newValue.clamped(to: -100...0, else: $0.obstruction) } }
    }

    /// Attenuation of the direct and the reverberated path, −100…0 dB.
    open var occlusion: Float {
        get { place.withLock { $0.occlusion } }
        set { place.withLock { $0.occlusion = newValue.clamped(to: -100...0, else: $0.occlusion) } }
    }

    /// Where the source is, in metres.
    open var position: AVAudio3DPoint {
        get { place.withLock { $0.position } }
        set { place.withLock { $0.position = newValue } }
    }
}
