import Foundation

/// The folder in which tests make theirs: gone when the process ends, with what stays in it.
///
/// Fixtures that all tests of a process share never go by themselves.
package enum TestRoot {
    /// The folder's path.
    package static let path: String = {
        let path = FileManager.default.temporaryDirectory.path + "/avf-tests-\(getpid())"
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: TestRoot.path) }
        return path
    }()

    /// The path of something new in the folder.
    package static func unused(_ name: String) -> String { path + "/\(name)-\(UUID().uuidString)" }
}
