extension SoundBank {
    /// Opens a file; its content decides what it is, and its extension where the content does not tell.
    ///
    /// `sampleFolders` are searched first for the files that an instrument refers to. `decoder` is needed for
    /// audio files, SF3, and compressed waves of DLS.
    /// - Throws: `notFound`, `cannotOpen`, `unknownFormat`, `malformed`, `readFailed`, `tooLarge`.
    package convenience init(
        path: String, decoder: SoundDecoder = .none, sampleFolders: [String] = []
    ) throws(SoundBankError) {
        try self.init(BankBytes(path: path), decoder, sampleFolders)
    }

    /// Opens a bank that is in memory already; `name` is for messages, and its folder for files it refers to.
    package convenience init(
        bytes: [UInt8], name: String, decoder: SoundDecoder = .none, sampleFolders: [String] = []
    ) throws(SoundBankError) {
        try self.init(BankBytes(bytes: bytes, name: name), decoder, sampleFolders)
    }

    /// Makes one instrument of audio files (see `AudioFileBank` for which keys play them).
    ///
    /// - Throws: `notFound` for the first file that is not there; `unknownFormat` without any file.
    package convenience init(
        audioFiles paths: [String], decoder: SoundDecoder
    ) throws(SoundBankError) {
        guard let first = paths.first else { throw .unknownFormat("") }
        for path in paths.dropFirst() { _ = try BankBytes(path: path) }
        let source = try BankBytes(path: first)
        self.init(.audioFile(AudioFileBank(paths: paths, decoder)), source)
    }

    convenience init(
        _ source: BankBytes, _ decoder: SoundDecoder, _ folders: [String]
    ) throws(SoundBankError) {
        self.init(try Self.contents(source, decoder, folders), source)
    }

    private static func contents(
        _ source: BankBytes, _ decoder: SoundDecoder, _ folders: [String]
    ) throws(SoundBankError) -> BankReader {
        let head = try source.read(at: 0, count: min(128, source.count))
        if SoundFontFile.isSoundFont(head) { return .soundFont(try SoundFontBank(source, decoder)) }
        if DLSFile.isDLS(head) { return .dls(try DLSBank(source, decoder)) }
        if EXSBlock.isEXS(head) || FilePath.suffix(source.path) == "exs" {
            return .instrument(try EXSBank.contents(source, decoder, folders: folders))
        }
        if PropertyList.isPropertyList(head) || FilePath.suffix(source.path) == "aupreset" {
            return .instrument(try SamplerPresetBank.contents(source, decoder, folders: folders))
        }
        if FilePath.suffix(source.path) == "sfz" {
            return .instrument(try SFZBank.contents(source, decoder, folders: folders))
        }
        if isAudioFile(head, source.path) { return .audioFile(AudioFileBank(source, decoder)) }
        throw .unknownFormat(source.path)
    }

    private static let audioSuffixes: Set<String> = [
        "wav", "wave", "bwf", "w64", "rf64", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga", "opus",
        "mp3",
        "m4a", "mp4", "aac", "au", "snd",
    ]

    private static func isAudioFile(_ head: Bytes, _ path: String) -> Bool {
        guard head.count > 0 else { return false }
        let isRIFF = head.has("RIFF", at: 0) || head.has("RF64", at: 0) || head.has("RIFX", at: 0)
        return isRIFF && head.has("WAVE", at: 8) || head.has("FORM", at: 0) || head.has("caff", at: 0)
            || head.has("fLaC", at: 0) || head.has("OggS", at: 0)
            || audioSuffixes.contains(FilePath.suffix(path))
    }
}
