/// When a player tells that it has done with a buffer or a file.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
    /// The player has read the data.
    case dataConsumed = 0
    /// The data has been rendered.
    case dataRendered = 1
    /// The data has been heard; with a device only.
    case dataPlayedBack = 2
}
