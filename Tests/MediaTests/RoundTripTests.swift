import AVFMedia
import Testing

@Suite struct RoundTripTests {
    static let lossless = combinations([1, 2, 6]) { $0.isLossless }
    /// No six channels: the encoders filter the sixth one as a woofer.
    static let lossy = combinations([1, 2, 4]) { !$0.isLossless }

    static func combinations(
        _ channelCounts: [Int], _ accept: (AudioEncoding) -> Bool
    ) -> [AudioFileFormat] {
        AudioContainer.allCases.flatMap { container in
            AudioEncoding.allCases.filter(accept).flatMap { encoding in
                channelCounts.map { channelCount in
                    AudioFileFormat(
                        container: container, encoding: encoding, sampleRateHz: 48_000,
                        channelCount: channelCount)
                }
            }
        }.filter(\.isWritable)
    }

    @Test func `every lossless container is covered`() {
        let containers = Set(Self.lossless.map(\.container))
        // MPEG-4 needs FFmpeg.
        #expect(containers.subtracting([.m4a]) == [.wav, .rf64, .w64, .aiff, .caf, .au, .flac])
        #expect(Self.lossless.count > 80)
    }

    @Test(arguments: lossless)
    func `what a lossless encoding can hold comes back to the bit`(format: AudioFileFormat) throws {
        let directory = TemporaryDirectory()
        let bitCount = format.encoding.integerBitCount ?? 24
        let signal = Signal.grid(channelCount: format.channelCount, frameCount: 5_000, bitCount: bitCount)
        let path = directory.file("file")

        try Transfer.write(signal, path: path, format, blockSize: 1_234)

        let reader = try AudioFileReader(path: path)
        #expect(reader.frameCount == 5_000)
        #expect(reader.format.container == format.container)
        #expect(reader.format.encoding == format.encoding)
        #expect(reader.format.sampleRateHz == 48_000)
        #expect(try Transfer.read(reader, frameCount: 5_000) == signal)
        #expect(try Transfer.read(reader, frameCount: 1) == signal.map { _ in [] })
    }

    @Test(arguments: lossy)
    func `a lossy encoding keeps length and sound`(format: AudioFileFormat) throws {
        let directory = TemporaryDirectory()
        let signal = Signal.sine(channelCount: format.channelCount, frameCount: 24_000)
        let path = directory.file("file")

        try Transfer.write(signal, path: path, format, encoder: EncoderSettings(quality: 0.9))

        let copy = try Transfer.readAll(path)
        #expect(copy.map(\.count) == signal.map { _ in 24_000 })
        for (original, decoded) in zip(signal, copy) {
            #expect(Signal.signalToNoiseDecibels(original, decoded) > 15)
        }
    }
}
