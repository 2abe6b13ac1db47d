import AVFMedia
import Testing

/// Files of every container with bytes that are wrong or missing: opened or refused, and read to an end.
@Suite struct DamagedFileTests {
    private let directory = TemporaryDirectory()

    static let kinds: [(AudioContainer, AudioEncoding)] = [
        (.wav, .int16), (.wav, .float32), (.aiff, .int24), (.caf, .int16), (.caf, .alac16), (.flac, .int16),
        (.ogg, .vorbis), (.ogg, .opus), (.mp3, .mpegLayer3),
    ]

    private func whole(_ container: AudioContainer, _ encoding: AudioEncoding) throws -> [UInt8] {
        let path = directory.file("whole")
        let format = AudioFileFormat(
            container: container, encoding: encoding, sampleRateHz: 48_000, channelCount: 2)
        try Transfer.write(Signal.sine(channelCount: 2, frameCount: 700), path: path, format)
        return bytes(ofFile: path)
    }

    /// Frames of a file that opens, and that there is an end of them; nil for one that is refused.
    private func frames(_ content: [UInt8]) throws -> Int? {
        let path = directory.file("damaged", bytes: content)
        let opened = Result { () throws(MediaError) in try AudioFileReader(path: path) }
        if case .failure(let error) = opened { #expect(error.description.contains(path)) }
        guard let reader = try? opened.get() else { return nil }
        let (channels, most) = (reader.format.channelCount, 20_000_000)
        var chunk = [Float](repeating: 0, count: 4096 * channels)
        var total = 0
        while total < most, let got = try? reader.readInterleaved(into: &chunk, frameCount: 4096), got > 0 {
            total += got
        }
        #expect(total < most)
        return total
    }

    @Test(arguments: kinds)
    func `a file that is cut anywhere has fewer frames or is refused`(
        container: AudioContainer, encoding: AudioEncoding
    ) throws {
        let whole = try whole(container, encoding)
        let all = try #require(try frames(whole))
        let heads = Array(0..<min(whole.count, 48))
        let lengths = heads + stride(from: 48, to: whole.count, by: max(1, whole.count / 24))
        for length in lengths { #expect(try frames(Array(whole.prefix(length))) ?? 0 <= all) }
    }

    @Test(arguments: kinds)
    func `a file with any wrong byte near its start is read to an end or refused`(
        container: AudioContainer, encoding: AudioEncoding
    ) throws {
        let whole = try whole(container, encoding)
        for place in 0..<min(whole.count, 48) {
            for wrong in [0, 0xFF] as [UInt8] where whole[place] != wrong {
                var content = whole
                content[place] = wrong
                _ = try frames(content)
            }
        }
    }

    @Test func `Apple Lossless in CAF is there once it is closed, in MPEG-4 before that`() throws {
        let signal = Signal.grid(channelCount: 2, frameCount: 48_000 * 3, bitCount: 16)
        func left(_ container: AudioContainer) throws -> Int? {
            let path = directory.file("open")
            let writer = try AudioFileWriter(
                path: path,
                format: AudioFileFormat(
                    container: container, encoding: .alac16, sampleRateHz: 48_000, channelCount: 2))
            try Transfer.append(signal, to: writer, blockSize: 4096)
            defer { try? writer.close() }
            return try frames(bytes(ofFile: path))
        }
        let inCAF = try left(.caf) ?? 0
        #expect(inCAF == 0)
        let closed = try frames(bytes(ofFile: directory.file("open")))
        #expect(closed == 48_000 * 3)
        guard CodedMedia.refusal == nil else { return }
        let inMPEG4 = try left(.m4a) ?? 0
        #expect(inMPEG4 >= 48_000)
    }
}
