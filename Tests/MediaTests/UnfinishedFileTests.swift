import AVFMedia
import Glibc
import Testing

/// Files as a killed process leaves them: what has been handed to the system stays, nothing follows.
@Suite struct UnfinishedFileTests {
    private let directory = TemporaryDirectory()
    private let rate = 44_100

    private func format(_ container: AudioContainer, _ encoding: AudioEncoding) -> AudioFileFormat {
        AudioFileFormat(
            container: container, encoding: encoding, sampleRateHz: encoding == .opus ? 48_000 : 44_100,
            channelCount: 2)
    }

    static let compressed: [(AudioContainer, AudioEncoding)] = [
        (.flac, .int16), (.flac, .int24), (.ogg, .vorbis), (.ogg, .opus), (.mp3, .mpegLayer3), (.m4a, .aac),
        (.m4a, .alac16), (.m4a, .alac24),
    ]

    /// The decibels by which the difference lies below the sound.
    private func noise(_ found: [[Float]], _ wanted: [[Float]]) -> Double {
        var (error, power) = (0.0, 0.0)
        for (a, b) in zip(found.joined(), wanted.map { $0.prefix(found[0].count) }.joined()) {
            error += pow(Double(a - b), 2)
            power += pow(Double(b), 2)
        }
        return error == 0 ? -.infinity : 10 * log10(error / power)
    }

    @Test(arguments: compressed)
    func `what was written up to a second before the end can be read at its place`(
        container: AudioContainer, encoding: AudioEncoding
    ) throws {
        guard container != .m4a || CodedMedia.refusal == nil else { return }
        let frameCount = 3 * rate + 777
        let grid = Signal.grid(
            channelCount: 2, frameCount: frameCount, bitCount: min(encoding.integerBitCount ?? 16, 24))
        // Tones with some noise for lossy encodings, whose pages would get too long in seconds without it.
        let signal =
            encoding.isLossless
            ? grid
            : grid.map { channel in
                channel.enumerated().map { index, noise in
                    Float(sin(2 * Double.pi * 500 * Double(index) / 44_100) * 0.25) + noise / 16
                }
            }
        let path = directory.file("open")
        let writer = try AudioFileWriter(path: path, format: format(container, encoding))
        try Transfer.append(signal, to: writer, blockSize: 512)
        let left = directory.file("left", bytes: bytes(ofFile: path))
        #expect(writer.isOpen)

        let reader = try AudioFileReader(path: left)
        #expect(reader.format.encoding == encoding)
        #expect(reader.frameCount >= frameCount - rate * 11 / 10)
        let found = try Transfer.readAll(left)
        #expect(found[0].count == reader.frameCount)
        // Only its tag, which comes last, tells how much an MP3 lags behind.
        if encoding != .mpegLayer3 { #expect(noise(found, signal) < (encoding.isLossless ? -200 : -12)) }
    }

    @Test(.enabled(if: CodedMedia.refusal == nil))
    func `a closed MPEG-4 file is one piece with its own name and permissions`() throws {
        let path = directory.file("closed.m4a")
        let writer = try AudioFileWriter(path: path, format: format(.m4a, .aac))
        chmod(path, 0o640)
        try Transfer.append(Signal.sine(channelCount: 2, frameCount: 2 * rate), to: writer)
        #expect(bytes(ofFile: path).contains("moof"))
        try writer.close()
        #expect(!bytes(ofFile: path).contains("moof"))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(try AudioFileReader(path: path).frameCount == 2 * rate)
        // Nothing else is left in the folder.
        #expect(rmdir(directory.path) != 0 && unlink(path) == 0 && rmdir(directory.path) == 0)
    }

    @Test(.enabled(if: CodedMedia.refusal == nil))
    func `a file with a second name stays in pieces under both`() throws {
        let path = directory.file("one.m4a")
        let writer = try AudioFileWriter(path: path, format: format(.m4a, .alac16))
        let other = directory.file("two.m4a")
        #expect(link(path, other) == 0)
        let signal = Signal.grid(channelCount: 2, frameCount: 2 * rate, bitCount: 16)
        try Transfer.append(signal, to: writer)
        try writer.close()
        #expect(try Transfer.readAll(path) == signal)
        #expect(try Transfer.readAll(other) == signal)
    }

    @Test func `the length of MP3 without a tag is counted, and one with a tag believed`() throws {
        let path = directory.file("tagged.mp3")
        let signal = Signal.sine(channelCount: 1, frameCount: 50_000)
        let mp3 = AudioFileFormat(
            container: .mp3, encoding: .mpegLayer3, sampleRateHz: 44_100, channelCount: 1)
        try Transfer.write(signal, path: path, mp3)
        let whole = bytes(ofFile: path)
        let reader = try AudioFileReader(path: path)
        #expect(try Transfer.readAll(path)[0].count == reader.frameCount)
        // Without its first block, which holds the tag.
        let second = try #require(
            (4..<whole.count - 1).first {
                whole[$0] == 0xFF && whole[$0 + 1] == whole[1] && whole[$0 - 1] != 0xFF
            })
        let bare = directory.file("bare.mp3", bytes: Array(whole[second...]))
        let count = try AudioFileReader(path: bare).frameCount
        // A decoder of layer III lags behind by 529 frames, which are left out.
        #expect((count + 529) % 1152 == 0 && count >= 50_000)
        #expect(try Transfer.readAll(bare)[0].count == count)
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        return indices.dropLast(wanted.count - 1).contains {
            self[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
    }
}
