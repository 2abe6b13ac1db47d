import Synchronization

extension AVAudioRecorder {
    /// Records so many seconds of sound, and waits for the end. (Not in Apple's API.)
    ///
    /// A task that is cancelled ends the recording, and its file is whole. The delegate is told too.
    /// - Returns: Whether the file was written to its end.
    /// - Throws: Why it cannot record, as `lastError`; `CancellationError` before it has begun.
    @discardableResult
    public final func recordToEnd(forDuration duration: TimeInterval) async throws -> Bool {
        try Task.checkCancellation()
        var isRefused = false
        let isComplete = await withTaskCancellationHandler {
            await withCheckedContinuation { end in
                state.withLock { $0.ends.append(end) }
                isRefused = !record(forDuration: duration)
                if isRefused { self.end(isComplete: false) }
            }
        } onCancel: {
            stop()
        }
        if isRefused {
            throw lastError ?? AVFAudioError.error(kAudio_ParamError, "The device cannot be recorded.")
        }
        return isComplete
    }

    /// Lets tasks go on that wait for the end.
    func end(isComplete: Bool) {
        let ends = state.withLock { state in
            defer { state.ends = [] }
            return state.ends
        }
        for end in ends { end.resume(returning: isComplete) }
    }
}
