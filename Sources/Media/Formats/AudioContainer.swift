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
        let name = AudioContainer.fileExtension(of: path)
        self.init { $0.fileExtensions.contains(name) }
    }

    /// The container behind Core Audio's number (`kAudioFile…Type`); nil if it cannot be written.
    package init?(fileType: UInt32) {
        self.init { $0.fileTypes.contains { fourCharacters($0) == fileType } }
    }

    private init?(where fits: (ContainerFacts) -> Bool) {
        guard let container = AudioContainer.allCases.first(where: { fits($0.facts) }) else { return nil }
        self = container
    }

    /// What is written when nothing else is asked for: the encoding that keeps most of a float signal.
    package func defaultEncoding(path: String) -> AudioEncoding {
        AudioContainer.fileExtension(of: path) == "opus" ? .opus : facts.defaultEncoding
    }

    /// The lower-case letters after the last dot of the last path component; empty without a dot.
    private static func fileExtension(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    init(majorFormat: Int32) {
        self = AudioContainer { $0.majorFormats.contains(Int(majorFormat)) } ?? .other
    }

    /// The extensible WAVE header is for more than two channels, as Microsoft asks.
    func majorFormat(channelCount: Int) -> Int32? {
        let codes = facts.majorFormats
        return (channelCount > 2 ? codes.last : codes.first).map { Int32($0) }
    }
}
