import AVFEngine
import Synchronization

/// Where the sound is heard.
extension AVAudioPlayer {
    /// The device that plays, as in `AVAudioEngine.devices`; nil, the default, for the default device.
    ///
    /// Setting it goes on there from where the sound stands. A device that does not open changes nothing, and
    /// `lastError` is the cause.
    public final var currentDevice: String? {
        get { core.deviceName }
        set { succeeds { () throws(EngineError) in try core.move(to: .shared(device: newValue)) } }
    }

    /// Which channel of the device plays each channel of the sound; nil, the default, mixes them by their
    /// places.
    ///
    /// As many as `numberOfChannels`, each another one. What cannot be is not taken, and `lastError` says
    /// why; a channel that the device has not is refused when the sound is prepared.
    public final var channelAssignments: [AVAudioSessionChannelDescription]? {
        get { state.withLock { $0.channelAssignments } }
        set {
            let isTaken = succeeds { () throws(EngineError) in
                let device = core.deviceName ?? "default"
                let other = newValue?.first { !$0.owningPortUID.isEmpty && $0.owningPortUID != device }
                if let other {
                    throw .badRenderRequest(
                        reason: "The channel \(other.channelNumber) is of the device "
                            + "“\(other.owningPortUID)”, and “\(device)” plays.")
                }
                try core.setOutputChannels(newValue?.map { $0.channelNumber - 1 })
            }
            if isTaken { state.withLock { $0.channelAssignments = newValue } }
        }
    }

    /// Whether there is a device that plays, as far as it is known; without one, sounds are silent. (Not in
    /// Apple's API.)
    public final var isAudible: Bool { core.isHeard }
}
