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
        let head = try source.read(at: 0, count: min(64, source.count))
        guard SoundFontFile.isSoundFont(head) else {
            throw .unknownFormat(source.path)
        }
        self.init(try SoundFontBank(source, decoder), source)
    }
}
