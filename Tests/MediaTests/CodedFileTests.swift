import AVFMedia
import Glibc
import Testing

/// AAC and Apple Lossless in MPEG-4 files, where FFmpeg is installed.
@Suite(.enabled(if: CodedMedia.refusal == nil)) struct CodedFileTests {
    private let directory = TemporaryDirectory()

    private func tone(_ frameCount: Int) -> [Float] {
        (0..<frameCount).flatMap { frame in
            let angle = 2 * Double.pi * Double(frame) / 44_100
            return [sin(440 * angle), sin(1000 * angle)].map { Float((16_000 * $0).rounded()) / 32_768 }
        }
    }

    private func write(_ samples: [Float], _ encoding: AudioEncoding, to path: String) throws {
        let format = AudioFileFormat(
            container: .m4a, encoding: encoding, sampleRateHz: 44_100, channelCount: 2)
        let writer = try AudioFileWriter(path: path, format: format)
        // Odd pieces: the encoder's blocks must not show.
        var done = 0
        while done < samples.count / 2 {
            let count = min(777, samples.count / 2 - done)
            try samples.withUnsafeBufferPointer {
                try writer.writeInterleaved($0.baseAddress! + 2 * done, frameCount: count)
            }
            done += count
        }
        try writer.close()
    }

    private func read(_ path: String, from frame: Int = 0, count: Int? = nil) throws -> [Float] {
        let reader = try AudioFileReader(path: path)
        try reader.seek(toFrame: frame)
        let wanted = count ?? reader.frameCount
        var samples = [Float](repeating: 0, count: 2 * wanted)
        let got = try samples.withUnsafeMutableBufferPointer {
            try reader.readInterleaved(into: $0.baseAddress!, frameCount: wanted)
        }
        return Array(samples.prefix(2 * got))
    }

    @Test(arguments: [1, 1023, 1024, 1025, 4096, 44_107], [AudioEncoding.aac, .alac16, .alac24])
    func `an MPEG-4 file has exactly the frames that were written`(
        frameCount: Int, encoding: AudioEncoding
    ) throws {
        let path = directory.file("length.m4a")
        let samples = tone(frameCount)
        try write(samples, encoding, to: path)
        let reader = try AudioFileReader(path: path)
        #expect(reader.frameCount == frameCount)
        #expect(reader.format.container == .m4a)
        #expect(reader.format.encoding == encoding)
        let back = try read(path)
        #expect(back.count == samples.count)
        if encoding != .aac { #expect(back == samples) }
    }

    @Test func `AAC starts where the sound starts and stays close to it`() throws {
        let path = directory.file("tone.m4a")
        let samples = tone(30_000)
        try write(samples, .aac, to: path)
        let back = try read(path)
        let error = zip(back, samples).reduce(0.0) { $0 + pow(Double($1.0 - $1.1), 2) }
        let power = samples.reduce(0.0) { $0 + pow(Double($1), 2) }
        // A shift by one frame alone would leave −20 dB.
        #expect(10 * log10(error / power) < -25)
    }

    @Test(arguments: [AudioEncoding.aac, .alac16])
    func `a frame sounds the same however it was reached`(encoding: AudioEncoding) throws {
        let path = directory.file("seek.m4a")
        try write(tone(60_000), encoding, to: path)
        let whole = try read(path)
        let reader = try AudioFileReader(path: path)
        for frame in [50_000, 0, 59_990, 1024, 33_333, 1] {
            try reader.seek(toFrame: frame)
            var part = [Float](repeating: 9, count: 64)
            let got = try part.withUnsafeMutableBufferPointer {
                try reader.readInterleaved(into: $0.baseAddress!, frameCount: 32)
            }
            #expect(got == min(32, 60_000 - frame))
            #expect(Array(part.prefix(2 * got)) == Array(whole[2 * frame..<2 * (frame + got)]))
        }
    }

    @Test func `the same sound is the same file`() throws {
        let (first, second) = (directory.file("one.m4a"), directory.file("two.m4a"))
        try write(tone(5000), .aac, to: first)
        try write(tone(5000), .aac, to: second)
        #expect(bytes(ofFile: first) == bytes(ofFile: second))
    }

    @Test func `integers keep their bits in Apple Lossless`() throws {
        let path = directory.file("bits.m4a")
        let format = AudioFileFormat(
            container: .m4a, encoding: .alac24, sampleRateHz: 48_000, channelCount: 1)
        let samples = (0..<5000).map { Int32(truncatingIfNeeded: $0 &* 2_654_435_761) & ~255 }
        let writer = try AudioFileWriter(path: path, format: format)
        try writer.writeInterleaved(samples, frameCount: samples.count)
        try writer.close()
        let reader = try AudioFileReader(path: path)
        var back = [Int32](repeating: 0, count: 5000)
        #expect(try reader.readInterleaved(into: &back, frameCount: 5000) == 5000)
        #expect(back == samples)
    }

    @Test func `what an encoder cannot do is refused before the file is touched`() throws {
        let path = directory.file("odd.m4a")
        for (encoding, rate, channels) in [
            (AudioEncoding.aac, 12_345.0, 2), (.alac20, 44_100, 2), (.aac, 44_100, 99), (.int16, 44_100, 2),
        ] {
            let format = AudioFileFormat(
                container: .m4a, encoding: encoding, sampleRateHz: rate, channelCount: channels)
            #expect(throws: MediaError.unsupportedEncoding(path, format)) {
                try AudioFileWriter(path: path, format: format)
            }
        }
        #expect(throws: MediaError.notFound(path)) { try AudioFileReader(path: path) }
    }

    @Test(arguments: [AudioEncoding.aac, .alac16])
    func `a damaged MPEG-4 file is refused or read as far as it goes`(encoding: AudioEncoding) throws {
        let path = directory.file("whole.m4a")
        try write(tone(6000), encoding, to: path)
        let whole = bytes(ofFile: path)
        var random = RepeatableRandom(seed: 11)
        for turn in 0..<120 {
            var content = whole
            if turn % 2 == 0 {
                content.removeLast(Int(random.next() % UInt64(content.count)))
            } else {
                for _ in 0..<8 {
                    content[Int(random.next() % UInt64(content.count))] = UInt8(
                        truncatingIfNeeded: random.next())
                }
            }
            let damaged = directory.file("damaged.m4a", bytes: content)
            guard let reader = try? AudioFileReader(path: damaged) else { continue }
            var chunk = [Float](repeating: 0, count: 1024 * reader.format.channelCount)
            var total = 0
            while total <= 1_000_000, let got = try? reader.readInterleaved(into: &chunk, frameCount: 1024),
                got > 0
            {
                total += got
            }
            #expect(total <= 1_000_000)
        }
    }
}

/// Numbers that are the same in each run.
private struct RepeatableRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
