import AVFEngine

/// A unit that need not make as many frames as it takes.
open class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    override init(_ unit: UnitNode) { super.init(unit) }

    override init(own unit: UnitNode, as wanted: AudioComponentDescription) {
        super.init(own: unit, as: wanted)
    }

    /// A time effect without a unit: its input passes through, and `loadError` says so.
    public override init() { super.init() }

    /// The unit with that component description; if there is none, the node passes its input on.
    public init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription, isGenerator: false)
    }

    /// Whether the input goes to the output untouched, default false.
    open var bypass: Bool {
        get { unit.isBypassed }
        set { unit.isBypassed = newValue }
    }
}
