import AVFMedia
import Glibc
import Testing

/// WAVE files beyond the sizes of 32 bits, with a limit that a test reaches.
@Suite struct LargeWaveTests {
    private let directory = TemporaryDirectory()
    private let format = AudioFileFormat(
        container: .wav, encoding: .int16, sampleRateHz: 48_000, channelCount: 2)

    private func little(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func text(_ bytes: [UInt8], _ place: Int) -> String {
        String(decoding: bytes[place..<place + 4], as: UTF8.self)
    }

    @Test func `a WAV of unknown length is plain while it is small, with a chunk to skip`() throws {
        let path = directory.file("a.wav")
        let signal = Signal.grid(channelCount: 2, frameCount: 1_000, bitCount: 16)
        try Transfer.write(signal, path: path, format)
        let bytes = bytes(ofFile: path)
        #expect(text(bytes, 0) == "RIFF" && little(bytes, 4, 4) == bytes.count - 8)
        #expect(text(bytes, 12) == "JUNK" && little(bytes, 16, 4) == 28 && text(bytes, 48) == "fmt ")
        #expect(text(bytes, 72) == "data" && little(bytes, 76, 4) == 4_000 && bytes.count == 80 + 4_000)
        #expect(try Transfer.readAll(path) == signal)
    }

    @Test(arguments: [2, 6]) func `a WAV that grows beyond its sizes becomes RF64 where it stands`(
        channelCount: Int
    ) throws {
        let path = directory.file("a.wav")
        var format = format
        format.channelCount = channelCount
        let signal = Signal.grid(channelCount: channelCount, frameCount: 5_000, bitCount: 16)
        let writer = try AudioFileWriter(path: path, format: format, largestWave: 10_000)
        var kinds: [String] = []
        for start in stride(from: 0, to: 5_000, by: 500) {
            try Transfer.append(signal.map { Array($0[start..<start + 500]) }, to: writer)
            // Whole after every write, as ever.
            #expect(try Transfer.readAll(path) == signal.map { Array($0[..<(start + 500)]) })
            kinds.append(text(bytes(ofFile: path), 0))
        }
        try writer.close()
        #expect(kinds.first == "RIFF" && kinds.last == "RF64")
        let bytes = bytes(ofFile: path)
        let soundByteCount = 5_000 * 2 * channelCount
        #expect(text(bytes, 12) == "ds64" && little(bytes, 4, 4) == 0xFFFF_FFFF)
        #expect(little(bytes, 20, 8) == bytes.count - 8 && little(bytes, 28, 8) == soundByteCount)
        #expect(little(bytes, 36, 8) == 5_000)
        let reader = try AudioFileReader(path: path)
        #expect(reader.format.container == .rf64 && reader.incompleteness == nil)
        #expect(try Transfer.readAll(path) == signal)
    }

    @Test func `a length that is known before changes nothing in a file`() throws {
        for (frameCount, kind) in [(100, "RIFF"), (5_000, "RF64")] {
            let path = directory.file("a.wav")
            let signal = Signal.grid(channelCount: 2, frameCount: frameCount, bitCount: 16)
            let writer = try AudioFileWriter(
                path: path, format: format, frameCount: frameCount, largestWave: 10_000)
            try Transfer.append(signal, to: writer)
            try writer.close()
            #expect(text(bytes(ofFile: path), 0) == kind)
            #expect(try Transfer.readAll(path) == signal)
        }
    }

    @Test func `an AIFF that would be too large is refused before anything is written`() throws {
        let path = directory.file("a.aiff")
        let wanted = AudioFileFormat(
            container: .aiff, encoding: .int16, sampleRateHz: 48_000, channelCount: 2)
        let size = 4 << 30
        #expect(throws: MediaError.tooLarge(path, byteCount: size, byteLimit: Int(UInt32.max))) {
            _ = try AudioFileWriter(path: path, format: wanted, frameCount: 1 << 30)
        }
        #expect(access(path, F_OK) != 0)
    }

    @Test(arguments: [AudioContainer.wav, .aiff, .caf, .au, .w64])
    func `a file that cannot be begun is not there`(container: AudioContainer) throws {
        let path = directory.file("a.\(container)")
        for encoding in [AudioEncoding.int16, .float32] {
            let wanted = AudioFileFormat(
                container: container, encoding: encoding, sampleRateHz: 48_000, channelCount: 2)
            #expect(
                throws: MediaError.writeFailed(path, reason: "File too large", framesWritten: 0),
                "\(container) \(encoding)"
            ) {
                _ = try AudioFileWriter(path: path, format: wanted, byteLimit: 10)
            }
            #expect(access(path, F_OK) != 0)
        }
    }

    @Test func `a pipe gets the words about the sound before it, and no time of day`() throws {
        var wanted = format
        wanted.encoding = .float32
        let signal = Signal.sine(channelCount: 2, frameCount: 1_000)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let writer = try AudioFileWriter(
            path: "a pipe", format: wanted, tags: [.title: "A Title"], frameCount: 1_000, pipe: ends[1])
        try Transfer.append(signal, to: writer, blockSize: 100)
        try writer.close()
        close(ends[1])
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(ends[0], &bytes, bytes.count)
        bytes.removeSubrange(max(0, count)...)
        // A PEAK chunk has the time of day in it.
        #expect(!String(decoding: bytes.prefix(200), as: UTF8.self).contains("PEAK"))
        #expect(little(bytes, 4, 4) == bytes.count - 8)
        let path = directory.file("a.wav")
        let file = try #require(fopen(path, "wb"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        let reader = try AudioFileReader(path: path)
        #expect(reader.tags == [.title: "A Title"] && reader.incompleteness == nil)
        #expect(try Transfer.readAll(path) == signal)
    }

    @Test(arguments: [0x7FFF_FF00, 0xFFFF_FFFF] as [UInt32])
    func `a recorder's pipe may bring more than the sizes in its header can say`(size: UInt32) throws {
        let sound: [UInt8] = [0, 0x40, 0, 0xC0]
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let bytes = ByteBuilder.wav(riffSize: size, dataSize: size, data: sound)
        #expect(write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        guard
            case .sound(let reader) = try AudioFileReader.open(
                pipe: ends[0], name: "a pipe", isCancelled: { false })
        else { throw MediaError.closed("a pipe") }
        #expect(!reader.isLengthKnown && reader.frameCount > Int(UInt32.max))
        var samples = [Float](repeating: 0, count: 10)
        #expect(try reader.readInterleaved(into: &samples, frameCount: 10) == 2)
        #expect(samples.prefix(2) == [0.5, -0.5] && reader.isLengthKnown && reader.frameCount == 2)
    }

    @Test func `a WAV that a pipe has made of more than 4 GiB is read to its end`() throws {
        let header = ByteBuilder.wav(riffSize: .max, dataSize: .max, data: [])
        let path = directory.file("a.wav", bytes: header)
        // Five GiB of silence take no room on the disk; behind it are two samples.
        let silence = 5 << 30
        #expect(truncate(path, header.count + silence) == 0)
        let file = try #require(fopen(path, "ab"))
        fwrite([0, 0x40, 0, 0xC0] as [UInt8], 1, 4, file)
        fclose(file)
        let reader = try AudioFileReader(path: path)
        #expect(reader.frameCount == silence / 2 + 2 && reader.incompleteness == nil)
        try reader.seek(toFrame: silence / 2)
        var samples = [Float](repeating: 0, count: 10)
        #expect(try reader.readInterleaved(into: &samples, frameCount: 10) == 2)
        #expect(samples.prefix(2) == [0.5, -0.5])
    }
}
