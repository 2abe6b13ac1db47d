import AVFDevices
import AVFEngine
import AVFGraph
import AVFPluginCatalog
import AVFSoundBanks

// Why the engine refused a call, as programs written for Apple's systems expect it.

extension AVFAudioError {
    /// The engine's error: its sentence, and the code that Apple's engine has for such a thing.
    static func error(_ error: EngineError) -> NSError {
        if case .media(let cause) = error { return self.error(kAudioFileUnspecifiedError, cause.description) }
        return self.error(status(of: error), error.description)
    }

    /// Runs a body and throws its error as an `NSError`.
    static func throwing<Result>(_ body: () throws(EngineError) -> Result) throws -> Result {
        do { return try body() } catch { throw self.error(error) }
    }

    private static func status(of error: EngineError) -> OSStatus {
        switch error {
        case .graph(let cause): status(of: cause)
        case .plugin(let cause): status(of: cause)
        case .preset(.unreadable), .preset(.noPreset): kAudioUnitErr_InvalidFile
        case .preset(.otherPlugin): kAudioUnitErr_InvalidPropertyValue
        case .preset(.unwritable): kAudioUnitErr_InvalidFilePath
        case .filesMissing: kAudio_FileNotFoundError
        case .state: kAudioUnitErr_InvalidPropertyValue
        case .device, .noThread: kAudioUnitErr_FailedInitialization
        case .noSuchComponent: componentNotFound
        case .nodeInAnotherEngine, .notAttached, .cannotDetach: nodeNotFound
        case .unsupportedChannels, .bufferMismatch, .sound: kAudioUnitErr_FormatNotSupported
        case .blockFailed(_, let status): status
        case .notRunning: AVAudioEngineManualRenderingError.notRunning.rawValue
        case .mustBeStopped: AVAudioEngineManualRenderingError.initialized.rawValue
        case .wrongMode: AVAudioEngineManualRenderingError.invalidMode.rawValue
        case .alreadyRendering: kAudioUnitErr_CannotDoInCurrentContext
        case .eventsDropped: kAudio_MemFullError
        case .soundBank(let cause): status(of: cause)
        case .midiFile, .hrtf: kAudioUnitErr_InvalidFile
        case .midi(let cause): status(of: cause)
        case .playerNotConnected: kAudioUnitErr_NoConnection
        case .notSupported: kAudio_UnimplementedError
        case .badRenderRequest, .tapExists, .badTap, .badSegment, .badTime, .media, .song:
            kAudio_ParamError
        }
    }

    private static func status(of error: SoundBankError) -> OSStatus {
        switch error {
        case .notFound, .sampleNotFound, .noBank: kAudio_FileNotFoundError
        case .cannotOpen: kAudio_FilePermissionError
        case .noSuchPreset, .noSuchPresetIndex: kAudioUnitErr_InvalidPropertyValue
        case .outOfMemory: kAudio_MemFullError
        case .unknownFormat, .malformed, .readFailed, .changed, .unplayable, .undecodable, .tooLarge:
            kAudioUnitErr_InvalidFile
        }
    }

    private static func status(of error: MIDIError) -> OSStatus {
        switch error {
        case .unavailable, .refused: kMIDIServerStartErr
        case .forbidden: kMIDINotPermitted
        case .noSuchPort, .ambiguousPort, .wrongSide: kMIDIUnknownEndpoint
        case .gone: kMIDIObjectNotFound
        case .closed: kMIDIInvalidPort
        case .badMessage: kAudio_ParamError
        case .tooMuchScheduled: kMIDIMessageSendErr
        }
    }

    private static func status(of error: GraphError) -> OSStatus {
        switch error {
        case .notInGraph: nodeNotFound
        case .noSuchBus, .noEventOutput, .noEventInput: kAudioUnitErr_InvalidElement
        case .notConnected, .eventsNotConnected: kAudioUnitErr_NoConnection
        case .cycle: invalidConnection
        case .impossibleFormat, .formatMismatch, .splitAcrossRates, .splitAcrossPaces, .tooFast:
            kAudioUnitErr_FormatNotSupported
        }
    }

    private static func status(of error: PluginError) -> OSStatus {
        switch error {
        case .noSuchPlugin: componentNotFound
        case .badState, .stateFailed, .badProperty: kAudioUnitErr_InvalidPropertyValue
        case .noSuchProperty: kAudioUnitErr_InvalidProperty
        case .channelMismatch, .badConfiguration: kAudioUnitErr_FormatNotSupported
        case .brokenDescription, .missingBinary, .brokenBinary, .notInBinary, .unsupportedFeature,
            .unsupportedPort, .instantiateFailed, .noHostProgram, .hostFailed, .lost, .refused:
            kAudioUnitErr_FailedInitialization
        case .unfitOutput, .unreadableMessages, .strayWrite, .stuckWorker, .late:
            kAudioUnitErr_CannotDoInCurrentContext
        }
    }

    /// `invalidComponentID`: what looking for a component that does not exist gives.
    private static let componentNotFound: OSStatus = -3000
    /// `kAUGraphErr_NodeNotFound`.
    private static let nodeNotFound: OSStatus = -10860
    /// `kAUGraphErr_InvalidConnection`.
    private static let invalidConnection: OSStatus = -10861
}
