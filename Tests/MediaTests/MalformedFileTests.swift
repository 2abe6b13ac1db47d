import AVFMedia
import Glibc
import Testing

@Suite struct MalformedFileTests {
    let directory = TemporaryDirectory()
    static let words = (0..<100).map { Int16($0 * 300 - 15_000) }
    static let data = words.flatMap { ByteBuilder.little($0) }
    static let bigData = words.flatMap { ByteBuilder.big($0) }
    static let floats = [words.map { Float($0) / 32_768 }]

    private func open(_ path: String) throws { _ = try AudioFileReader(path: path) }

    @Test func `what is no file is named as such`() throws {
        let fifo = directory.file("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        let loop = directory.file("loop")
        #expect(symlink(loop, loop) == 0)
        let missing = directory.file("missing.wav")

        #expect(throws: MediaError.notFound(missing)) { try open(missing) }
        #expect(throws: MediaError.notARegularFile(directory.path, kind: "a directory")) {
            try open(directory.path)
        }
        #expect(throws: MediaError.notARegularFile(fifo, kind: "a FIFO")) { try open(fifo) }
        #expect(throws: MediaError.notARegularFile("/dev/zero", kind: "a device")) { try open("/dev/zero") }
        #expect(throws: MediaError.openFailed(loop, reason: "Too many levels of symbolic links")) {
            try open(loop)
        }
        let unreadable = "/proc/self/mem"
        #expect(throws: MediaError.openFailed(unreadable, reason: "Input/output error")) {
            try open(unreadable)
        }
        #expect(throws: MediaError.invalidPath("")) { try open("") }
        #expect(throws: MediaError.invalidPath("a\0b")) { try open("a\0b") }
        let long = String(repeating: "x", count: 5_000)
        #expect(throws: MediaError.openFailed(long, reason: "File name too long")) { try open(long) }
        unlink(loop)
    }

    @Test func `a file of another user is denied`() throws {
        let path = directory.file("secret.wav", bytes: ByteBuilder.wav(data: Self.data))
        chmod(path, 0)
        // Root may read everything: this thread's file accesses become those of nobody.
        typealias SetFileSystemUser = @convention(c) (uid_t) -> Int32
        let setFileSystemUser = unsafeBitCast(
            try #require(dlsym(nil, "setfsuid")), to: SetFileSystemUser.self)
        let user = setFileSystemUser(65_534)
        defer { _ = setFileSystemUser(uid_t(user)) }
        #expect(throws: MediaError.permissionDenied(path)) { try open(path) }
    }

    @Test func `empty files and text are no audio`() {
        for bytes in [
            [], Array("RIFF".utf8), Array("this is a text\n".utf8), [UInt8](repeating: 0, count: 4_096),
        ] {
            let path = directory.file("junk.wav", bytes: bytes)
            #expect {
                try open(path)
            } throws: { error in
                guard case .unsupportedFormat(path, let reason)? = error as? MediaError else { return false }
                return !reason.isEmpty
            }
        }
    }

    @Test(arguments: [201, 1 << 20, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
    func `a WAV that says it is longer has the frames that are there`(size: UInt32) throws {
        let bytes = ByteBuilder.wav(riffSize: size, dataSize: size, data: Self.data)
        #expect(try Transfer.readAll(directory.file("a.wav", bytes: bytes)) == Self.floats)
    }

    @Test func `a WAV that says it is empty is empty, and one with a wrong RIFF size is whole`() throws {
        let empty = ByteBuilder.wav(dataSize: 0, data: Self.data)
        let whole = ByteBuilder.wav(riffSize: 0, data: Self.data)
        #expect(try Transfer.readAll(directory.file("a.wav", bytes: empty)) == [[]])
        #expect(try Transfer.readAll(directory.file("b.wav", bytes: whole)) == Self.floats)
    }

    @Test(arguments: [
        ByteBuilder.wav(data: data), ByteBuilder.aiff(data: bigData), ByteBuilder.caf(data: bigData),
    ])
    func `a file cut anywhere gives an error or the frames before the cut`(bytes: [UInt8]) throws {
        for length in 0..<bytes.count {
            let path = directory.file("cut", bytes: Array(bytes.prefix(length)))
            do {
                let frames = try Transfer.readAll(path)[0]
                #expect(frames.count <= 100)
                #expect(frames == Array(Self.floats[0].prefix(frames.count)))
                #expect(frames.count * 2 <= length)
            } catch is MediaError {
                #expect(length < bytes.count)
            }
        }
        let half = bytes.count - 100
        let path = directory.file("half", bytes: Array(bytes.prefix(half)))
        #expect(try Transfer.readAll(path)[0].count == 50)
    }

    @Test func `a CAF that is still being recorded is read to its end`() throws {
        let path = directory.file("a.caf", bytes: ByteBuilder.caf(dataSize: -1, data: Self.bigData))
        #expect(try Transfer.readAll(path) == Self.floats)
    }

    @Test func `absurd channel counts are refused`() {
        for count in [0, 1_025, 65_535] as [UInt16] {
            let bytes = ByteBuilder.wav(channelCount: count, data: Self.data)
            #expect(throws: MediaError.self) { try open(directory.file("a.wav", bytes: bytes)) }
        }
        for count in [0, -1] as [Int16] {
            let bytes = ByteBuilder.aiff(channelCount: count, data: Self.bigData)
            #expect(throws: MediaError.self) { try open(directory.file("a.aiff", bytes: bytes)) }
        }
    }

    @Test(arguments: [
        ("zero", [UInt8](repeating: 0, count: 10)),
        ("NaN", [0x7F, 0xFF, 0xC0, 0, 0, 0, 0, 0, 0, 0]),
        ("infinity", [0x7F, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0]),
        ("negative", [0xC0, 0x0E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0]),
        ("huge", [0x40, 0x7E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0]),
    ])
    func `an AIFF rate that is no rate is refused`(name: String, rate: [UInt8]) {
        let path = directory.file("a.aiff", bytes: ByteBuilder.aiff(rate: rate, data: Self.bigData))
        #expect(throws: MediaError.self) { try open(path) }
    }

    @Test func `absurd rates of WAV and CAF are refused`() {
        for rate in [0, 1, 768_001, .max] as [UInt32] {
            let bytes = ByteBuilder.wav(sampleRateHz: rate, data: Self.data)
            #expect(throws: MediaError.self) { try open(directory.file("a.wav", bytes: bytes)) }
        }
        for rate in [0, -48_000, .nan, .infinity, 1e300] {
            let bytes = ByteBuilder.caf(sampleRateHz: rate, data: Self.bigData)
            #expect(throws: MediaError.self) { try open(directory.file("a.caf", bytes: bytes)) }
        }
    }

    @Test func `a file that shrinks while it is read ends early`() throws {
        let data = (0..<100_000).flatMap { ByteBuilder.little(Int16(truncatingIfNeeded: $0)) }
        let path = directory.file("a.wav", bytes: ByteBuilder.wav(data: data))
        let reader = try AudioFileReader(path: path)
        _ = try Transfer.read(reader, frameCount: 10)
        truncate(path, 44 + 2_000)
        #expect(try Transfer.read(reader, frameCount: 100_000)[0].count < 100_000)
    }
}
