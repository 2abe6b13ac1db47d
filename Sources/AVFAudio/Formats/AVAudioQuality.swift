/// How much work a codec or a rate converter may do.
public enum AVAudioQuality: Int, Sendable {
    /// The least work.
    case min = 0
    /// Little work.
    case low = 32
    /// The usual.
    case medium = 64
    /// Much work.
    case high = 96
    /// As good as it gets.
    case max = 127
}
