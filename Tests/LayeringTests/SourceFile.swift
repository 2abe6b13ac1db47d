import Foundation

/// A text of the repository, or one that a test made up.
struct SourceFile {
    /// The path from the repository's root, such as `Sources/Render/Ring.swift`.
    let path: String
    let text: String

    /// The folder below `Sources` that the file belongs to.
    var module: String {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : ""
    }

    /// The repository that these tests were compiled in.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every file below the folders whose name ends in one of the suffixes, in the order of their paths.
    static func all(in folders: String..., endingIn suffixes: [String] = [".swift"]) throws -> [SourceFile] {
        try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
                .filter { path in suffixes.contains { path.hasSuffix($0) } }
                .sorted()
                .map { try SourceFile(reading: folder + "/" + $0) }
        }
    }

    init(reading path: String) throws {
        self.init(path, try String(contentsOf: Self.root.appending(path: path), encoding: .utf8))
    }

    init(_ path: String, _ text: String) {
        self.path = path
        self.text = text
    }
}
