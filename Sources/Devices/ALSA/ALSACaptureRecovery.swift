import Glibc

/// What to do when a card reports an error while it captures: the mirror of `ALSARecovery`.
///
/// `failureCount` counts failures since frames were last read.
package enum ALSACaptureRecovery {
    /// How many waits may end without a frame: half a second together.
    package static let timeoutLimit = 3

    /// How often a card may say ready and have nothing: plugins do so once in a wake, a stalled one for ever.
    package static let emptyLimit = 500

    /// Reads are tried again so often before each costs a pause.
    private static let emptyWithoutPause = 3

    /// The pause after a card said ready and had nothing.
    package static let pauseNanoseconds: UInt64 = 1_000_000

    /// Decides about `code`, a negative error number as ALSA returns them.
    ///
    /// - Parameters:
    ///   - code: The error; −ETIMEDOUT stands for a wait that ended without a period.
    ///   - failureCount: Failures in a row, this one included.
    ///   - timeoutLimit: How many waits may end without a period.
    /// - Returns: What to do; `.restart` means to prepare the card and to start it.
    package static func step(
        after code: Int32, failureCount: Int, timeoutLimit: Int = timeoutLimit
    ) -> ALSARecovery.Step {
        switch code {
        case -EAGAIN where failureCount <= emptyWithoutPause: return .again
        case -EAGAIN where failureCount <= emptyLimit: return .pause
        case -ETIMEDOUT where failureCount < timeoutLimit: return .again
        case -EAGAIN, -ETIMEDOUT: return .giveUp
        default: break
        }
        guard failureCount <= ALSARecovery.tryLimit else { return .giveUp }
        switch code {
        case -EINTR: return .again
        case -EPIPE, -EBADFD: return .restart
        case -ESTRPIPE: return .resume
        case -EIO: return failureCount == 1 ? .again : .restart
        default: return .giveUp
        }
    }
}
