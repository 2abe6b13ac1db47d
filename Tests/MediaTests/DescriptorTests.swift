import AVFMedia
import Glibc
import Testing

/// Nothing that reads or writes files leaves a descriptor open, whether it succeeds or not.
@Suite struct DescriptorTests {
    private let directory = TemporaryDirectory()

    /// The open descriptors of this process that lead into the directory, by where they lead.
    private func open() -> [String] {
        var found: [String] = []
        for descriptor in 0..<4096 {
            var target = [CChar](repeating: 0, count: 4096)
            let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count - 1)
            guard count > 0 else { continue }
            let path = String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if path.hasPrefix(directory.path) { found.append(path) }
        }
        return found
    }

    private func format(_ path: String) throws -> AudioFileFormat {
        let encoding = try #require(AudioContainer(path: path)).defaultEncoding(path: path)
        return try AudioFileFormat(path: path, encoding: encoding, sampleRateHz: 48_000, channelCount: 2)
    }

    private static let names =
        ["a.wav", "a.rf64", "a.w64", "a.aiff", "a.caf", "a.au", "a.flac", "a.ogg", "a.opus", "a.mp3"]
        + (CodedMedia.refusal == nil ? ["a.m4a"] : [])

    @Test(arguments: names)
    func `a file that was written and read is closed`(name: String) throws {
        let path = directory.file(name)
        let writer = try AudioFileWriter(path: path, format: try format(path))
        try writer.writeInterleaved([Float](repeating: 0.1, count: 9600), frameCount: 4800)
        try writer.close()
        #expect(open() == [])
        do {
            let reader = try AudioFileReader(path: path)
            var samples = [Float](repeating: 0, count: 2 * reader.frameCount)
            _ = try samples.withUnsafeMutableBufferPointer {
                try reader.readInterleaved(into: $0.baseAddress!, frameCount: reader.frameCount)
            }
        }
        #expect(open() == [])
    }

    @Test(arguments: names)
    func `a file that was never closed, or is no sound, is let go of`(name: String) throws {
        let path = directory.file(name)
        do {
            let writer = try AudioFileWriter(path: path, format: try format(path))
            try writer.writeInterleaved([Float](repeating: 0.1, count: 960), frameCount: 480)
        }
        #expect(open() == [])
        let rubbish = directory.file("rubbish-" + name, bytes: [UInt8](repeating: 42, count: 5000))
        #expect(throws: MediaError.self) { _ = try AudioFileReader(path: rubbish) }
        #expect(open() == [])
        var refused = try format(path)
        refused.channelCount = 1000
        refused.sampleRateHz = 767_999
        _ = try? AudioFileWriter(path: directory.file("refused-" + name), format: refused)
        #expect(open() == [])
    }

    @Test(
        arguments: [
            (.wav, [.int8, .int16, .int24, .int32, .float32, .float64, .ulaw, .alaw]),
            (.rf64, [.int8, .int16, .int24, .int32, .float32, .float64, .ulaw, .alaw]),
            (.w64, [.int8, .int16, .int24, .int32, .float32, .float64, .ulaw, .alaw]),
            (.aiff, [.int8, .int16, .int24, .int32, .float32, .float64, .ulaw, .alaw]),
            (.caf, [.int8, .int16, .int24, .int32, .float32, .float64, .ulaw, .alaw, .alac16]),
            (.au, [.int8, .int16, .int24, .int32, .float32, .float64, .ulaw, .alaw]),
            (.flac, [.int8, .int16, .int24]), (.ogg, [.vorbis, .opus]), (.mp3, [.mpegLayer3]),
            (.m4a, CodedMedia.refusal == nil ? [.aac, .alac16, .alac24] : []), (.other, []),
        ] as [(AudioContainer, [AudioEncoding])])
    func `a container takes the encodings that its format has, and refuses all others`(
        container: AudioContainer, accepted: [AudioEncoding]
    ) {
        for encoding in AudioEncoding.allCases {
            let format = AudioFileFormat(
                container: container, encoding: encoding, sampleRateHz: 48_000, channelCount: 2)
            #expect(format.isWritable == accepted.contains(encoding), "\(encoding)")
        }
    }
}
