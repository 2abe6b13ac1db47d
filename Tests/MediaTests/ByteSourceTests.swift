import AVFMedia
import Foundation
import Testing

/// Sounds whose bytes are in memory, or have to be asked for.
@Suite struct ByteSourceTests {
    private static let formats = RoundTripTests.combinations([1, 2]) { _ in true }

    private func bytes(of path: String) throws -> NSData {
        try Data(contentsOf: URL(fileURLWithPath: path)) as NSData
    }

    private func memory(_ bytes: NSData) -> MediaSource {
        MediaSource(MemorySource(bytes.bytes, byteCount: bytes.length, owner: bytes), name: "memory")
    }

    /// A source that gives few bytes at a time, and from `end` on none.
    private func slow(_ bytes: NSData, end: Int = .max, error: Int32 = 0) -> MediaSource {
        let data = bytes as Data
        let source = CallbackSource(byteCount: bytes.length) { target, count, position in
            guard position < end else { return Int(-error) }
            let got = min(count, 1 + position % 777, end - position)
            return data[position..<position + got].copyBytes(
                to: UnsafeMutableRawBufferPointer(start: target, count: count))
        }
        return MediaSource(source, name: "slow")
    }

    private func readAll(_ source: MediaSource) throws -> [[Float]] {
        let reader = try AudioFileReader(source)
        return try Transfer.read(reader, frameCount: reader.frameCount)
    }

    @Test(arguments: formats)
    func `bytes in memory and bytes that come in pieces sound as the file does`(format: AudioFileFormat)
        throws
    {
        let directory = TemporaryDirectory()
        let path = directory.file("file")
        let signal = Signal.sine(channelCount: format.channelCount, frameCount: 12_000)
        try Transfer.write(signal, path: path, format)
        let (file, bytes) = (try Transfer.readAll(path), try bytes(of: path))
        #expect(file[0].count == 12_000)
        #expect(try readAll(memory(bytes)) == file)
        #expect(try readAll(slow(bytes)) == file)
        let copy = MemorySource([UInt8](bytes as Data))
        #expect(try readAll(MediaSource(copy, name: "copy")) == file)
    }

    @Test func `two readers share one source`() throws {
        let directory = TemporaryDirectory()
        let path = directory.file("file")
        let signal = Signal.grid(channelCount: 2, frameCount: 3_000, bitCount: 16)
        try Transfer.write(
            signal, path: path,
            AudioFileFormat(container: .flac, encoding: .int16, sampleRateHz: 48_000, channelCount: 2))
        let source = memory(try bytes(of: path))
        let readers = [try AudioFileReader(source), try AudioFileReader(source)]
        try readers[1].seek(toFrame: 1_000)
        for start in stride(from: 0, to: 2_000, by: 500) {
            let first = try Transfer.read(readers[0], frameCount: 500)
            let second = try Transfer.read(readers[1], frameCount: 500)
            #expect(first == signal.map { Array($0[start..<start + 500]) })
            #expect(second == signal.map { Array($0[start + 1_000..<start + 1_500]) })
        }
    }

    @Test func `a source that fails in the middle is an error with its reason, and one that ends is told`()
        throws
    {
        let directory = TemporaryDirectory()
        let path = directory.file("file")
        let signal = Signal.grid(channelCount: 1, frameCount: 100_000, bitCount: 16)
        try Transfer.write(
            signal, path: path,
            AudioFileFormat(container: .wav, encoding: .int16, sampleRateHz: 48_000, channelCount: 1))
        let bytes = try bytes(of: path)
        let failing = try AudioFileReader(slow(bytes, end: 100_000, error: EIO))
        let half = try Transfer.read(failing, frameCount: 100_000)
        #expect(half[0].count >= 49_000 && half[0].count < 50_000)
        #expect(half[0] == Array(signal[0].prefix(half[0].count)))
        #expect {
            _ = try Transfer.read(failing, frameCount: 1_000)
        } throws: { error in
            guard case .decodingFailed("slow", let reason, frame: half[0].count) = error as? MediaError else {
                return false
            }
            return reason == String(cString: strerror(EIO))
        }
        let ending = try AudioFileReader(slow(bytes, end: 100_000))
        let rest = try Transfer.read(ending, frameCount: 100_000)
        #expect(ending.incompleteness != nil)
        #expect(rest == half)
    }

    @Test func `no bytes, and bytes of something else, are refused with the name that was given`() {
        for text in ["", "no sound at all, just words"] {
            #expect {
                _ = try readAll(memory(Data(text.utf8) as NSData))
            } throws: { error in
                guard case .unsupportedFormat("memory", _) = error as? MediaError else { return false }
                return true
            }
        }
    }

    @Test func `the owner of bytes lives as long as their last reader`() throws {
        let directory = TemporaryDirectory()
        let path = directory.file("file")
        try Transfer.write(
            Signal.sine(channelCount: 1, frameCount: 100), path: path,
            AudioFileFormat(container: .wav, encoding: .float32, sampleRateHz: 48_000, channelCount: 1))
        final class Owner {}
        let bytes = try bytes(of: path)
        var owner: Owner? = Owner()
        weak let life = owner
        var reader: AudioFileReader? = try owner.map { owner in
            try AudioFileReader(
                MediaSource(MemorySource(bytes.bytes, byteCount: bytes.length, owner: owner), name: "memory"))
        }
        owner = nil
        #expect(life != nil)
        withExtendedLifetime((reader, bytes)) {}
        reader = nil
        #expect(life == nil)
    }
}
