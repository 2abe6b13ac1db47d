import Glibc
import TestSupport

/// A directory of its own for one test, gone with its contents afterwards.
final class TemporaryDirectory {
    let path: String

    init() {
        path = TestRoot.unused("media")
        mkdir(path, 0o700)
    }

    deinit {
        guard let listing = opendir(path) else { return }
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." && unlink(path + "/" + name) != 0 { rmdir(path + "/" + name) }
        }
        closedir(listing)
        rmdir(path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// Writes bytes as they are.
    func file(_ name: String, bytes: [UInt8]) -> String {
        let path = file(name)
        let stream = fopen(path, "wb")
        fwrite(bytes, 1, bytes.count, stream)
        fclose(stream)
        return path
    }
}

/// The bytes of a file.
func bytes(ofFile path: String) -> [UInt8] {
    guard let stream = fopen(path, "rb") else { return [] }
    defer { fclose(stream) }
    fseek(stream, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(stream))
    rewind(stream)
    let count = fread(&bytes, 1, bytes.count, stream)
    return Array(bytes.prefix(count))
}
