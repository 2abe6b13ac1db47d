import Foundation

/// A folder that shows the engine nothing but the plugins that are measured: a first scan of everything that
/// is installed takes seconds, and would count as work.
struct PrivatePlugins {
    /// The folder, which is this process's own.
    static let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "avf-bench-\(getpid())")

    /// Links these bundles into the folder and makes it the process's LV2_PATH, before anything looks there.
    init(_ bundles: [String]) throws {
        let manager = FileManager.default
        try manager.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        for bundle in bundles {
            guard let source = Self.installed(bundle) else { continue }
            try manager.createSymbolicLink(
                atPath: Self.folder.appendingPathComponent(bundle).path, withDestinationPath: source)
        }
        setenv("LV2_PATH", Self.folder.path, 1)
        setenv("XDG_CACHE_HOME", Self.folder.path, 1)
    }

    /// Takes the folder away.
    func remove() { try? FileManager.default.removeItem(at: Self.folder) }

    /// `LV2_PATH` as it was when the program started.
    static let searchPath =
        ProcessInfo.processInfo.environment["LV2_PATH"] ?? "/usr/local/lib/lv2:/usr/lib/lv2"

    /// Where the system has a bundle; nil if it has none of that name.
    static func installed(_ bundle: String) -> String? {
        searchPath.split(separator: ":").map { "\($0)/\(bundle)" }
            .first { FileManager.default.fileExists(atPath: $0 + "/manifest.ttl") }
    }
}
