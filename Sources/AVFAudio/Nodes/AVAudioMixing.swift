import AVFEngine

/// What a node that is mixed says about its place between two speakers.
public protocol AVAudioStereoMixing: NSObjectProtocol {
    /// −1 left…1 right, default 0; in the middle a mono source is copied to both sides.
    var pan: Float { get set }
}

/// What a node that is mixed says about the mixer inputs that it feeds.
///
/// A property of the node holds for all its connections, present and future. What `destination` gives changes
/// one connection only, until that ends or the node's own property is set again.
public protocol AVAudioMixing: AVAudioStereoMixing, AVAudio3DMixing {
    /// The connection to one input of a mixer; nil if there is none.
    func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination?
    /// Linear gain, 0…1, default 1; values outside are clamped.
    var volume: Float { get set }
}

extension AVAudioMixing where Self: AVAudioNode {
    /// Linear gain, 0…1, default 1; values outside are clamped.
    public var volume: Float {
        get { core.volume }
        set { core.volume = newValue }
    }

    /// −1 left…1 right, default 0; values outside are clamped.
    public var pan: Float {
        get { core.pan }
        set { core.pan = newValue }
    }

    /// The connection to one input of a mixer; nil if there is none.
    ///
    /// Do not keep it when connections change.
    public func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        guard let source = core.engine?.inputConnection(of: mixer.core, bus: bus),
            source.node === core, let input = mixer.core.input(bus)
        else { return nil }
        return AVAudioMixingDestination(AVAudioConnectionPoint(node: mixer, bus: bus), input)
    }
}
