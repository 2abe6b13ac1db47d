import Glibc

/// Files that are read and written whole.
package enum SmallFile {
    /// The bytes of a regular file, unless there are more.
    package static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(file, buffer.baseAddress.map { $0 + count }, size - count)
                guard got > 0 else { return }
                count += got
            }
        }
        return bytes.count == size ? bytes : nil
    }

    /// Writes a file beside its name and renames it: other processes read the old one or the new one.
    package static func write(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o644) -> Bool {
        let temporary = path + ".\(getpid()).\(pthread_self())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard file >= 0 else { return false }
        var written = 0
        bytes.withUnsafeBytes { all in
            while written < all.count {
                let count = Glibc.write(file, all.baseAddress.map { $0 + written }, all.count - written)
                guard count > 0 else { break }
                written += count
            }
        }
        close(file)
        if written == bytes.count, rename(temporary, path) == 0 { return true }
        unlink(temporary)
        return false
    }

    /// Makes a folder and those above it.
    package static func makeFolders(_ path: String, mode: mode_t = 0o755) {
        var place = ""
        for part in path.split(separator: "/") {
            place += "/" + part
            mkdir(place, mode)
        }
    }
}
