import AVFConsole
import AVFDevices
import AVFEngine
import AVFMedia

extension Failure {
    /// The engine's refusal.
    init(_ error: EngineError) {
        switch error {
        case .media(let error): self.init(reading: error)
        case .plugin, .noSuchComponent, .device, .midi: self.init(.unavailable, error.description)
        case .soundBank(.notFound), .soundBank(.cannotOpen), .soundBank(.noBank):
            self.init(.noInput, error.description)
        case .soundBank, .midiFile, .song, .hrtf: self.init(.badData, error.description)
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
