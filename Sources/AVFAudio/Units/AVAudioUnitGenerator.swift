import AVFEngine

/// A unit that makes audio from nothing.
open class AVAudioUnitGenerator: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    override init(_ unit: UnitNode) { super.init(unit) }

    /// A generator without a unit: it is silent, and `loadError` says so.
    public override init() { super.init(isGenerator: true) }

    /// The generator with that component description; if there is none, the node is silent.
    public init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription, isGenerator: true)
    }

    /// Whether the unit is silent, default false.
    open var bypass: Bool {
        get { unit.isBypassed }
        set { unit.isBypassed = newValue }
    }
}
