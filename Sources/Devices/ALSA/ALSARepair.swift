import CAVFALSA
import Glibc

/// Carries out what `ALSARecovery` decides, for either direction.
struct ALSARepair: Sendable {
    /// What came of it.
    enum Outcome {
        /// The stream goes on where it was.
        case goesOn
        /// The card was prepared anew: what it held is lost.
        case restarted
        /// The device is lost, or a stop is wanted.
        case ended
    }

    let calls: ALSACalls
    /// Owned by the stream, which outlives its loop.
    nonisolated(unsafe) let pcm: OpaquePointer
    let status: DeviceStreamStatus
    /// Whether a card that was prepared must be started: capture does not begin by itself.
    let startsCard: Bool

    /// Answers `code`; `attempt` counts failures in a row from 0.
    func perform(_ step: ALSARecovery.Step, after code: Int32, pauseNanoseconds: UInt64) -> Outcome {
        switch step {
        case .again: return .goesOn
        case .pause:
            calls.sleep(pcm, pauseNanoseconds)
            return .goesOn
        case .restart: return restart()
        case .resume: return resume()
        case .giveUp: return lose(code)
        }
    }

    private func restart() -> Outcome {
        var code: Int32 = 0
        for attempt in 0..<ALSARecovery.tryLimit {
            // A stop in the middle of the attempts is no loss.
            guard !status.stopIsRequested else { return .ended }
            code = calls.prepare(pcm)
            if code >= 0, startsCard { code = calls.start(pcm) }
            if code >= 0 { return .restarted }
            guard code != -ENODEV else { break }
            calls.sleep(pcm, ALSARecovery.pauseNanoseconds(attempt: attempt))
        }
        return lose(code)
    }

    private func resume() -> Outcome {
        var code: Int32 = 0
        for attempt in 0..<ALSARecovery.tryLimit where !status.stopIsRequested {
            code = calls.resume(pcm)
            guard code == -EAGAIN else { break }
            calls.sleep(pcm, ALSARecovery.pauseNanoseconds(attempt: attempt))
        }
        guard code != -ENODEV else { return lose(code) }
        // alsa-lib says success for a plugin that cannot resume; only the state tells.
        if code >= 0, calls.state(pcm) != SND_PCM_STATE_SUSPENDED { return startWhenPrepared() }
        return restart()
    }

    // Some cards come back prepared; of those that run, the call is refused, which is no error.
    private func startWhenPrepared() -> Outcome {
        if startsCard, calls.state(pcm) == SND_PCM_STATE_PREPARED { _ = calls.start(pcm) }
        return .goesOn
    }

    private func lose(_ code: Int32) -> Outcome {
        status.noteLoss(code: -code)
        return .ended
    }
}
