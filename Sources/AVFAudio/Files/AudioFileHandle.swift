import AVFMedia
import Synchronization

/// The open file behind an `AVAudioFile`, with a position that can be set at any time.
final class AudioFileHandle: Sendable {
    private enum Backend {
        case nothing
        case reading(AudioFileReader)
        case writing(AudioFileWriter)
    }

    private struct State {
        let backend: Backend
        /// Where the user wants to go on; the decoder follows at the next call.
        var position: AVAudioFramePosition = 0

        func refusal(as purpose: String) -> NSError {
            guard let path else { return AVFAudioError.error(kAudio_FileNotFoundError, "There is no file.") }
            return AVFAudioError.error(
                kAudioFileOperationNotSupportedError, "“\(path)” is open \(purpose) only.", path: path)
        }

        private var path: String? {
            switch backend {
            case .nothing: nil
            case .reading(let reader): reader.path
            case .writing(let writer): writer.path
            }
        }
    }

    private let state: Mutex<State>

    /// No file.
    init() { state = Mutex(State(backend: .nothing)) }

    init(_ reader: AudioFileReader) {
        state = Mutex(State(backend: .reading(reader)))
    }

    /// Makes a file; the speakers are left out if this kind of file has no place for them.
    init(_ format: AudioFileFormat, encoder: EncoderSettings, path: String) throws(MediaError) {
        var format = format
        if format.speakers != nil,
            let writer = try? AudioFileWriter(path: path, format: format, encoder: encoder)
        {
            state = Mutex(State(backend: .writing(writer)))
            return
        }
        format.speakers = nil
        let writer = try AudioFileWriter(path: path, format: format, encoder: encoder)
        state = Mutex(State(backend: .writing(writer)))
    }

    var length: AVAudioFramePosition {
        state.withLock { state in
            switch state.backend {
            case .nothing: 0
            case .reading(let reader): AVAudioFramePosition(reader.frameCount)
            case .writing(let writer): AVAudioFramePosition(writer.framesWritten)
            }
        }
    }

    /// Where the sound is; nil for no file.
    var source: MediaSource? {
        state.withLock { state in
            switch state.backend {
            case .nothing: nil
            case .reading(let reader): reader.source
            case .writing(let writer): MediaSource(path: writer.path)
            }
        }
    }

    /// Whether sound is missing, as far as is known.
    var isIncomplete: Bool {
        state.withLock { state in
            guard case .reading(let reader) = state.backend else { return false }
            return reader.incompleteness != nil
        }
    }

    /// Frames that the header promises.
    var expectedLength: AVAudioFramePosition {
        state.withLock { state in
            switch state.backend {
            case .nothing: 0
            case .reading(let reader): AVAudioFramePosition(reader.expectedFrameCount)
            case .writing(let writer): AVAudioFramePosition(writer.framesWritten)
            }
        }
    }

    var position: AVAudioFramePosition {
        get { state.withLock { $0.position } }
        set { state.withLock { $0.position = max(0, newValue) } }
    }

    var isOpen: Bool {
        state.withLock { state in
            switch state.backend {
            case .nothing: false
            case .reading(let reader): reader.isOpen
            case .writing(let writer): writer.isOpen
            }
        }
    }

    func close() {
        state.withLock { state in
            switch state.backend {
            case .nothing: break
            case .reading(let reader): reader.close()
            // The signature has no way to tell; whatever went wrong before was thrown by a write.
            case .writing(let writer): try? writer.close()
            }
        }
    }

    /// The frames read: fewer than wanted at the end only, 0 behind it.
    func read(into buffer: AVAudioPCMBuffer, frameCount: Int) throws -> Int {
        try state.withLock { state in
            guard case .reading(let reader) = state.backend else { throw state.refusal(as: "for writing") }
            do {
                guard reader.isOpen else { throw MediaError.closed(reader.path) }
                guard frameCount > 0, state.position < reader.frameCount else { return 0 }
                try reader.seek(toFrame: Int(state.position))
                defer { state.position = AVAudioFramePosition(reader.position) }
                return try reader.read(into: buffer, frameCount: frameCount)
            } catch let error as MediaError {
                throw AVFAudioError.error(error, path: reader.path)
            }
        }
    }

    /// Appends the frames in use.
    func write(from buffer: AVAudioPCMBuffer) throws {
        try state.withLock { state in
            guard case .writing(let writer) = state.backend else { throw state.refusal(as: "for reading") }
            do {
                guard writer.isOpen else { throw MediaError.closed(writer.path) }
                guard state.position == writer.framesWritten else {
                    let frame = Int(state.position)
                    throw MediaError.invalidSeek(writer.path, frame: frame, frameCount: writer.framesWritten)
                }
                defer { state.position = AVAudioFramePosition(writer.framesWritten) }
                try writer.write(from: buffer)
            } catch let error as MediaError {
                throw AVFAudioError.error(error, path: writer.path)
            }
        }
    }
}
