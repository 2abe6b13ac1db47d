import AVFMedia
import Glibc
import Testing

@Suite struct WritingTests {
    let directory = TemporaryDirectory()
    static let headered = RoundTripTests.lossless.filter { format in
        format.channelCount == 2 && ![.flac, .m4a].contains(format.container) && format.encoding != .alac16
    }

    private static func format(
        _ container: AudioContainer, _ encoding: AudioEncoding, channelCount: Int = 1
    ) -> AudioFileFormat {
        AudioFileFormat(
            container: container, encoding: encoding, sampleRateHz: 48_000, channelCount: channelCount)
    }

    @Test func `a WAV has exactly the bytes of its specification`() throws {
        let path = directory.file("a.wav")
        try Transfer.write([[0, 0.5, -1, 1]], path: path, Self.format(.wav, .int16))
        let words: [Int16] = [0, 16_384, -32_768, 32_767]
        let data = words.flatMap { ByteBuilder.little($0) }
        // With room for the sizes of RF64, which readers skip (EBU Tech 3306, 3.5).
        var expected = ByteBuilder.wav(riffSize: UInt32(36 + 36 + data.count), data: data)
        let room = Array("JUNK".utf8) + ByteBuilder.little(UInt32(28)) + [UInt8](repeating: 0, count: 28)
        expected.insert(contentsOf: room, at: 12)
        #expect(bytes(ofFile: path) == expected)
    }

    @Test(arguments: [AudioEncoding.int8, .int16, .int24, .int32])
    func `floats are rounded to the nearest integer, clipped, and NaN is silence`(encoding: AudioEncoding)
        throws
    {
        let bitCount = try #require(encoding.integerBitCount)
        let path = directory.file("a.wav")
        let step = Float(sign: .plus, exponent: 1 - bitCount, significand: 1)
        try Transfer.write(
            [[7, -7, .infinity, .nan, 1.25 * step, 1.75 * step, -1.75 * step, 0.5 * step, 1.5 * step]],
            path: path, Self.format(.wav, encoding))
        let reader = try AudioFileReader(path: path)
        var samples = [Int32](repeating: 0, count: 9)
        _ = try reader.readInterleaved(into: &samples, frameCount: 9)
        let highest = Int32((Int64(1) << (bitCount - 1)) - 1)
        #expect(samples.map { $0 >> (32 - bitCount) } == [highest, -highest - 1, highest, 0, 1, 2, -2, 0, 2])
    }

    @Test func `integers of either width keep their value in any file`() throws {
        let words: [Int16] = [0, 1, -1, 32_767, -32_768]
        for encoding in [AudioEncoding.int16, .int24, .int32, .float32, .float64] {
            let path = directory.file("a.caf")
            let writer = try AudioFileWriter(path: path, format: Self.format(.caf, encoding))
            try writer.writeInterleaved(words, frameCount: 5)
            try writer.writeInterleaved(words.map { Int32($0) << 16 }, frameCount: 5)
            try writer.writeInterleaved(words.map { Double($0) / 32_768 }, frameCount: 5)
            #expect(writer.framesWritten == 15)
            try writer.close()
            let floats = words.map { Float($0) / 32_768 }
            #expect(try Transfer.readAll(path) == [floats + floats + floats])
        }
    }

    @Test func `wide integers are rounded to the nearest in a narrow file`() throws {
        let path = directory.file("a.wav")
        let writer = try AudioFileWriter(path: path, format: Self.format(.wav, .int16))
        let samples: [Int32] = [.max, .min, 0x1_7FFF, 0x1_8001, 0x0_8000, 0x1_8000, -0x8000, -0x8001]
        try writer.writeInterleaved(samples, frameCount: samples.count)
        try writer.close()
        let expected: [Float] = [32_767, -32_768, 1, 2, 0, 2, 0, -1]
        #expect(try Transfer.readAll(path) == [expected.map { $0 / 32_768 }])
    }

    @Test(arguments: headered)
    func `a file that was never closed holds every frame`(format: AudioFileFormat) throws {
        let signal = Signal.grid(
            channelCount: 2, frameCount: 3_000, bitCount: format.encoding.integerBitCount ?? 24)
        let path = directory.file("open")
        let writer = try AudioFileWriter(path: path, format: format)
        try Transfer.append(signal, to: writer, blockSize: 512)
        #expect(writer.isOpen)
        #expect(try Transfer.readAll(path) == signal)
    }

