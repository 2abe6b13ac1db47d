import AVFMedia

extension AVAudioFile {
    /// Opens an audio file whose bytes are in memory. (Not in Apple's API.)
    ///
    /// - Parameters:
    ///   - data: The whole file.
    ///   - name: What messages call it, and the last part of `url`.
    ///   - format: The kind of linear PCM in which it is processed.
    ///   - interleaved: Whether the channels of its buffers are interleaved.
    /// - Throws: As `init(forReading:commonFormat:interleaved:)`, but for the errors of files.
    public convenience init(
        forReading data: Data, name: String = "memory",
        commonFormat format: AVAudioCommonFormat = .pcmFormatFloat32,
        interleaved: Bool = false
    ) throws {
        // Foundation's object keeps its bytes at one place.
        let bytes = data as NSData
        try self.init(
            MediaSource(MemorySource(bytes.bytes, byteCount: bytes.length, owner: bytes), name: name),
            commonFormat: format, interleaved: interleaved)
    }

    /// Opens an audio file whose bytes the program gives when they are needed. (Not in Apple's API.)
    ///
    /// - Parameters:
    ///   - source: The bytes; kept until the file, and what plays it, is gone.
    ///   - name: What messages call it, and the last part of `url`.
    ///   - format: The kind of linear PCM in which it is processed.
    ///   - interleaved: Whether the channels of its buffers are interleaved.
    /// - Throws: As `init(forReading:commonFormat:interleaved:)`, but for the errors of files; −54 if the
    ///   source throws.
    public convenience init(
        forReading source: any AVAudioByteSource, name: String = "source",
        commonFormat format: AVAudioCommonFormat = .pcmFormatFloat32, interleaved: Bool = false
    ) throws {
        let bytes = CallbackSource(byteCount: source.byteCount) { target, count, position in
            let buffer = UnsafeMutableRawBufferPointer(start: target, count: count)
            do { return try source.read(into: buffer, at: position) } catch { return Int(-EIO) }
        }
        try self.init(MediaSource(bytes, name: name), commonFormat: format, interleaved: interleaved)
    }
}
