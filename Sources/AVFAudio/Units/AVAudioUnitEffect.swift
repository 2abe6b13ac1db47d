import AVFEngine

/// A unit that makes n frames from n.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    override init(_ unit: UnitNode) { super.init(unit) }

    override init(own unit: UnitNode, as wanted: AudioComponentDescription) {
        super.init(own: unit, as: wanted)
    }

    /// An effect without a unit: its input passes through, and `loadError` says so.
    public override init() { super.init() }

    /// The effect with that component description, a zero in which stands for any code.
    ///
    /// If there is none, the node passes its input on, and `loadError` says why.
    public init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription, isGenerator: false)
    }

    /// The LV2 plugin with that URI. (Not in Apple's API.)
    ///
    /// The options say whether the plugin gets a process of its own; without any, `AVAudioUnit.isolation`
    /// decides.
    /// - Throws: An `NSError` with the code −3000 if no bundle on the search path describes it, −10875 if it
    ///   cannot be loaded or does not start; the message gives the reason.
    public init(lv2URI: String, options: AudioComponentInstantiationOptions = []) throws {
        super.init(try Self.unit(lv2URI, options, in: .shared))
    }

    /// The LV2 plugin with that URI, as a library knows it.
    package init(
        lv2URI: String, options: AudioComponentInstantiationOptions = [], library: UnitLibrary
    ) throws {
        super.init(try Self.unit(lv2URI, options, in: library))
    }

    private static func unit(
        _ identifier: String, _ options: AudioComponentInstantiationOptions, in library: UnitLibrary
    ) throws -> UnitNode {
        try AVFAudioError.throwing { () throws(EngineError) in
            let unit = try library.makeNode(identifier: identifier, placement: PluginPlacement(options))
            try unit.tryOut()
            return unit
        }
    }

    /// Whether the input goes to the output untouched, default false.
    open var bypass: Bool {
        get { unit.isBypassed }
        set { unit.isBypassed = newValue }
    }
}
