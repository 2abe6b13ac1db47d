import Glibc

/// The bytes of a sound, wherever they are.
///
/// A read names its place, so that several readers can share a source. Any thread may call it.
package protocol ByteSource: AnyObject, Sendable {
    /// How many bytes there are.
    var byteCount: Int { get }

    /// Reads up to `count` bytes, 1 or more, from a position on; may wait, but not for ever.
    ///
    /// - Returns: How many came; 0 at the end; the negative of an `errno` if they cannot be had.
    func read(into target: UnsafeMutableRawPointer, count: Int, from position: Int) -> Int
}

/// The bytes of a regular file, read as they are needed.
///
/// Nothing is mapped, so a file that shrinks while it is played ends early instead of ending the process.
final class FileSource: ByteSource {
    private let descriptor: Int32
    let byteCount: Int

    /// Opens a file; never blocks on a FIFO.
    ///
    /// - Throws: `notFound`, `notARegularFile`, `permissionDenied`, `invalidPath`, `openFailed`.
    init(path: String) throws(MediaError) {
        descriptor = try FileBytes.openDescriptor(path: path, flags: O_RDONLY)
        let status = try FileBytes.statusOrClose(descriptor, path: path)
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notARegularFile(path, kind: FileBytes.kind(of: status))
        }
        byteCount = Int(status.st_size)
    }

    deinit { close(descriptor) }

    func read(into target: UnsafeMutableRawPointer, count: Int, from position: Int) -> Int {
        while true {
            let got = pread(descriptor, target, count, off_t(position))
            guard got < 0 else { return got }
            if errno != EINTR { return Int(-errno) }
        }
    }
}

/// Bytes in memory, which must not change.
package final class MemorySource: ByteSource, @unchecked Sendable {
    // Proof: the memory is only read.
    private let start: UnsafeRawPointer
    package let byteCount: Int
    private let owner: AnyObject

    /// `byteCount` bytes that live as long as `owner`.
    package init(_ start: UnsafeRawPointer, byteCount: Int, owner: AnyObject) {
        self.start = start
        self.byteCount = byteCount
        self.owner = owner
    }

    /// A copy of bytes.
    package convenience init(_ bytes: [UInt8]) {
        let copy = BytesCopy(bytes)
        self.init(UnsafeRawPointer(copy.start), byteCount: bytes.count, owner: copy)
    }

    package func read(into target: UnsafeMutableRawPointer, count: Int, from position: Int) -> Int {
        guard position >= 0, position < byteCount else { return 0 }
        let got = min(count, byteCount - position)
        target.copyMemory(from: start + position, byteCount: got)
        return got
    }
}

/// Bytes on the heap.
private final class BytesCopy {
    let start: UnsafeMutablePointer<UInt8>

    init(_ bytes: [UInt8]) {
        start = .allocate(capacity: max(1, bytes.count))
        start.initialize(from: bytes, count: bytes.count)
    }

    deinit { start.deallocate() }
}

/// Bytes that a program has to be asked for.
package final class CallbackSource: ByteSource {
    package typealias Read = @Sendable (UnsafeMutableRawPointer, _ count: Int, _ position: Int) -> Int

    package let byteCount: Int
    private let callback: Read

    /// A source of `byteCount` bytes; the callback answers as `ByteSource.read`.
    package init(byteCount: Int, _ callback: @escaping Read) {
        self.byteCount = max(0, byteCount)
        self.callback = callback
    }

    package func read(into target: UnsafeMutableRawPointer, count: Int, from position: Int) -> Int {
        guard position >= 0, position < byteCount else { return 0 }
        let wanted = min(count, byteCount - position)
        return min(callback(target, wanted, position), wanted)
    }
}

/// Where a sound is to be found, and what messages call it.
package struct MediaSource: Sendable {
    /// The path of a file, or the name that the program has given.
    package let name: String
    /// Nil for a file, which is opened for each reader.
    private let bytes: (any ByteSource)?

    /// A regular file.
    package init(path: String) {
        name = path
        bytes = nil
    }

    /// Bytes of the program's.
    package init(_ bytes: any ByteSource, name: String) {
        self.name = name
        self.bytes = bytes
    }

    /// The bytes for one more reader.
    ///
    /// - Throws: As `FileSource.init`.
    func open() throws(MediaError) -> any ByteSource {
        if let bytes { return bytes }
        return try FileSource(path: name)
    }

    /// All bytes at once, of something that is small.
    ///
    /// - Throws: As `open`, and `openFailed` beyond `byteLimit` or if they cannot be read.
    package func allBytes(atMost byteLimit: Int) throws(MediaError) -> [UInt8] {
        let source = try open()
        guard source.byteCount <= byteLimit else {
            throw .openFailed(
                name, reason: "it has \(source.byteCount) bytes, and \(byteLimit) are read at the most")
        }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: source.byteCount) { memory, count in
            guard let start = memory.baseAddress else { return }
            while count < memory.count, failure == 0 {
                let got = source.read(into: start + count, count: memory.count - count, from: count)
                if got == 0 { return }
                if got < 0 { failure = Int32(clamping: -got) } else { count += got }
            }
        }
        guard failure == 0 else { throw .openFailed(name, reason: String(cString: strerror(failure))) }
        return bytes
    }
}
