import CAVFShimsFFmpeg
import CAVFSndFile
import Glibc

/// Encodes an audio file.
///
/// Floats become integers by rounding to the nearest (ties to even) and clipping, without dither; NaN becomes
/// 0. A killed process leaves a readable file: WAV, RF64, W64, AIFF, CAF and AU files are complete after
/// every call (their header is kept current), FLAC, Ogg and MP3 lose their last blocks, MPEG-4 files up to
/// about a second (they are made of pieces, which `close()` joins). Only Apple Lossless in CAF needs
/// `close()`.
///
/// One thread at a time. Calls may block on the disk and must not come from a render thread. SIGXFSZ (a file
/// size limit) is held back while they run.
package final class AudioFileWriter: @unchecked Sendable {
    // Sendable: no state is shared but with the one thread that uses the writer at a time.

    /// Where the file is.
    package let path: String
    /// What the file holds.
    package let format: AudioFileFormat
    /// Frames taken so far; encoders may still hold the last of them.
    package private(set) var framesWritten = 0
    /// Samples beyond full scale so far, which integers cannot hold.
    package internal(set) var clippedSampleCount = 0
    /// False after `close()`.
    package private(set) var isOpen = true

    let file: any FileEncoder
    private var failure: MediaError?
    private let interleaved: SampleScratch
    /// Room for samples in libsndfile's number format.
    let converted: SampleScratch

    /// Makes a file, or replaces what is in it.
    ///
    /// The format is tried out before the file is touched.
    /// - Parameters:
    ///   - path: Where the file shall be; a character device such as `/dev/null` serves too.
    ///   - format: What it shall hold.
    ///   - encoder: How well the encoder shall work.
    ///   - tags: Words about the sound; those for which the file has no place are left out.
    ///   - frameCount: How many frames there will be, if that is known. A WAVE file for which it is not known
    ///     has room to become RF64 when it grows beyond 4 GiB.
    ///   - pipe: A descriptor to write to, one byte after the other, in the place of the path's file.
    ///   - byteLimit: The largest size the file may reach; nil for the container's own limit.
    ///   - largestWave: The bytes above which a WAVE file becomes RF64.
    /// - Throws: `invalidSampleRate`, `invalidChannelCount`, `unsupportedEncoding`, `tooLarge` for the
    ///   format; `notARegularFile`, `permissionDenied`, `diskFull`, `openFailed` from the system.
    package init(
        path: String, format: AudioFileFormat, encoder: EncoderSettings = EncoderSettings(),
        tags: [AudioTag: String] = [:], frameCount: Int? = nil, pipe: Int32? = nil, byteLimit: Int? = nil,
        largestWave: Int = Int(UInt32.max)
    ) throws(MediaError) {
        try AudioFileWriter.check(path: path, format: format, encoder: encoder)
        try format.checkSize(path: path, frameCount: frameCount)
        let isNew = pipe == nil && access(path, F_OK) != 0
        let bytes = try AudioFileWriter.bytes(path: path, format, pipe, byteLimit)
        bytes.hidesFailures = format.container == .ogg
        bytes.waveHeader = format.waveHeader(
            frameCount: frameCount, isPipe: pipe != nil, largestSize: largestWave)
        do {
            file = try FileSizeSignal.suppressed {
                Result { () throws(MediaError) in
                    try AudioFileWriter.begin(bytes, path: path, format: format, encoder: encoder, tags: tags)
                }
            }.get()
        } catch {
            if isNew { unlink(path) }
            throw AudioFileWriter.failure(of: bytes, path: path, framesWritten: 0) ?? error
        }
        self.path = path
        self.format = format
        interleaved = SampleScratch(channelCount: format.channelCount)
        converted = SampleScratch(channelCount: format.channelCount)
    }

    /// Appends frames from one memory block per channel, from `offset` frames into each.
    ///
    /// - Throws: `diskFull` and `writeFailed` with the number of frames that were taken in all; what was
    ///   written stays readable, and every further call throws the same. `closed`.
    package func write(
        _ channels: UnsafePointer<UnsafePointer<Float>>, offset: Int = 0, frameCount: Int
    ) throws(MediaError) {
        let channelCount = format.channelCount
        let samples = interleaved.samples(Float.self)
        var done = 0
        while done < frameCount {
            let count = min(interleaved.frameCount, frameCount - done)
            PlanarLayout.interleave(
                samples, channels, offset: offset + done, channelCount: channelCount, frameCount: count)
            try writeInterleaved(samples, frameCount: count)
            done += count
        }
    }

    /// Closes the file.
    ///
    /// Only the first call does anything; deinit closes too, but cannot report.
    ///
    /// - Throws: `diskFull` and `writeFailed` when the end of the file could not be written and no write has
    ///   said so before.
    package func close() throws(MediaError) {
        guard isOpen else { return }
        isOpen = false
        let isComplete = FileSizeSignal.suppressed { file.close() }
        guard !isComplete, failure == nil else { return }
        throw AudioFileWriter.failure(of: file.bytes, path: path, framesWritten: framesWritten)
            ?? .writeFailed(path, reason: "the encoder could not finish", framesWritten: framesWritten)
    }

    /// Whether the pipe's reader has closed it.
    package var hasLostItsReader: Bool { file.bytes.writeError == EPIPE }

    deinit {
        if isOpen { _ = FileSizeSignal.suppressed { file.close() } }
    }

    /// Calls `body(encoder, framesDone, framesNow)` until every frame is taken.
    func writeChunks(
        _ frameCount: Int, chunk: Int, _ body: (any FileEncoder, Int, Int) -> Int
    ) throws(MediaError) {
        guard isOpen else { throw .closed(path) }
        if let failure { throw failure }
        var done = 0
        while done < frameCount {
            let count = min(chunk, frameCount - done)
            let taken = FileSizeSignal.suppressed { body(file, done, count) }
            done += max(0, taken)
            framesWritten += max(0, taken)
            try checkWritten(isShort: taken < count)
        }
    }

    /// Encoders swallow what the system refused, so the bytes are asked too.
    private func checkWritten(isShort: Bool) throws(MediaError) {
        var found = AudioFileWriter.failure(of: file.bytes, path: path, framesWritten: framesWritten)
        if found == nil, isShort {
            let reason = file.errorText ?? "the encoder stopped"
            found = .writeFailed(path, reason: reason, framesWritten: framesWritten)
        }
        failure = found
        if let found { throw found }
    }
}

