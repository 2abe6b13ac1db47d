import AVFDevices

/// An audio device of the machine, as ALSA lists it. (Not in Apple's API, which has the system's session
/// instead.)
public struct AVAudioDevice: Sendable, Equatable {
    /// What opens it, such as "default" or "hw:CARD=PCH,DEV=0".
    public let name: String
    /// What it is, in words; may have several lines.
    public let summary: String
    /// Whether it plays.
    public let canPlay: Bool
    /// Whether it records.
    public let canCapture: Bool

    init(_ info: DeviceInfo) {
        name = info.name
        summary = info.summary
        canPlay = info.canPlay
        canCapture = info.canCapture
    }
}
