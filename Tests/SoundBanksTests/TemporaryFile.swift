import Foundation
import TestSupport

/// Files that tests make.
enum TemporaryFile {
    /// The path of a new file with some bytes.
    static func write(_ bytes: [UInt8], _ suffix: String) throws -> String {
        let path = TestRoot.unused("bank") + suffix
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Writes into the file that is there.
    static func overwrite(_ path: String, _ bytes: [UInt8]) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    /// A new folder with files by their names within it.
    static func folder(_ files: [String: [UInt8]]) throws -> String {
        let folder = TestRoot.unused("banks")
        for (name, bytes) in files {
            let url = URL(fileURLWithPath: folder + "/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
        return folder
    }
}
