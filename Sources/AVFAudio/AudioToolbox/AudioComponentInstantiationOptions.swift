/// Where an instance of a component is to live.
@frozen
public struct AudioComponentInstantiationOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt32

    /// Options from bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// In a process of its own.
    public static let loadOutOfProcess = AudioComponentInstantiationOptions(rawValue: 1)
    /// In the process that asks for it.
    public static let loadInProcess = AudioComponentInstantiationOptions(rawValue: 2)
    /// On another device.
    public static let loadedRemotely = AudioComponentInstantiationOptions(rawValue: 0x8000_0000)
}
