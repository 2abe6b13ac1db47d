/// One channel of a device.
open class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
    // Sendable: nothing changes after it is made.

    /// What the channel is called.
    public let channelName: String
    /// The device that has it, as in `AVAudioEngine.devices`; empty for the one that is used.
    public let owningPortUID: String
    /// Which of the device's channels it is, from 1 on.
    public let channelNumber: Int
    /// Where it stands, if that is known.
    public let channelLabel: AudioChannelLabel

    /// A channel of a device, from 1 on. (Not in Apple's API, where only the session makes them.)
    public init(
        channelNumber: Int, channelName: String = "", owningPortUID: String = "",
        channelLabel: AudioChannelLabel = kAudioChannelLabel_Unknown
    ) {
        self.channelNumber = channelNumber
        self.channelName = channelName
        self.owningPortUID = owningPortUID
        self.channelLabel = channelLabel
    }
}
