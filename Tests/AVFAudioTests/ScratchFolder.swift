import Foundation
import TestSupport

/// A folder for the files of one test, gone with this object.
final class ScratchFolder {
    private let url: URL

    init() throws {
        url = URL(fileURLWithPath: TestRoot.unused("scratch"))
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String) -> URL {
        url.appending(path: name)
    }

    func file(_ name: String, holding bytes: Data) throws -> URL {
        let file = file(name)
        try bytes.write(to: file)
        return file
    }
}
