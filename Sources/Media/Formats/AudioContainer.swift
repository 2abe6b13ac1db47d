import CAVFSndFile

/// The kind of file that holds the audio.
package enum AudioContainer: String, CaseIterable, Sendable {
    /// RIFF WAVE, at most 4 GiB.
    case wav
    /// RIFF WAVE with 64-bit sizes.
    case rf64
    /// Sony's 64-bit WAVE.
    case w64
    /// Apple's AIFF and AIFF-C.
    case aiff
    /// Apple's Core Audio Format.
    case caf
    /// Sun's and NeXT's AU.
    case au
    /// Native FLAC.
    case flac
    /// Ogg with Vorbis or Opus.
    case ogg
    /// An MPEG audio stream.
    case mp3
    /// MPEG-4 with AAC or Apple Lossless, by way of FFmpeg.
    case m4a
    /// Something else that is read; never written.
    case other

    /// The container that a path's extension names, in any case of letters.
    package init?(path: String) {
        switch AudioContainer.fileExtension(of: path) {
        case "wav", "wave", "bwf": self = .wav
        case "rf64": self = .rf64
        case "w64": self = .w64
        case "aif", "aiff", "aifc": self = .aiff
        case "caf": self = .caf
        case "au", "snd": self = .au
        case "flac": self = .flac
        case "ogg", "oga", "opus": self = .ogg
        case "mp3": self = .mp3
        case "m4a", "m4b", "mp4": self = .m4a
        default: return nil
        }
    }

    /// What is written when nothing else is asked for: the encoding that keeps most of a float signal.
    package func defaultEncoding(path: String) -> AudioEncoding {
        switch self {
        case .flac: .int24
        case .ogg: AudioContainer.fileExtension(of: path) == "opus" ? .opus : .vorbis
        case .mp3: .mpegLayer3
        case .m4a: .aac
        default: .float32
        }
    }

    /// The lower-case letters after the last dot of the last path component; empty without a dot.
    private static func fileExtension(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    init(majorFormat: Int32) {
        switch Int(majorFormat) {
        case SF_FORMAT_WAV, SF_FORMAT_WAVEX: self = .wav
        case SF_FORMAT_RF64: self = .rf64
        case SF_FORMAT_W64: self = .w64
        case SF_FORMAT_AIFF: self = .aiff
        case SF_FORMAT_CAF: self = .caf
        case SF_FORMAT_AU: self = .au
        case SF_FORMAT_FLAC: self = .flac
        case SF_FORMAT_OGG: self = .ogg
        case SF_FORMAT_MPEG: self = .mp3
        default: self = .other
        }
    }

    /// The extensible WAVE header is for more than two channels, as Microsoft asks.
    func majorFormat(channelCount: Int) -> Int32? {
        let code: Int
        switch self {
        case .wav: code = channelCount > 2 ? SF_FORMAT_WAVEX : SF_FORMAT_WAV
        case .rf64: code = SF_FORMAT_RF64
        case .w64: code = SF_FORMAT_W64
        case .aiff: code = SF_FORMAT_AIFF
        case .caf: code = SF_FORMAT_CAF
        case .au: code = SF_FORMAT_AU
        case .flac: code = SF_FORMAT_FLAC
        case .ogg: code = SF_FORMAT_OGG
        case .mp3: code = SF_FORMAT_MPEG
        case .m4a, .other: return nil
        }
        return Int32(code)
    }
}
