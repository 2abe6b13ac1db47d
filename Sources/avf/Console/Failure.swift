import AVFDevices
import AVFEngine
import AVFGenerate
import AVFLV2Host
import AVFMedia

/// What the shell is told, after sysexits.h.
enum ExitStatus: Int32 {
    /// The work was done with what there was of an input that is incomplete.
    case incompleteInput = 3
    case usage = 64, badData = 65, noInput = 66, unavailable = 69, internalError = 70
    case cannotCreate = 73, inputOutput = 74, interrupted = 130
    /// Nobody reads the output any more: as if by the signal SIGPIPE.
    case closedPipe = 141
}

/// Why a command ends without having done its work.
struct Failure: Error {
    let status: ExitStatus
    /// One or more sentences for people.
    let message: String

    /// The end of a command whose output nobody reads; there is nothing to say.
    static let closedPipe = Failure(.closedPipe, "")

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The engine's refusal.
    init(_ error: EngineError) {
        switch error {
        case .media(let error): self.init(reading: error)
        case .plugin, .noSuchComponent, .device: self.init(.unavailable, error.description)
        case .unsupportedChannels, .graph, .sound: self.init(.badData, error.description)
        default: self.init(.internalError, error.description)
        }
    }

    /// What an input lacks, of which everything else was delivered.
    init(incomplete error: MediaError) { self.init(.incompleteInput, error.description) }

    /// What went wrong with an input file.
    init(reading error: MediaError) {
        let status: ExitStatus =
            switch error {
            case .invalidPath, .notFound, .notARegularFile, .permissionDenied, .openFailed: .noInput
            case .outOfMemory, .closed: .internalError
            default: .badData
            }
        self.init(status, error.description)
    }

    /// What went wrong with an output file.
    init(writing error: MediaError) {
        let status: ExitStatus =
            switch error {
            case .diskFull, .writeFailed: .inputOutput
            case .unknownExtension, .unsupportedEncoding, .tooLarge, .invalidSampleRate, .invalidChannelCount:
                .usage
            case .outOfMemory, .closed: .internalError
            default: .cannotCreate
            }
        self.init(status, error.description)
    }
}

/// Runs engine calls and turns their refusal into the command's failure.
func explaining<Result>(_ body: () throws(EngineError) -> Result) throws(Failure) -> Result {
    do { return try body() } catch { throw Failure(error) }
}
