import AVFEngine

/// One connection from a node to a mixer: what is set here holds for that connection only.
open class AVAudioMixingDestination: NSObject, AVAudioMixing, @unchecked Sendable {
    // Sendable: the mixer's input takes values from any thread.
    private let point: AVAudioConnectionPoint
    let input: MixerInput

    init(_ point: AVAudioConnectionPoint, _ input: MixerInput) {
        self.point = point
        self.input = input
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
        get { input.placement.renderingAlgorithm }
        set { input.placement.renderingAlgorithm = newValue }
    }

    /// How the source's channels are placed.
    open var sourceMode: AVAudio3DMixingSourceMode {
        get { input.placement.mode }
        set { input.placement.mode = newValue }
    }

    /// What happens when the source is inside the head.
    open var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { input.placement.pointSourceInHeadMode }
        set { input.placement.pointSourceInHeadMode = newValue }
    }

    /// Speed of playback, 0.5…2.
    open var rate: Float {
        get { input.placement.rate }
        set { input.placement.rate = newValue }
    }

    /// Share of the reverberation, 0 dry…1 wet.
    open var reverbBlend: Float {
        get { input.placement.reverbBlend }
        set { input.placement.reverbBlend = newValue }
    }

    /// Attenuation of the direct path, −100…0 dB.
    open var obstruction: Float {
        get { input.placement.obstruction }
        set { input.placement.obstruction = newValue }
    }

    /// Attenuation of the direct and the reverberated path, −100…0 dB.
    open var occlusion: Float {
        get { input.placement.occlusion }
        set { input.placement.occlusion = newValue }
    }

    /// Where the source is, in metres.
    open var position: AVAudio3DPoint {
        get { input.placement.point }
        set { input.placement.point = newValue }
    }
}
