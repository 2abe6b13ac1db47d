import AVFEngine
import Synchronization

extension AVAudioPlayer {
    /// Plays from `currentTime` on, and waits for the end. (Not in Apple's API.)
    ///
    /// A task that is cancelled stops the sound. While it is paused, the task waits. The delegate is told
    /// too.
    /// - Returns: Whether all of it was heard; false if it was stopped, or could not be decoded to its end.
    /// - Throws: Why it cannot play, as `lastError`; `CancellationError` before it has begun.
    @discardableResult
    public final func playToEnd() async throws -> Bool {
        try Task.checkCancellation()
        var isRefused = false
        let isComplete = await withTaskCancellationHandler {
            await withCheckedContinuation { end in
                // Before it plays: a short sound may have ended when `play()` returns.
                state.withLock { $0.ends.append(end) }
                isRefused = !play()
                if isRefused { self.end(isComplete: false) }
            }
        } onCancel: {
            stop()
        }
        if isRefused {
            throw lastError ?? AVFAudioError.error(kAudio_ParamError, "The sound cannot be played.")
        }
        return isComplete
    }
}
