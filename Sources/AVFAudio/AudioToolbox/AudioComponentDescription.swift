/// Names a component, or a set of them: a zero stands for any.
@frozen
public struct AudioComponentDescription: Sendable, Hashable {
    /// What it does, such as `kAudioUnitType_Effect`.
    public var componentType: OSType
    /// Which one, in the maker's words.
    public var componentSubType: OSType
    /// Who made it.
    public var componentManufacturer: OSType
    /// Facts about the component, see `AudioComponentFlags`.
    public var componentFlags: UInt32
    /// Which of the flags count in a search.
    public var componentFlagsMask: UInt32

    /// Any component.
    public init() {
        self.init(
            componentType: 0, componentSubType: 0, componentManufacturer: 0, componentFlags: 0,
            componentFlagsMask: 0)
    }

    /// One component, or several.
    public init(
        componentType: OSType, componentSubType: OSType, componentManufacturer: OSType,
        componentFlags: UInt32,
        componentFlagsMask: UInt32
    ) {
        self.componentType = componentType
        self.componentSubType = componentSubType
        self.componentManufacturer = componentManufacturer
        self.componentFlags = componentFlags
        self.componentFlagsMask = componentFlagsMask
    }
}
