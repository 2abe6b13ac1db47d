import Foundation

/// A folder that shows the engine nothing but the plugins that are measured: a first scan of everything that
/// is installed takes seconds, and would count as work.
struct PrivatePlugins {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "avf-bench-\(getpid())")

    /// Links these bundles into the folder and makes it the process's LV2_PATH, before anything looks there.
    init(_ bundles: [String]) throws {
        let manager = FileManager.default
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        for bundle in bundles {
            guard let source = Self.installed(bundle) else { continue }
            try manager.createSymbolicLink(
                atPath: folder.appendingPathComponent(bundle).path, withDestinationPath: source)
        }
        setenv("LV2_PATH", folder.path, 1)
        setenv("XDG_CACHE_HOME", folder.path, 1)
    }

    /// Takes the folder away.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    private static func installed(_ bundle: String) -> String? {
        let path = ProcessInfo.processInfo.environment["LV2_PATH"] ?? "/usr/local/lib/lv2:/usr/lib/lv2"
        return path.split(separator: ":").map { "\($0)/\(bundle)" }
            .first { FileManager.default.fileExists(atPath: $0 + "/manifest.ttl") }
    }
}
