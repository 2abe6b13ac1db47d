import AVFEngine

// The forms that wait: each returns when the completion handler would have been called, at once if the call
// was refused. They stay on the caller's actor, so that buffers need not be sent.

extension AVAudioPlayerNode {
    /// Schedules a buffer and waits until the player has taken it.
    nonisolated(nonsending) public func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
        await scheduleBuffer(buffer, at: nil)
    }

    /// Schedules a buffer and waits until it has reached the stage asked for.
    @discardableResult
    nonisolated(nonsending) public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await scheduleBuffer(buffer, at: nil, completionCallbackType: callbackType)
    }

    /// Schedules a buffer and waits until the player has taken it.
    nonisolated(nonsending) public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = []
    ) async {
        await scheduleBuffer(buffer, at: when, options: options, completionCallbackType: .dataConsumed)
    }

    /// Schedules a buffer and waits until it has reached the stage asked for.
    @discardableResult
    nonisolated(nonsending) public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await waiting(callbackType) { schedule(buffer, at: when, options, completion: $0) }
    }

    /// Schedules a whole file and waits until the player has taken it.
    nonisolated(nonsending) public func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
        await scheduleFile(file, at: when, completionCallbackType: .dataConsumed)
    }

    /// Schedules a whole file and waits until it has reached the stage asked for.
    @discardableResult
    nonisolated(nonsending) public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await waiting(callbackType) { schedule(file, 0, file.length, at: when, completion: $0) }
    }

    /// Schedules a part of a file and waits until the player has taken it.
    nonisolated(nonsending) public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?
    ) async {
        await scheduleSegment(
            file, startingFrame: startFrame, frameCount: numberFrames, at: when,
            completionCallbackType: .dataConsumed)
    }

    /// Schedules a part of a file and waits until it has reached the stage asked for.
    @discardableResult
    nonisolated(nonsending) public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await waiting(callbackType) {
            schedule(file, startFrame, Int64(numberFrames), at: when, completion: $0)
        }
    }

    nonisolated(nonsending) private func waiting(
        _ type: AVAudioPlayerNodeCompletionCallbackType, _ schedule: (PlayerCompletion?) -> Bool
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { continuation in
            let isScheduled = schedule(.reaching(type) { continuation.resume(returning: $0) })
            if !isScheduled { continuation.resume(returning: type) }
        }
    }
}
