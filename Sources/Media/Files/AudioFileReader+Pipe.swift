import CAVFSndFile

/// What comes through a pipe.
package enum PipedInput {
    /// Sound that can be read while it comes.
    case sound(AudioFileReader)
    /// Something that must be there as a whole before it can be read; its bytes up to now.
    case bytes([UInt8])
}

extension AudioFileReader {
    /// Looks at what begins to come through a pipe.
    ///
    /// Uncompressed WAVE, RF64, Wave64, AIFF, CAF and AU are read as they come, once, and without seeking; no
    /// more is taken from the pipe than is read. A header may say that the length is not known.
    ///
    /// - Parameters:
    ///   - descriptor: The pipe, which must stay open.
    ///   - name: What messages call it.
    ///   - isCancelled: Asked some times a second while nothing comes; true ends the file.
    /// - Returns: The sound, or the bytes that were read of something that cannot be read so.
    /// - Throws: As `init(path:)`.
    package static func open(
        pipe descriptor: Int32, name: String, isCancelled: @escaping @Sendable () -> Bool
    ) throws(MediaError) -> PipedInput {
        let pipe = PipeReader(descriptor, isCancelled: isCancelled)
        let bytes = FileBytes(descriptor: -1, length: .max)
        bytes.pipe = pipe
        guard let sound = bytes.soundChunk(), !bytes.isUnfinishedCAF(sound) else { return .bytes(pipe.head) }
        // Unknown: more than anybody records, and less than overflows at another rate.
        bytes.length = sound.start + min(sound.byteCount ?? 1 << 44, 1 << 60)
        if sound.byteCount == nil { bytes.showUnlimitedWave(sound) }
        // What libsndfile cannot read as it comes is looked at again as a whole.
        guard let file = try? SoundFile(bytes, mode: .read, info: SF_INFO(), path: name) else {
            return .bytes(pipe.head)
        }
        var format = AudioFileFormat(file.info)
        format.speakers = file.speakers(channelCount: format.channelCount)
        guard format.encoding.sampleByteCount != nil else { return .bytes(pipe.head) }
        pipe.keepsAll = false
        let opened: Opened = (file, format, frameCount: max(0, Int(file.info.frames)), loss: nil)
        return .sound(
            try AudioFileReader(
                opened, MediaSource(path: name), isLengthKnown: sound.byteCount != nil))
    }
}

extension FileBytes {
    /// Whether this is a CAF file of unknown length, which libsndfile refuses.
    fileprivate func isUnfinishedCAF(_ sound: SoundChunk) -> Bool {
        defer { _ = seek(to: 0, from: 0) }
        return sound.byteCount == nil && readWord(at: 0, byteCount: 4) == fourCharacterCode("caff")
    }
}
