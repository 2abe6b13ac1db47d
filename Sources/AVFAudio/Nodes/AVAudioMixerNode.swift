import AVFEngine

/// Mixes any number of inputs, each of any rate and channel count, into one output.
open class AVAudioMixerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    private let mixer: MixerNode

    init(_ mixer: MixerNode) {
        self.mixer = mixer
        super.init(core: mixer)
    }

    /// A mixer without inputs.
    public override init() {
        mixer = MixerNode()
        super.init(core: mixer)
    }

    /// Linear gain of the sum, 0…1, default 1; values outside are clamped.
    open var outputVolume: Float {
        get { mixer.outputVolume }
        set { mixer.outputVolume = newValue }
    }

    /// The lowest input bus that nothing feeds.
    open var nextAvailableInputBus: AVAudioNodeBus { core.engine?.nextAvailableInputBus(of: core) ?? 0 }
}