    @Test func `the same sound is the same file`() throws {
        for container in [AudioContainer.wav, .aiff, .caf] {
            let signal = Signal.sine(channelCount: 2, frameCount: 1_000)
            let format = Self.format(container, .float32, channelCount: 2)
            try Transfer.write(signal, path: directory.file("1"), format, blockSize: 64)
            try Transfer.write(signal, path: directory.file("2"), format, blockSize: 1_000)
            let first = bytes(ofFile: directory.file("1"))
            #expect(first == bytes(ofFile: directory.file("2")))
            // A PEAK chunk has the time of day in it.
            let text = String(decoding: first.prefix(200), as: UTF8.self).lowercased()
            #expect(!text.contains("peak"))
        }
    }

    @Test(arguments: RoundTripTests.combinations([2]) { _ in true }.filter { $0.container != .m4a })
    func `a full disk is reported, and what was written stays readable`(format: AudioFileFormat) throws {
        let signal = Signal.grid(channelCount: 2, frameCount: 4_000, bitCount: 16)
        let path = directory.file("full")
        let writer = try AudioFileWriter(path: path, format: format, byteLimit: 20_000)

        var failure = MediaError.outOfMemory
        do {
            for _ in 0..<100 { try Transfer.append(signal, to: writer, blockSize: 500) }
            try writer.close()
        } catch {
            failure = try #require(error as? MediaError)
        }

        guard case .writeFailed(path, "File too large", let framesWritten) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(framesWritten == writer.framesWritten)
        if writer.isOpen {
            // Every further call says the same, and closing does not say it once more.
            #expect(throws: failure) { try Transfer.append(signal, to: writer) }
            try writer.close()
        }
        guard ![.alac16, .mpegLayer3].contains(format.encoding) else { return }
        let copy = try Transfer.readAll(path)
        let isBlockwise = [.flac, .ogg].contains(format.container)
        #expect(isBlockwise ? copy[0].count <= framesWritten : copy[0].count == framesWritten)
        if format.encoding.isLossless, (format.encoding.integerBitCount ?? 24) >= 16 {
            #expect(copy[1] == (0..<copy[1].count).map { signal[1][$0 % 4_000] })
        }
    }

