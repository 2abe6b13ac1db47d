/// Why manual rendering was refused.
public enum AVAudioEngineManualRenderingError: OSStatus, Sendable {
    /// The operation does not exist in this mode.
    case invalidMode = -80800
    /// The operation needs a stopped engine.
    case initialized = -80801
    /// The operation needs a running engine.
    case notRunning = -80802
}
