import Glibc

/// What to do when a card reports an error while it plays.
///
/// The table below is the whole policy. `failureCount` counts failures since frames were last accepted, so
/// that no sequence of errors is answered for ever.
package enum ALSARecovery {
    /// The answer to one error.
    package enum Step: Equatable, Sendable {
        /// Do the same again.
        case again
        /// Do the same again after a pause: the card said ready and was not.
        case pause
        /// Prepare the card anew: what it held is lost.
        case restart
        /// Wake the card where it fell asleep; prepare it anew when it does not.
        case resume
        /// The device is lost.
        case giveUp
    }

    /// How often in a row an error is answered.
    package static let tryLimit = 5

    /// The longest time the I/O thread waits in one piece: `stop()` returns soon after.
    package static let waitMilliseconds: Int32 = 180

    /// Decides about `code`, a negative error number as ALSA returns them.
    ///
    /// - Parameters:
    ///   - code: The error; −ETIMEDOUT stands for a wait that ended without room.
    ///   - failureCount: Failures in a row, this one included.
    ///   - timeoutLimit: How many waits may end without room: the card's period may be longer than one.
    /// - Returns: What to do.
    package static func step(after code: Int32, failureCount: Int, timeoutLimit: Int = tryLimit) -> Step {
        guard failureCount <= (code == -ETIMEDOUT ? timeoutLimit - 1 : tryLimit) else { return .giveUp }
        switch code {
        case -EINTR, -ETIMEDOUT: return .again
        case -EAGAIN: return .pause
        case -EPIPE, -EBADFD: return .restart
        case -ESTRPIPE: return .resume
        // Some USB cards fail one transfer and are well after; others must be prepared.
        case -EIO: return failureCount == 1 ? .again : .restart
        default: return .giveUp
        }
    }

    /// How long to pause before try number `attempt`, counted from 0: 10 ms, doubled each time.
    package static func pauseNanoseconds(attempt: Int) -> UInt64 {
        10_000_000 << UInt64(min(max(attempt, 0), 4))
    }

    /// How many waits without anything a card is given: it may be silent for a period, two of them are a
    /// hang.
    static func timeoutLimit(_ format: DeviceStreamFormat, atLeast limit: Int = tryLimit) -> Int {
        let periodMilliseconds = format.nanoseconds(ofFrames: format.periodFrameCount) / 1_000_000
        return max(limit, Int(2 * periodMilliseconds) / Int(waitMilliseconds) + 1)
    }
}
