import Glibc

/// A file that is read in parts, and stays the same however often another one is renamed over it.
final class CacheFile: Sendable {
    private let descriptor: Int32
    /// Bytes of the file.
    let size: Int

    private init(_ descriptor: Int32, size: Int) {
        self.descriptor = descriptor
        self.size = size
    }

    /// Opens a regular file; nil if there is none.
    static func opened(_ path: String) -> CacheFile? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        return CacheFile(descriptor, size: Int(status.st_size))
    }

    deinit { close(descriptor) }

    /// As many bytes from an offset; fewer at the file's end.
    func bytes(at offset: Int, _ wanted: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            while count < wanted {
                let place = buffer.baseAddress.map { $0 + count }
                let got = pread(descriptor, place, wanted - count, off_t(offset + count))
                guard got > 0 else { break }
                count += got
            }
        }
    }
}

/// The lines about one plugin: as they were scanned, or in the cache until they are needed.
struct PluginRecord: Sendable {
    // No enumeration: it would change bits of the reference, and a leak checker would not know it again.
    private let file: CacheFile?
    private let scanned: ArraySlice<UInt8>
    private let offset: Int
    private let count: Int

    /// Lines in memory.
    static func scanned(_ bytes: ArraySlice<UInt8>) -> PluginRecord {
        PluginRecord(file: nil, scanned: bytes, offset: 0, count: bytes.count)
    }

    /// Lines in a cache.
    static func stored(_ file: CacheFile, offset: Int, count: Int) -> PluginRecord {
        PluginRecord(file: file, scanned: [], offset: offset, count: count)
    }

    /// The lines; nil if the cache was cut meanwhile.
    var bytes: [UInt8]? {
        guard let file else { return Array(scanned) }
        let bytes = file.bytes(at: offset, count)
        return bytes.count == count ? bytes : nil
    }
}
