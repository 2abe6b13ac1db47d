extension AudioContainer {
    /// The largest file whose sizes fit the header's fields; WAVE becomes RF64 above.
    var byteLimit: Int { self == .aiff ? Int(UInt32.max) : .max }

    /// Whether a file of this kind can be written into a pipe, which knows no way back to the header.
    package var isStreamable: Bool {
        switch self {
        case .wav, .flac, .ogg, .mp3: true
        case .rf64, .w64, .aiff, .caf, .au, .m4a, .other: false
        }
    }
}

extension AudioFileFormat {
    /// The bytes that so many frames take; nil for compressed encodings.
    func byteCount(ofFrames frameCount: Int) -> Int? {
        encoding.sampleByteCount.map { $0 * channelCount * frameCount }
    }

    /// Refuses before the first byte what the header could not tell after the last one.
    func checkSize(path: String, frameCount: Int?) throws(MediaError) {
        guard let byteCount = frameCount.flatMap(byteCount(ofFrames:)), byteCount > container.byteLimit - 1024
        else { return }
        throw .tooLarge(path, byteCount: byteCount, byteLimit: container.byteLimit)
    }

    /// What becomes of libsndfile's header; nil to leave it alone.
    func waveHeader(frameCount: Int?, isPipe: Bool, largestSize: Int) -> WaveHeader? {
        guard container == .wav, encoding.sampleByteCount != nil else { return nil }
        guard let byteCount = frameCount.flatMap(byteCount(ofFrames:)) else {
            return WaveHeader(isPipe ? .unknown : .growing, largestSize: largestSize)
        }
        return WaveHeader(isPipe ? .known(byteCount) : .growing, largestSize: largestSize)
    }
}
