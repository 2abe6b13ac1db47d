// The blocks that users hand to nodes. All are Sendable: other threads call them.

/// Called when a node has done with a buffer, a file or a segment.
public typealias AVAudioNodeCompletionHandler = @Sendable () -> Void

/// Called when a player has done with something, with the stage that it has reached.
public typealias AVAudioPlayerNodeCompletionHandler =
    @Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void

/// Called with copies of a bus's output and the time of their first frame.
public typealias AVAudioNodeTapBlock = @Sendable (AVAudioPCMBuffer, AVAudioTime) -> Void

/// Gives the input node so many frames in manual rendering mode, or nil if there are none.
public typealias AVAudioIONodeInputBlock = @Sendable (AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

/// Fills the list with so many frames, and says whether they are silence. [render]
public typealias AVAudioSourceNodeRenderBlock =
    @Sendable (
        UnsafeMutablePointer<ObjCBool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
        UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus

/// Takes so many frames from the list. [render]
public typealias AVAudioSinkNodeReceiverBlock =
    @Sendable (UnsafePointer<AudioTimeStamp>, AVAudioFrameCount, UnsafePointer<AudioBufferList>) -> OSStatus
