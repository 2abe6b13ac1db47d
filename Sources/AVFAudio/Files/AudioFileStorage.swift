import AVFMedia

/// What an `AVAudioFile` consists of: an open file and its two formats.
struct AudioFileStorage: Sendable {
    let url: URL
    let handle: AudioFileHandle
    /// As the samples are stored.
    let format: AVAudioFormat
    /// As the samples are read and written.
    let processingFormat: AVAudioFormat

    /// No file.
    init() {
        url = URL(fileURLWithPath: "/dev/null")
        handle = AudioFileHandle()
        (format, processingFormat) = (AVAudioFormat(), AVAudioFormat())
    }

    /// Opens a file.
    init(reading url: URL, common: AVAudioCommonFormat, interleaved: Bool) throws {
        let path = try Self.path(of: url)
        try self.init(reading: MediaSource(path: path), url: url, common: common, interleaved: interleaved)
    }

    /// Opens a sound of the program's own.
    init(reading source: MediaSource, common: AVAudioCommonFormat, interleaved: Bool) throws {
        let name = source.name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        let url = URL(string: "memory:///" + name) ?? URL(fileURLWithPath: "/dev/null")
        try self.init(reading: source, url: url, common: common, interleaved: interleaved)
    }

    private init(
        reading source: MediaSource, url: URL, common: AVAudioCommonFormat, interleaved: Bool
    ) throws {
        try Self.check(common, path: source.name)
        do {
            let reader = try AudioFileReader(source)
            let layout = AVAudioChannelLayout(reader.format)
            format = AVAudioFormat(reader.format, layout: layout)
            processingFormat = AVAudioFormat(
                processing: reader.format, common: common, interleaved: interleaved, layout: layout)
            handle = AudioFileHandle(reader)
        } catch {
            throw AVFAudioError.error(error, path: source.name)
        }
        self.url = url
    }

    /// Makes a file, or replaces what is in it.
    init(writing url: URL, settings: [String: Any], common: AVAudioCommonFormat, interleaved: Bool) throws {
        let path = try Self.path(of: url)
        try Self.check(common, path: path)
        do {
            let settings = try AudioSettings(settings)
            let wanted = try settings.fileFormat(path: path)
            let layout = settings.channelLayout ?? AVAudioChannelLayout(wanted)
            format = AVAudioFormat(wanted, layout: layout)
            processingFormat = AVAudioFormat(
                processing: wanted, common: common, interleaved: interleaved, layout: layout)
            handle = try AudioFileHandle(wanted, encoder: settings.encoder, path: path)
        } catch let error as MediaError {
            throw AVFAudioError.error(error, path: path)
        } catch let error as AudioSettingsError {
            throw AVFAudioError.error(error, path: path)
        }
        self.url = url
    }

    private static func path(of url: URL) throws -> String {
        guard url.isFileURL else {
            throw AVFAudioError.error(
                kAudio_BadFilePathError, "“\(url)” does not name a file on this machine.")
        }
        return url.path
    }

    private static func check(_ common: AVAudioCommonFormat, path: String) throws {
        guard common != .otherFormat else {
            throw AVFAudioError.error(
                kAudio_ParamError, "“\(path)” cannot be processed in the common format otherFormat.",
                path: path)
        }
    }
}

extension AVAudioFormat {
    /// How a file stores its samples.
    fileprivate convenience init(_ format: AudioFileFormat, layout: AVAudioChannelLayout?) {
        self.init(checked: AudioStreamBasicDescription(format), layout: layout)
    }

    /// Linear PCM with a file's rate and channels.
    fileprivate convenience init(
        processing format: AudioFileFormat, common: AVAudioCommonFormat, interleaved: Bool,
        layout: AVAudioChannelLayout?
    ) {
        let description = AudioStreamBasicDescription(
            common, sampleRateHz: format.sampleRateHz, channelCount: UInt32(clamping: format.channelCount),
            interleaved: interleaved)
        self.init(checked: description, layout: layout)
    }
}
