import AVFEngine

extension AVAudioUnit {
    /// Where plugins live that are made from now on, and what they may do. (Not in Apple's API.)
    public static var isolation: AVAudioUnitIsolation {
        get { AVAudioUnitIsolation(UnitLibrary.shared.policy) }
        set {
            var policy = UnitLibrary.shared.policy
            newValue.apply(to: &policy)
            UnitLibrary.shared.policy = policy
        }
    }

    /// Whether the unit's code runs in this process. (Not in Apple's API.)
    public final var isLoadedInProcess: Bool { unit.placement != .outOfProcess }
}
