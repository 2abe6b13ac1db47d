import AVFMedia
import Testing

@Suite struct ReadingTests {
    let directory = TemporaryDirectory()

    /// Ends, zero, one step, and something in between.
    static let words: [Int16] = [0, 1, -1, 32_767, -32_768, 12_345]

    @Test func `int16 of WAV, AIFF and CAF is exactly x over 32768`() throws {
        let little = Self.words.flatMap { ByteBuilder.little($0) }
        let big = Self.words.flatMap { ByteBuilder.big($0) }
        let expected = [Self.words.map { Float($0) / 32_768 }]
        let wav = directory.file("a.wav", bytes: ByteBuilder.wav(data: little))
        let aiff = directory.file("a.aiff", bytes: ByteBuilder.aiff(data: big))
        let caf = directory.file("a.caf", bytes: ByteBuilder.caf(data: big))

        #expect(try Transfer.readAll(wav) == expected)
        #expect(try Transfer.readAll(aiff) == expected)
        #expect(try Transfer.readAll(caf) == expected)
    }

    @Test func `int24 is exactly x over 8388608 and int32 the nearest float`() throws {
        let values: [Int32] = [0, 1, -1, 8_388_607, -8_388_608, 5_000_001]
        let threeBytes = values.flatMap { ByteBuilder.little($0).prefix(3) }
        let fourBytes = values.flatMap { ByteBuilder.little($0 << 8 | 3) }
        let wav24 = directory.file("24.wav", bytes: ByteBuilder.wav(bitCount: 24, data: threeBytes))
        let wav32 = directory.file("32.wav", bytes: ByteBuilder.wav(bitCount: 32, data: fourBytes))

        #expect(try Transfer.readAll(wav24) == [values.map { Float($0) / 8_388_608 }])
        #expect(try Transfer.readAll(wav32) == [values.map { Float($0 << 8 | 3) / 2_147_483_648 }])
    }

    @Test func `channels of an interleaved file come apart in order`() throws {
        let data = (0..<30).flatMap { ByteBuilder.little(Int16($0)) }
        let path = directory.file("3.wav", bytes: ByteBuilder.wav(channelCount: 3, data: data))

        let channels = try Transfer.readAll(path)

        #expect(channels.count == 3)
        for channel in 0..<3 {
            #expect(channels[channel] == (0..<10).map { Float(3 * $0 + channel) / 32_768 })
        }
    }

    @Test func `number formats agree on one file`() throws {
        let data = Self.words.flatMap { ByteBuilder.little($0) }
        let path = directory.file("a.wav", bytes: ByteBuilder.wav(data: data))
        let reader = try AudioFileReader(path: path)
        var shorts = [Int16](repeating: 0, count: 6)
        var integers = [Int32](repeating: 0, count: 6)
        var doubles = [Double](repeating: 0, count: 6)

        #expect(try reader.readInterleaved(into: &shorts, frameCount: 6) == 6)
        try reader.seek(toFrame: 0)
        #expect(try reader.readInterleaved(into: &integers, frameCount: 6) == 6)
        try reader.seek(toFrame: 0)
        #expect(try reader.readInterleaved(into: &doubles, frameCount: 6) == 6)

        #expect(shorts == Self.words)
        #expect(integers == Self.words.map { Int32($0) << 16 })
        #expect(doubles == Self.words.map { Double($0) / 32_768 })
    }

    @Test func `floats read as integers are rounded to the nearest and clipped`() throws {
        let values: [Float] = [0.5, -2, 2, 1.4 / 32_768, 1.6 / 32_768, .nan]
        let data = values.flatMap { ByteBuilder.little($0.bitPattern) }
        let path = directory.file("f.wav", bytes: ByteBuilder.wav(tag: 3, bitCount: 32, data: data))
        let reader = try AudioFileReader(path: path)
        var shorts = [Int16](repeating: 0, count: 6)
        var integers = [Int32](repeating: 0, count: 6)

        _ = try reader.readInterleaved(into: &shorts, frameCount: 6)
        try reader.seek(toFrame: 0)
        _ = try reader.readInterleaved(into: &integers, frameCount: 6)

        #expect(shorts == [16_384, -32_768, 32_767, 1, 2, 0])
        #expect(integers.prefix(3) == [1 << 30, .min, .max])
    }

    @Test func `a seek lands on its frame`() throws {
        let data = (0..<1_000).flatMap { ByteBuilder.little(Int16($0)) }
        let reader = try AudioFileReader(path: directory.file("a.wav", bytes: ByteBuilder.wav(data: data)))
        for frame in [500, 0, 999, 123] {
            try reader.seek(toFrame: frame)
            #expect(reader.position == frame)
            #expect(try Transfer.read(reader, frameCount: 1) == [[Float(frame) / 32_768]])
        }
        try reader.seek(toFrame: 1_000)
        #expect(try Transfer.read(reader, frameCount: 1) == [[]])
        for frame in [-1, 1_001, .max, .min] {
            #expect(throws: MediaError.invalidSeek(reader.path, frame: frame, frameCount: 1_000)) {
                try reader.seek(toFrame: frame)
            }
        }
        #expect(reader.position == 1_000)
    }

    @Test(arguments: RoundTripTests.combinations([2]) { _ in true })
    func `after a seek the same frames come as in one go`(format: AudioFileFormat) throws {
        let signal = Signal.sine(channelCount: 2, frameCount: 20_000)
        let path = directory.file("seek")
        try Transfer.write(signal, path: path, format)
        let whole = try Transfer.readAll(path)
        let reader = try AudioFileReader(path: path)

        for frame in [15_000, 1, 7_777, 19_000, 0] {
            try reader.seek(toFrame: frame)
            let part = try Transfer.read(reader, frameCount: 100)
            for channel in 0..<2 {
                #expect(part[channel] == Array(whole[channel][frame..<frame + 100]))
            }
        }
    }

    @Test func `a closed reader says so`() throws {
        let reader = try AudioFileReader(path: directory.file("a.wav", bytes: ByteBuilder.wav(data: [1, 0])))
        reader.close()
        reader.close()
        #expect(!reader.isOpen)
        #expect(throws: MediaError.closed(reader.path)) { try reader.seek(toFrame: 0) }
        #expect(throws: MediaError.closed(reader.path)) { _ = try Transfer.read(reader, frameCount: 1) }
    }

    @Test func `speakers survive a round trip`() throws {
        let path = directory.file("a.wav")
        var format = AudioFileFormat(
            container: .wav, encoding: .int16, sampleRateHz: 48_000, channelCount: 4)
        format.speakers = [.left, .right, .rearLeft, .rearRight]
        try Transfer.write(Signal.sine(channelCount: 4, frameCount: 10), path: path, format)
        #expect(try AudioFileReader(path: path).format.speakers == format.speakers)
    }
}
