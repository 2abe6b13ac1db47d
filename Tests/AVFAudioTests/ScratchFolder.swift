import Foundation

/// A folder for the files of one test, gone with this object.
final class ScratchFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "avfaudio-tests-\(UUID().uuidString)")
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