// MARK: - Opening

extension AudioFileWriter {
    /// Opens an encoder for the format over nothing.
    private static func check(
        path: String, format: AudioFileFormat, encoder: EncoderSettings
    ) throws(MediaError) {
        try format.checkLimits(path: path)
        guard format.sampleRateHz == format.sampleRateHz.rounded() else {
            throw .invalidSampleRate(path, sampleRateHz: format.sampleRateHz)
        }
        guard format.isWritable else { throw AudioFileWriter.refusal(path, format) }
        do {
            _ = try open(.discarding(), path: path, format: format, encoder: encoder).close()
        } catch {
            throw .unsupportedEncoding(path, format)
        }
    }

    private static func bytes(
        path: String, _ format: AudioFileFormat, _ pipe: Int32?, _ byteLimit: Int?
    ) throws(MediaError) -> FileBytes {
        if let pipe { return try FileBytes.streaming(into: pipe) }
        let limit = min(byteLimit ?? .max, format.container.byteLimit)
        return try FileBytes.writing(path: path, byteLimit: limit)
    }

    /// Where only FFmpeg is missing, that is the reason.
    private static func refusal(_ path: String, _ format: AudioFileFormat) -> MediaError {
        guard format.isCoded, let reason = avf_media_unavailable() else {
            return .unsupportedEncoding(path, format)
        }
        return .openFailed(path, reason: String(cString: reason))
    }

    /// Opens an encoder and writes the file's beginning.
    ///
    /// libsndfile does not tell when that fails, so the bytes are asked.
    private static func begin(
        _ bytes: FileBytes, path: String, format: AudioFileFormat, encoder: EncoderSettings,
        tags: [AudioTag: String]
    ) throws(MediaError) -> any FileEncoder {
        let file = try open(bytes, path: path, format: format, encoder: encoder)
        if let sound = file as? SoundFile {
            sound.set(tags)
            if format.keepsHeaderCurrent { sf_command(sound.handle, Int32(SFC_UPDATE_HEADER_NOW), nil, 0) }
        }
        bytes.release()
        if let failure = failure(of: bytes, path: path, framesWritten: 0) { throw failure }
        return file
    }

    private static func open(
        _ bytes: FileBytes, path: String, format: AudioFileFormat, encoder: EncoderSettings
    ) throws(MediaError) -> any FileEncoder {
        if format.isCoded {
            guard format.speakers == nil else { throw .unsupportedEncoding(path, format) }
            return try CodedFileEncoder(bytes, path: path, format: format, encoder: encoder)
        }
        guard let info = format.soundFileInfo else { throw .unsupportedEncoding(path, format) }
        let file = try SoundFile(bytes, mode: .write, info: info, path: path)
        // The PEAK chunk holds the time of writing: the same sound would not be the same file.
        file.set(SFC_SET_ADD_PEAK_CHUNK, isOn: false)
        file.set(SFC_SET_UPDATE_HEADER_AUTO, isOn: format.keepsHeaderCurrent)
        if var quality = encoder.quality, !format.encoding.isLossless {
            let size = Int32(MemoryLayout<Double>.size)
            sf_command(file.handle, Int32(SFC_SET_VBR_ENCODING_QUALITY), &quality, size)
        }
        if var compression = encoder.compression, format.encoding.isLossless {
            let size = Int32(MemoryLayout<Double>.size)
            sf_command(file.handle, Int32(SFC_SET_COMPRESSION_LEVEL), &compression, size)
        }
        if let speakers = format.speakers, !file.setSpeakers(speakers) {
            throw .unsupportedEncoding(path, format)
        }
        return file
    }

    private static func failure(of bytes: FileBytes, path: String, framesWritten: Int) -> MediaError? {
        switch bytes.writeError {
        case 0: nil
        case ENOSPC, EDQUOT: .diskFull(path, framesWritten: framesWritten)
        case let code: .writeFailed(path, reason: FileBytes.text(of: code), framesWritten: framesWritten)
        }
    }
}

extension AudioFileFormat {
    /// Whether the header can say after every write how much there is.
    fileprivate var keepsHeaderCurrent: Bool {
        switch (container, encoding) {
        case (.caf, .alac16): false
        case (.wav, _), (.rf64, _), (.w64, _), (.aiff, _), (.caf, _), (.au, _): true
        default: false
        }
    }
}
