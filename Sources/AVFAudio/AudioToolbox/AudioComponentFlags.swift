/// Facts about a component.
@frozen
public struct AudioComponentFlags: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt32

    /// Flags from bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Found only by a search for exactly this component.
    public static let unsearchable = AudioComponentFlags(rawValue: 1)
    /// Works inside a sandbox.
    public static let sandboxSafe = AudioComponentFlags(rawValue: 2)
    /// Has the interface of AUAudioUnit.
    public static let isV3AudioUnit = AudioComponentFlags(rawValue: 4)
    /// Can only be instantiated asynchronously.
    public static let requiresAsyncInstantiation = AudioComponentFlags(rawValue: 8)
    /// Can be loaded into the process that uses it.
    public static let canLoadInProcess = AudioComponentFlags(rawValue: 16)
}
