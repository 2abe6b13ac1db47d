/// Renders so many frames into the list, and reports a failure's code through the last argument. [render]
public typealias AVAudioEngineManualRenderingBlock =
    @Sendable (AVAudioFrameCount, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<OSStatus>?) ->
    AVAudioEngineManualRenderingStatus
