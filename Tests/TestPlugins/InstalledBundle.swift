import AVFPluginCatalog
import Foundation

/// A bundle that `make deps` installs.
package enum InstalledBundle {
    /// There is no such bundle: `make deps` has not been run.
    package struct Missing: Error {
        let path: String
    }

    /// Plugins look into their bundles as long as they live.
    private static let kept = Locked<[BundleFolder]>([])

    /// The facts of one of its plugins, read from this bundle alone.
    ///
    /// - Throws: `Missing`, and what a scan throws.
    package static func facts(_ bundle: String, uri: String) throws -> PluginFacts {
        let path = "/usr/lib/lv2/\(bundle).lv2"
        let isThere = FileManager.default.fileExists(atPath: path + "/manifest.ttl")
        guard isThere else { throw Missing(path: path) }
        let folder = try BundleFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/\(bundle).lv2", withDestinationPath: path)
        kept.withLock { $0.append(folder) }
        return try PluginCatalog(searchPath: SearchPath(folder.path), cachePath: nil).plugin(uri: uri)
    }
}
