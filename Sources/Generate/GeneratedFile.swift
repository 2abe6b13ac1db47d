import Glibc

/// A file whose text follows from the units' declarations.
package struct GeneratedFile: Sendable, Equatable {
    /// Where it is, from the top of the repository.
    package let path: String
    /// All that is in it.
    package let text: String

    /// Whether the file under `root` says the same.
    package func isCurrent(under root: String) -> Bool { TextFile.read(root + "/" + path) == text }

    /// Writes the file under `root`, unless it says the same already; true if it was written.
    ///
    /// - Throws: `GenerateError` with the system's reason.
    @discardableResult
    package func write(under root: String) throws(GenerateError) -> Bool {
        guard !isCurrent(under: root) else { return false }
        try TextFile.write(text, to: root + "/" + path)
        return true
    }
}

/// Why a generated file could not be written.
package struct GenerateError: Error, Sendable, CustomStringConvertible {
    /// The file.
    package let path: String
    /// What the system said.
    package let reason: String

    package var description: String { "“\(path)” could not be written: \(reason)." }
}

/// Whole text files, without Foundation.
enum TextFile {
    /// The text of a file; nil if there is no readable one.
    static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Replaces a file, whose folder is made if need be.
    static func write(_ text: String, to path: String) throws(GenerateError) {
        makeFolder(of: path)
        guard let file = fopen(path, "w") else { throw failure(path) }
        let bytes = Array(text.utf8)
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
        guard fclose(file) == 0, isWritten else { throw failure(path) }
    }

    /// The names in a folder, sorted; none if there is no such folder.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func makeFolder(of path: String) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += part + "/"
            mkdir(folder, 0o777)
        }
    }

    private static func failure(_ path: String) -> GenerateError {
        GenerateError(path: path, reason: String(cString: strerror(errno)))
    }
}
