import AVFMedia
import AVFRender
import CAVFAudio
import Synchronization

/// A file that C code reads: one call after the other, whichever threads they come from.
final class OpenReader: Sendable {
    private let guarded: Mutex<AudioFileReader>
    let format: AudioFileFormat
    let frameCount: Int

    let source: MediaSource

    init(_ source: MediaSource) throws(MediaError) {
        self.source = source
        let reader = try AudioFileReader(source)
        format = reader.format
        frameCount = reader.frameCount
        guarded = Mutex(reader)
    }

    func use<Result: Sendable>(_ body: (AudioFileReader) throws -> Result) throws -> Result {
        try guarded.withLock { try body($0) }
    }
}

/// A file that C code writes: one call after the other, whichever threads they come from.
final class OpenWriter: Sendable {
    private let guarded: Mutex<AudioFileWriter>
    let format: AudioFileFormat

    init(_ path: String, _ format: AudioFileFormat) throws(MediaError) {
        self.format = format
        guarded = Mutex(try AudioFileWriter(path: path, format: format))
    }

    func use<Result: Sendable>(_ body: (AudioFileWriter) throws -> Result) throws -> Result {
        try guarded.withLock { try body($0) }
    }
}

extension AudioEncoding {
    /// The C code; AVF_ENCODING_DEFAULT for what has none.
    var code: avf_encoding { number.map { avf_encoding($0) } ?? avf_encoding(AVF_ENCODING_DEFAULT) }

    /// The encoding with that code; nil for AVF_ENCODING_DEFAULT.
    ///
    /// - Throws: `CallFailure` for a number that is no code.
    static func named(_ code: avf_encoding) throws(CallFailure) -> AudioEncoding? {
        guard code != AVF_ENCODING_DEFAULT else { return nil }
        guard let encoding = allCases.first(where: { $0.number == Int(code) }) else {
            throw .badArgument("There is no encoding with the code \(code).")
        }
        return encoding
    }
}
