import Glibc

/// The source files of the repository, as text.
struct Repository {
    /// One file and its lines.
    struct File {
        /// From the top of the repository.
        let path: String
        let lines: [Substring]

        /// Whether it is written by `avf generate`.
        var isGenerated: Bool { path.contains("/Generated/") || path.hasSuffix("_generated.h") }

        /// The modules that it imports.
        var imports: [String] {
            lines.compactMap { line in
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place <= 1, place + 1 < words.count,
                    let first = line.first, first.isLetter || first == "@"
                else { return nil }
                return String(words[place + 1])
            }
        }
    }

    let root: String
    let sources: [File]
    let manifest: File

    /// Reads everything below `Sources`, and `Package.swift`.
    init(root: String) {
        self.root = root
        manifest = Self.read("Package.swift", root) ?? File(path: "Package.swift", lines: [])
        sources = Self.paths("Sources", root).filter { path in
            [".swift", ".c", ".h"].contains { path.hasSuffix($0) }
        }.compactMap { Self.read($0, root) }
    }

    /// Refuses a folder that is not the top of this repository.
    static func check(_ root: String) throws(Failure) {
        guard access(root + "/Package.swift", R_OK) == 0, access(root + "/Sources/Units", R_OK) == 0 else {
            throw Failure(
                .noInput,
                "“\(root)” is not the top of the repository: there is no Package.swift with "
                    + "Sources/Units beside it.")
        }
    }

    private static func paths(_ folder: String, _ root: String) -> [String] {
        guard let directory = opendir(root + "/" + folder) else { return [] }
        defer { closedir(directory) }
        var paths: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            let path = folder + "/" + name
            paths += Int32(entry.pointee.d_type) == Int32(DT_DIR) ? Self.paths(path, root) : [path]
        }
        return paths.sorted()
    }

    private static func read(_ path: String, _ root: String) -> File? {
        guard let file = fopen(root + "/" + path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        let text = String(decoding: bytes, as: UTF8.self)
        return File(path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    }
}
