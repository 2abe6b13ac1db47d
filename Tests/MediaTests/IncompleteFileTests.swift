import AVFMedia
import Testing

/// Files of which the end is missing: what is there is read, and what is not is told.
@Suite struct IncompleteFileTests {
    private let directory = TemporaryDirectory()
    private let frameCount = 30_000

    static let counted: [(AudioContainer, AudioEncoding)] = [
        (.wav, .int16), (.wav, .int24), (.wav, .float64), (.wav, .ulaw), (.rf64, .int16), (.w64, .int24),
        (.aiff, .int16), (.caf, .float32), (.au, .int16), (.flac, .int16), (.mp3, .mpegLayer3),
        (.caf, .alac16), (.m4a, .aac), (.m4a, .alac16),
    ]
    static let marked: [(AudioContainer, AudioEncoding)] = [(.ogg, .vorbis), (.ogg, .opus)]

    private func whole(
        _ container: AudioContainer, _ encoding: AudioEncoding, channelCount: Int = 2
    ) throws -> (path: String, signal: [[Float]]) {
        let path = directory.file("whole.\(container.rawValue)")
        let signal = Signal.grid(channelCount: channelCount, frameCount: frameCount, bitCount: 8)
        let format = AudioFileFormat(
            container: container, encoding: encoding, sampleRateHz: 48_000, channelCount: channelCount)
        try Transfer.write(signal, path: path, format)
        return (path, signal)
    }

    private func cut(_ path: String, to share: Double) -> String {
        let all = bytes(ofFile: path)
        return directory.file("cut", bytes: Array(all.prefix(Int(Double(all.count) * share))))
    }

    @Test(arguments: counted + marked)
    func `a whole file lacks nothing`(container: AudioContainer, encoding: AudioEncoding) throws {
        guard container != .m4a || CodedMedia.refusal == nil else { return }
        let reader = try AudioFileReader(path: try whole(container, encoding).path)
        #expect(try Transfer.read(reader, frameCount: reader.frameCount + 1)[0].count == frameCount)
        #expect(reader.incompleteness == nil && reader.expectedFrameCount == frameCount)
    }

    @Test(arguments: counted)
    func `a file that is cut says how many frames of how many it holds`(
        container: AudioContainer, encoding: AudioEncoding
    ) throws {
        // MPEG-4 files that FFmpeg writes have their index in front, as those for the web; others cannot be opened.
        guard container != .m4a || CodedMedia.refusal == nil else { return }
        let (path, signal) = try whole(container, encoding)
        let reader: AudioFileReader
        do { reader = try AudioFileReader(path: cut(path, to: 0.6)) } catch {
            #expect(container == .m4a || container == .caf && encoding == .alac16, "\(error)")
            return
        }
        let found = try Transfer.read(reader, frameCount: frameCount)
        let held = found[0].count
        #expect(held > 0 && held < frameCount)
        if encoding.isLossless, encoding != .ulaw { #expect(found == signal.map { Array($0.prefix(held)) }) }
        // libsndfile counts the whole packets of Apple Lossless that a cut file promises.
        let promised = encoding == .alac16 && container == .caf ? frameCount / 4096 * 4096 : frameCount
        #expect(
            reader.incompleteness
                == .incomplete(reader.path, frameCount: held, expectedFrameCount: promised))
        #expect(reader.expectedFrameCount == promised)
    }

    @Test(arguments: marked + [(.mp3, .mpegLayer3)])
    func `a file that breaks off without having told its length says so`(
        container: AudioContainer, encoding: AudioEncoding
    ) throws {
        var path = try whole(container, encoding).path
        if container == .mp3 {
            // Without its first block, which tells the length.
            let all = bytes(ofFile: path)
            let second = try #require(
                (4..<all.count - 1).first { all[$0] == 0xFF && all[$0 + 1] == all[1] && all[$0 - 1] != 0xFF })
            path = directory.file("bare", bytes: Array(all[second...]))
            #expect(try AudioFileReader(path: path).incompleteness == nil)
        }
        let reader = try AudioFileReader(path: cut(path, to: 0.6))
        let held = try Transfer.read(reader, frameCount: frameCount)[0].count
        #expect(held > 0 && held < frameCount)
        #expect(
            reader.incompleteness == .incomplete(reader.path, frameCount: held, expectedFrameCount: nil))
        #expect("\(try #require(reader.incompleteness))".contains("breaks off after \(held.grouped) frames"))
    }

    @Test(arguments: [0xFFFF_FFFF, 0x7FFF_F000, 0x7FFF_FFFF, 0x8000_0000, 0x7FFF_0000] as [UInt32])
    func `a WAV that came through a pipe promises nothing`(size: UInt32) throws {
        let data = [UInt8](repeating: 1, count: 200)
        let bytes = ByteBuilder.wav(riffSize: size, dataSize: size, data: data)
        let reader = try AudioFileReader(path: directory.file("a.wav", bytes: bytes))
        #expect(reader.frameCount == 100 && reader.incompleteness == nil)
    }

    @Test(arguments: [0x8FFF_FFFF, 0x7000_0000, 201, 202] as [UInt32])
    func `a WAV of any other size promises that many bytes`(size: UInt32) throws {
        let data = [UInt8](repeating: 1, count: 200)
        let bytes = ByteBuilder.wav(riffSize: size, dataSize: size, data: data)
        let reader = try AudioFileReader(path: directory.file("a.wav", bytes: bytes))
        #expect(reader.frameCount == 100 && reader.expectedFrameCount == Int(size / 2))
        #expect((reader.incompleteness == nil) == false)
    }

    @Test func `a segment that ends before the damage lacks nothing`() throws {
        let (path, _) = try whole(.wav, .int16)
        let damaged = cut(path, to: 0.6)
        #expect(try SegmentReader(path: damaged, frameCount: 100).incompleteness == nil)
        #expect(try SegmentReader(path: damaged).incompleteness != nil)
        #expect(
            try SegmentReader(path: damaged, startFrame: 17_000, frameCount: 90_000).incompleteness != nil)
    }

    @Test func `numbers are written in groups of three digits`() {
        #expect(
            [0, 7, 999, 1_000, 12_345, 1_234_567, -54_321].map(\.grouped)
                == ["0", "7", "999", "1,000", "12,345", "1,234,567", "-54,321"])
    }
}
