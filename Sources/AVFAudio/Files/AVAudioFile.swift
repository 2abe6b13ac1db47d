import AVFMedia

/// An audio file, opened for reading or for writing, as linear PCM.
///
/// Reads WAVE, RF64, Wave64, AIFF, CAF, AU, FLAC, Ogg Vorbis, Opus, MP3 and what else libsndfile knows, and
/// AAC and Apple Lossless where FFmpeg is installed; writes all of these. A process that is killed while it
/// writes leaves a file that can be read: WAVE, RF64, Wave64, AIFF, CAF and AU up to the last call, the
/// others but for their last second; only Apple Lossless in CAF needs `close()`. Reading and writing may
/// block on the disk. Threads may share a file: its calls take turns.
open class AVAudioFile: NSObject, @unchecked Sendable {
    // Sendable: the storage is, and nothing else is stored.
    final let file: AudioFileStorage

    /// A file that is not open: reading and writing fail.
    public override init() {
        file = AudioFileStorage()
        super.init()
    }

    /// Opens a file; it is processed in the standard format at its own rate.
    ///
    /// - Throws: An `NSError` with the domain `com.apple.coreaudio.avfaudio`: −43 if there is no such file,
    ///   −54 if it may not be read, `kAudioFileInvalidFileError` if it is damaged and
    ///   `kAudioFileUnsupportedFileTypeError` if it is no audio.
    public init(forReading fileURL: URL) throws {
        file = try AudioFileStorage(reading: fileURL, common: .pcmFormatFloat32, interleaved: false)
        super.init()
    }

    /// Opens a file; it is processed in the given kind of linear PCM at its own rate.
    ///
    /// - Throws: As `init(forReading:)`, and −50 for `otherFormat`.
    public init(
        forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool
    ) throws {
        file = try AudioFileStorage(reading: fileURL, common: format, interleaved: interleaved)
        super.init()
    }

    /// Opens a sound of the program's own.
    init(_ source: MediaSource, commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
        file = try AudioFileStorage(reading: source, common: format, interleaved: interleaved)
        super.init()
    }

    /// Makes a file, or replaces what is in it; it is processed in the standard format.
    ///
    /// The file has its name from now on, as on Apple's systems, and can be read while it grows. A WAVE file
    /// that grows beyond 4 GiB becomes RF64 where it stands.
    ///
    /// The kind of file follows `AVAudioFileTypeKey`, or else the extension of the name. PCM files are
    /// interleaved whatever the settings say.
    ///
    /// - Throws: An `NSError` with the domain `com.apple.coreaudio.avfaudio`: −50 for settings that lack or
    ///   contradict something, `kAudioFileUnsupportedFileTypeError` for an unknown kind of file,
    ///   `kAudioFileUnsupportedDataFormatError` for a format that it cannot hold, −54 if it may not be
    ///   written.
    public init(forWriting fileURL: URL, settings: [String: Any]) throws {
        file = try AudioFileStorage(
            writing: fileURL, settings: settings, common: .pcmFormatFloat32, interleaved: false)
        super.init()
    }

    /// Makes a file, or replaces what is in it; it is processed in the given kind of linear PCM.
    ///
    /// - Throws: As `init(forWriting:settings:)`, and −50 for `otherFormat`.
    public init(
        forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat,
        interleaved: Bool
    ) throws {
        file = try AudioFileStorage(
            writing: fileURL, settings: settings, common: format, interleaved: interleaved)
        super.init()
    }

    /// Where the file is.
    open var url: URL { file.url }

    /// How the samples are stored.
    open var fileFormat: AVAudioFormat { file.format }

    /// How the samples are read and written: linear PCM at the file's rate.
    open var processingFormat: AVAudioFormat { file.processingFormat }

    /// The frames in the file, as its header says or as were written.
    open var length: AVAudioFramePosition { file.handle.length }

    /// The frame that is read next, or the frames written.
    ///
    /// Set it to seek. Negative values count as 0; reading behind the end, or writing anywhere but at the
    /// end, throws.
    open var framePosition: AVAudioFramePosition {
        get { file.handle.position }
        set { file.handle.position = newValue }
    }

    /// True until `close()`.
    open var isOpen: Bool { file.handle.isOpen }

    /// Completes the file; reading and writing fail from now on.
    ///
    /// A file that is not closed is completed by its last release. If the process is killed before, all but
    /// its newest part can be read; only Apple Lossless in CAF cannot be read before it is closed.
    open func close() {
        file.handle.close()
    }

    /// Reads as many frames as the buffer holds, or as there are, and sets its `frameLength`.
    ///
    /// - Throws: As `read(into:frameCount:)`.
    open func read(into buffer: AVAudioPCMBuffer) throws {
        try read(into: buffer, frameCount: buffer.frameCapacity)
    }

    /// Reads so many frames, or as many as there are, and sets the buffer's `frameLength`.
    ///
    /// - Throws: An `NSError`: `kAudioFileEndOfFileError` if there is nothing left to read, −50 if the buffer
    ///   has another format than `processingFormat`, −43 if the file is closed, `kAudioFileInvalidFileError`
    ///   if the data are damaged.
    open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
        try checkFormat(of: buffer)
        buffer.frameLength = 0
        let wanted = min(frames, buffer.frameCapacity)
        let frameCount = try file.handle.read(into: buffer, frameCount: Int(wanted))
        if frameCount == 0, wanted > 0 { throw endOfFile }
        buffer.frameLength = AVAudioFrameCount(frameCount)
    }

    /// Appends the buffer's `frameLength` frames.
    ///
    /// - Throws: An `NSError`: −50 if the buffer has another format than `processingFormat`, −43 if the file
    ///   is closed, −34 if the disk is full, `kAudioFilePositionError` after a seek.
    open func write(from buffer: AVAudioPCMBuffer) throws {
        try checkFormat(of: buffer)
        try file.handle.write(from: buffer)
    }

    private func checkFormat(of buffer: AVAudioPCMBuffer) throws {
        guard buffer.format != processingFormat else { return }
        throw AVFAudioError.error(
            kAudio_ParamError,
            "“\(file.url.path)” is processed as \(processingFormat), but the buffer is \(buffer.format).",
            path: file.url.path)
    }

    private var endOfFile: NSError {
        AVFAudioError.error(
            kAudioFileEndOfFileError,
            "“\(file.url.path)” has nothing to read at frame \(framePosition): it has \(length) frames.",
            path: file.url.path)
    }
}
