import AVFDevices
import AVFEngine
import AVFGraph
import AVFMedia
import AVFPluginCatalog
import AVFSoundBanks
import CAVFAudio

/// Why a call of the C interface is refused: a status and a sentence.
struct CallFailure: Error {
    let status: avf_status
    let detail: String

    init(_ status: Int, _ detail: String) {
        self.status = avf_status(truncatingIfNeeded: status)
        self.detail = detail
    }

    static func badHandle(_ type: String) -> CallFailure {
        CallFailure(AVF_ERROR_BAD_HANDLE, "The handle does not name \(type), or was released.")
    }

    static func badArgument(_ detail: String) -> CallFailure {
        CallFailure(AVF_ERROR_BAD_ARGUMENT, detail)
    }

    static func missing(_ argument: String) -> CallFailure {
        .badArgument("The argument '\(argument)' must not be NULL.")
    }

    static func notAttached(_ node: EngineNode) -> CallFailure {
        CallFailure(EngineError.notAttached(node: node.name))
    }

    static let tooManyHandles = CallFailure(AVF_ERROR_TOO_MANY, "There are too many handles or references.")
    static let outOfMemory = CallFailure(AVF_ERROR_OUT_OF_MEMORY, "Memory ran out.")
}

extension CallFailure {
    /// The failure behind any error that the library's Swift code throws.
    init(any error: any Error) {
        switch error {
        case let error as CallFailure: self = error
        case let error as EngineError: self.init(error)
        case let error as MediaError: self.init(error.status, error.description)
        default: self.init(AVF_ERROR_OTHER, "\(error)")
        }
    }

    /// The engine's error with its status.
    init(_ error: EngineError) { self.init(error.status, error.description) }
}

extension EngineError {
    /// The C status of an error.
    var status: Int {
        switch self {
        case .graph(let error): error.status
        case .device(.lost): AVF_ERROR_DEVICE_LOST
        case .device: AVF_ERROR_DEVICE
        case .plugin(.noSuchPlugin), .noSuchComponent: AVF_ERROR_NO_SUCH_UNIT
        case .plugin(.channelMismatch), .unsupportedChannels, .bufferMismatch: AVF_ERROR_BAD_FORMAT
        case .filesMissing: AVF_ERROR_FILE_NOT_FOUND
        case .state, .plugin(.badState): AVF_ERROR_BAD_STATE
        case .plugin(.noSuchProperty): AVF_ERROR_NO_SUCH_PARAMETER
        case .plugin(.badProperty): AVF_ERROR_BAD_ARGUMENT
        case .preset(let error): error.status
        case .plugin: AVF_ERROR_BROKEN_UNIT
        case .media(let error): error.status
        case .sound: AVF_ERROR_BAD_FORMAT
        case .nodeInAnotherEngine: AVF_ERROR_OTHER_ENGINE
        case .notAttached: AVF_ERROR_NOT_ATTACHED
        case .notRunning, .mustBeStopped, .wrongMode: AVF_ERROR_WRONG_STATE
        case .alreadyRendering: AVF_ERROR_BUSY
        case .tapExists: AVF_ERROR_EXISTS
        case .playerNotConnected: AVF_ERROR_NOT_CONNECTED
        case .cannotDetach, .badRenderRequest, .badTap, .badSegment, .badTime: AVF_ERROR_BAD_ARGUMENT
        case .blockFailed: AVF_ERROR_OTHER
        case .notSupported: AVF_ERROR_NOT_SUPPORTED
        case .soundBank(let error): error.status
        case .song: AVF_ERROR_BAD_ARGUMENT
        case .midiFile: AVF_ERROR_FILE_FORMAT
        case .midi(let error): error.status
        case .eventsDropped: AVF_ERROR_TOO_MANY
        case .hrtf: AVF_ERROR_FILE_FORMAT
        case .noThread: AVF_ERROR_NO_THREAD
        }
    }
}

extension SoundBankError {
    fileprivate var status: Int {
        switch self {
        case .notFound, .sampleNotFound, .noBank: AVF_ERROR_FILE_NOT_FOUND
        case .cannotOpen, .readFailed: AVF_ERROR_FILE_ACCESS
        case .unknownFormat: AVF_ERROR_FILE_FORMAT
        case .malformed, .changed, .unplayable, .undecodable, .tooLarge: AVF_ERROR_FILE_DAMAGED
        case .noSuchPreset, .noSuchPresetIndex: AVF_ERROR_NO_SUCH_PARAMETER
        case .outOfMemory: AVF_ERROR_OUT_OF_MEMORY
        }
    }
}

extension MIDIError {
    /// The C status of an error.
    var status: Int {
        switch self {
        case .unavailable, .forbidden, .refused: AVF_ERROR_DEVICE
        case .noSuchPort, .ambiguousPort, .wrongSide, .badMessage: AVF_ERROR_BAD_ARGUMENT
        case .gone: AVF_ERROR_DEVICE_LOST
        case .closed: AVF_ERROR_BAD_HANDLE
        case .tooMuchScheduled: AVF_ERROR_TOO_MANY
        }
    }
}

extension PresetError {
    fileprivate var status: Int {
        switch self {
        case .unreadable, .noPreset: AVF_ERROR_FILE_NOT_FOUND
        case .otherPlugin: AVF_ERROR_BAD_STATE
        case .unwritable: AVF_ERROR_FILE_WRITE
        }
    }
}

extension GraphError {
    fileprivate var status: Int {
        switch self {
        case .notInGraph: AVF_ERROR_NOT_ATTACHED
        case .noSuchBus, .noEventOutput, .noEventInput: AVF_ERROR_NO_SUCH_BUS
        case .notConnected, .eventsNotConnected: AVF_ERROR_NOT_CONNECTED
        case .cycle: AVF_ERROR_CYCLE
        case .impossibleFormat, .formatMismatch, .splitAcrossRates, .splitAcrossPaces, .tooFast:
            AVF_ERROR_BAD_FORMAT
        }
    }
}

extension MediaError {
    fileprivate var status: Int {
        switch self {
        case .invalidPath, .notFound: AVF_ERROR_FILE_NOT_FOUND
        case .notARegularFile, .permissionDenied, .openFailed: AVF_ERROR_FILE_ACCESS
        case .unsupportedFormat, .unknownExtension, .unsupportedEncoding, .tooLarge: AVF_ERROR_FILE_FORMAT
        case .invalidSampleRate, .invalidChannelCount: AVF_ERROR_FILE_FORMAT
        case .invalidSeek: AVF_ERROR_BAD_ARGUMENT
        case .decodingFailed, .incomplete: AVF_ERROR_FILE_DAMAGED
        case .diskFull, .writeFailed: AVF_ERROR_FILE_WRITE
        case .closed: AVF_ERROR_FILE_CLOSED
        case .outOfMemory: AVF_ERROR_OUT_OF_MEMORY
        }
    }
}
