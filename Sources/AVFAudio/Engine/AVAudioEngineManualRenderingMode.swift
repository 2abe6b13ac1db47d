/// How an engine without a device renders.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
    /// As fast as it can, on the caller's thread.
    case offline = 0
    /// Within the time limits of the caller's render callback.
    case realtime = 1
}
