/// What came of a call to render.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
    /// Rendering failed.
    case error = -1
    /// The frames are there.
    case success = 0
    /// The input node had too little data; the output may still hold what other sources played.
    case insufficientDataFromInputNode = 1
    /// Not possible right now; try again.
    case cannotDoInCurrentContext = 2
}
