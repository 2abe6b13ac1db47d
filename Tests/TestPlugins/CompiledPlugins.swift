import Foundation

/// Plugin libraries that tests compile from C.
package enum CompiledPlugins {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Libraries stay until the tests end, as loaded ones do.
    private static let kept = Locked<[BundleFolder]>([])

    /// The path of a library made from sources in `Plugins`.
    package static func library(_ name: String, _ sources: [String], flags: [String] = []) throws -> String {
        let folder = try BundleFolder()
        kept.withLock { $0.append(folder) }
        let path = folder.path + "/\(name).so"
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments =
            ["cc", "-O1", "-shared", "-fPIC", "-fexceptions", "-Wall", "-Werror", "-o", path]
            + sources.map { "\(here)/Plugins/\($0)" } + flags + ["-lm", "-lpthread"]
        try compiler.run()
        compiler.waitUntilExit()
        guard compiler.terminationStatus == 0 else {
            throw Failure(description: "the plugins \(sources) do not compile")
        }
        return path
    }
}
