/// Whether a bus of an audio unit goes in or out.
public enum AUAudioUnitBusType: Int, Sendable {
    /// Into the unit.
    case input = 1
    /// Out of the unit.
    case output = 2
}
