import Glibc

/// A file that is read in parts, and stays the same however often another one is renamed over it.
final class CacheFile: Sendable {
    private let descriptor: Int32
    /// Bytes of the file.
    let size: Int

    /// An open regular file; nil if there is none.
    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        size = Int(status.st_size)
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

/// The lines about one plugin: as they were scanned, or in the cache until somebody wants them.
enum PluginRecord: Sendable {
    case scanned(ArraySlice<UInt8>)
    case stored(CacheFile, offset: Int, count: Int)

    /// The lines; none if the cache was cut meanwhile.
    var bytes: [UInt8] {
        switch self {
        case .scanned(let bytes): return Array(bytes)
        case .stored(let file, let offset, let count):
            let bytes = file.bytes(at: offset, count)
            return bytes.count == count ? bytes : []
        }
    }
}
