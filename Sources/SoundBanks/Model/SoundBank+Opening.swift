extension SoundBank {
    /// Opens a file; its content decides what it is, and its extension where the content does not tell.
    ///
    /// - Throws: `cannotOpen`, `unknownFormat`, `malformed`, `readFailed`, `tooLarge`.
    package convenience init(path: String, decoder: SoundDecoder = .none) throws(SoundBankError) {
        try self.init(ByteSource(path: path), decoder)
    }

    /// Opens a bank that is in memory already; `name` is for messages.
    package convenience init(
        bytes: [UInt8], name: String, decoder: SoundDecoder = .none
    ) throws(SoundBankError) {
        try self.init(ByteSource(bytes: bytes, name: name), decoder)
    }

    private convenience init(_ source: ByteSource, _ decoder: SoundDecoder) throws(SoundBankError) {
        self.init(try Self.contents(source, decoder), source)
    }

    private static func contents(
        _ source: ByteSource, _ decoder: SoundDecoder
    ) throws(SoundBankError) -> any BankContents {
        let head = try source.read(at: 0, count: min(128, source.count))
        if SoundFontFile.isSoundFont(head) { return try SoundFontBank(source, decoder) }
        if DLSFile.isDLS(head) { return try DLSBank(source, decoder) }
        throw .unknownFormat(source.path)
    }
}
