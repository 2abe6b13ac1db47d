/// What the shell is told, after sysexits.h.
package enum ExitStatus: Int32, Sendable {
    /// The work was done with what there was of an input that is incomplete.
    case incompleteInput = 3
    case usage = 64, badData = 65, noInput = 66, unavailable = 69, internalError = 70
    case cannotCreate = 73, inputOutput = 74, interrupted = 130
    /// The reader of the output has closed it: as if by the signal SIGPIPE.
    case closedPipe = 141
}

/// Why a command ends without having done its work.
package struct Failure: Error {
    package let status: ExitStatus
    /// One or more sentences for people.
    package let message: String

    /// The end of a command whose output has no reader; there is nothing to say.
    package static let closedPipe = Failure(.closedPipe, "")

    package init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
