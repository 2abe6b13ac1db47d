import AVFEngine

/// A unit that makes audio from nothing.
open class AVAudioUnitGenerator: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    override init(_ unit: UnitNode) { super.init(unit) }

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