    @Test(arguments: [AudioContainer.wav, .aiff, .caf, .flac, .ogg])
    func `a device without room gives diskFull`(container: AudioContainer) {
        #expect(throws: MediaError.diskFull("/dev/full", framesWritten: 0)) {
            let encoding = container.defaultEncoding(path: "")
            let writer = try AudioFileWriter(path: "/dev/full", format: Self.format(container, encoding))
            do {
                for _ in 0..<10 {
                    try Transfer.append(Signal.sine(channelCount: 1, frameCount: 20_000), to: writer)
                }
                try writer.close()
            } catch MediaError.diskFull(let path, _) {
                throw MediaError.diskFull(path, framesWritten: 0)
            }
        }
    }

    @Test func `a file size limit of the process is an error, not its end`() throws {
        // So high that nothing else in this process meets it.
        var before = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &before)
        var limit = before
        limit.rlim_cur = 64 << 20
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        defer { setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &before) }
        let handler = signal(SIGXFSZ, SIG_DFL)
        defer { _ = signal(SIGXFSZ, handler) }
        var mask = sigset_t()
        sigaddset(&mask, SIGXFSZ)
        var maskBefore = sigset_t()
        pthread_sigmask(SIG_UNBLOCK, &mask, &maskBefore)
        defer { pthread_sigmask(SIG_SETMASK, &maskBefore, nil) }

        let path = directory.file("big.w64")
        let writer = try AudioFileWriter(path: path, format: Self.format(.w64, .float32))
        let block = [Float](repeating: 0.25, count: 1 << 20)
        let failure = #expect(throws: MediaError.self) {
            for _ in 0..<17 { try writer.writeInterleaved(block, frameCount: 1 << 20) }
        }
        #expect(
            failure
                == .writeFailed(path, reason: "File too large", framesWritten: writer.framesWritten))
        try writer.close()
        #expect(try AudioFileReader(path: path).frameCount == writer.framesWritten)
        #expect(writer.framesWritten > 16_000_000)
    }

    @Test func `formats that cannot be written are refused before the file is touched`() throws {
        let path = directory.file("kept.wav", bytes: [1, 2, 3])
        var format = Self.format(.flac, .float32)
        #expect(throws: MediaError.unsupportedEncoding(path, format)) {
            _ = try AudioFileWriter(path: path, format: format)
        }
        format = Self.format(.flac, .int16, channelCount: 9)
        #expect(throws: MediaError.unsupportedEncoding(path, format)) {
            _ = try AudioFileWriter(path: path, format: format)
        }
        format = Self.format(.ogg, .opus)
        format.sampleRateHz = 44_100
        #expect(throws: MediaError.unsupportedEncoding(path, format)) {
            _ = try AudioFileWriter(path: path, format: format)
        }
        for rate in [0, -1, 99, 44_100.5, 1e9, .infinity] {
            format.sampleRateHz = rate
            #expect(throws: MediaError.invalidSampleRate(path, sampleRateHz: rate)) {
                _ = try AudioFileWriter(path: path, format: format)
            }
        }
        format.sampleRateHz = .nan
        #expect(throws: MediaError.self) { _ = try AudioFileWriter(path: path, format: format) }
        for count in [0, -1, 1_025, .max] {
            #expect(throws: MediaError.invalidChannelCount(path, channelCount: count)) {
                let format = Self.format(.wav, .int16, channelCount: count)
                _ = try AudioFileWriter(path: path, format: format)
            }
        }
        #expect(bytes(ofFile: path) == [1, 2, 3])
    }

    @Test func `places that cannot be written are named`() {
        let format = Self.format(.wav, .int16)
        #expect(throws: MediaError.notARegularFile(directory.path, kind: "a directory")) {
            _ = try AudioFileWriter(path: directory.path, format: format)
        }
        let nowhere = directory.file("no/where.wav")
        #expect(throws: MediaError.notFound(nowhere)) {
            _ = try AudioFileWriter(path: nowhere, format: format)
        }
        let fifo = directory.file("fifo")
        mkfifo(fifo, 0o600)
        #expect(throws: MediaError.notARegularFile(fifo, kind: "a FIFO")) {
            _ = try AudioFileWriter(path: fifo, format: format)
        }
    }

    @Test func `a closed writer says so`() throws {
        let writer = try AudioFileWriter(path: directory.file("a.wav"), format: Self.format(.wav, .int16))
        try writer.close()
        try writer.close()
        #expect(throws: MediaError.closed(writer.path)) { try Transfer.append([[1]], to: writer) }
    }

    @Test func `better quality makes larger Vorbis files, more effort smaller FLAC files`() throws {
        let signal = Signal.sine(channelCount: 1, frameCount: 48_000)
        func size(_ container: AudioContainer, _ encoder: EncoderSettings) throws -> Int {
            let path = directory.file("sized")
            let encoding = container.defaultEncoding(path: "")
            try Transfer.write(signal, path: path, Self.format(container, encoding), encoder: encoder)
            return bytes(ofFile: path).count
        }
        #expect(
            try size(.ogg, EncoderSettings(quality: 0)) < size(.ogg, EncoderSettings(quality: 1)))
        #expect(
            try size(.flac, EncoderSettings(compression: 1)) < size(.flac, EncoderSettings(compression: 0)))
    }

    @Test func `the extension names container and encoding`() throws {
        let expected: [(String, AudioContainer, AudioEncoding)] = [
            ("a.wav", .wav, .float32), ("/x.y/B.AIFF", .aiff, .float32), ("a.b.caf", .caf, .float32),
            ("a.flac", .flac, .int24), ("a.ogg", .ogg, .vorbis), ("a.opus", .ogg, .opus),
            ("a.mp3", .mp3, .mpegLayer3), ("a.w64", .w64, .float32), ("a.rf64", .rf64, .float32),
            ("a.au", .au, .float32),
        ]
        for (path, container, encoding) in expected {
            let format = try AudioFileFormat(path: path, sampleRateHz: 48_000, channelCount: 2)
            #expect(format.container == container)
            #expect(format.encoding == encoding)
            #expect(format.isWritable)
        }
        for path in ["a", "a.txt", "dir.wav/a", ".", ""] {
            #expect(throws: MediaError.unknownExtension(path)) {
                _ = try AudioFileFormat(path: path, sampleRateHz: 48_000, channelCount: 2)
            }
        }
    }
}
