import AVFLV2Host
import Foundation

/// A bundle that the machine happens to have, such as what `make deps` installs.
package enum InstalledBundle {
    /// Plugins look into their bundles as long as they live.
    private static let kept = Locked<[BundleFolder]>([])

    /// The facts of one of its plugins, read from this bundle alone; nil where it is not installed.
    package static func facts(_ bundle: String, uri: String) throws -> PluginFacts? {
        let path = "/usr/lib/lv2/\(bundle).lv2"
        guard FileManager.default.fileExists(atPath: path + "/manifest.ttl") else { return nil }
        let folder = try BundleFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/\(bundle).lv2", withDestinationPath: path)
        kept.withLock { $0.append(folder) }
        return try PluginCatalog(searchPath: SearchPath(folder.path), cachePath: nil).plugin(uri: uri)
    }
}
