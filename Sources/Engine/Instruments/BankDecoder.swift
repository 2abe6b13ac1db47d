import AVFMedia
import AVFSoundBanks

extension SoundDecoder {
    /// Decodes the sounds of banks with the engine's own file readers.
    static let files = SoundDecoder { source, mostFrames in
        do {
            let reader = try AudioFileReader(source.media)
            guard reader.frameCount <= mostFrames else {
                throw SoundDecodingError("it has \(reader.frameCount) frames; at most \(mostFrames) fit")
            }
            return try DecodedSound(reader)
        } catch let error as MediaError {
            throw SoundDecodingError("\(error)")
        }
    }
}

extension SoundDecoder.Source {
    fileprivate var media: MediaSource {
        switch self {
        case .file(let path): MediaSource(path: path)
        case .bytes(let bytes): MediaSource(MemorySource(bytes), name: "a sound inside")
        }
    }
}

extension DecodedSound {
    /// All that is in a file; 16 bits stay what they are.
    fileprivate init(_ reader: AudioFileReader) throws {
        let channelCount = reader.format.channelCount
        let isShort = (reader.format.encoding.integerBitCount ?? 32) <= 16
        self.init(
            rateHz: reader.format.sampleRateHz, channelCount: channelCount,
            samples: isShort
                ? .int16(
                    try Self.all(reader) { (samples: UnsafeMutablePointer<Int16>, count) in
                        try reader.readInterleaved(into: samples, frameCount: count)
                    })
                : .float32(
                    try Self.all(reader) { (samples: UnsafeMutablePointer<Float>, count) in
                        try reader.readInterleaved(into: samples, frameCount: count)
                    }))
    }

    private static func all<Sample>(
        _ reader: AudioFileReader, _ read: (UnsafeMutablePointer<Sample>, _ frameCount: Int) throws -> Int
    ) throws -> [Sample] {
        let channelCount = reader.format.channelCount
        return try [Sample](unsafeUninitializedCapacity: reader.frameCount * channelCount) { samples, count in
            guard let start = samples.baseAddress else { return }
            while count < samples.count {
                let got = try read(start + count, (samples.count - count) / channelCount)
                guard got > 0 else { return }
                count += got * channelCount
            }
        }
    }
}
