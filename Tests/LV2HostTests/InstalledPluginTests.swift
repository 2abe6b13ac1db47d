import AVFLV2Host
import Foundation
import Testing

/// Checks over bundles that a machine happens to have: run by hand, with the folders in the environment.
struct InstalledPluginTests {
    /// `rt-*` test bundles: a folder with `probe` and `disk` in it.
    static let brokenFolder = ProcessInfo.processInfo.environment["AVF_TEST_BROKEN_BUNDLES"]

    static func brokenCases() -> [String] {
        guard let brokenFolder else { return [] }
        return (try? FileManager.default.contentsOfDirectory(atPath: brokenFolder + "/disk").sorted()) ?? []
    }

    @Test(.enabled(if: brokenFolder != nil), arguments: brokenCases())
    func `every healthy plugin beside a broken bundle is listed in time`(name: String) throws {
        let root = try #require(Self.brokenFolder)
        let healthy = try FileManager.default.contentsOfDirectory(atPath: root + "/probe").count
        let start = ContinuousClock.now
        let catalog = PluginCatalog(
            searchPath: SearchPath("\(root)/disk/\(name):\(root)/probe"), cachePath: nil)
        let listed = catalog.plugins().filter { $0.bundle.hasPrefix(root + "/probe") }
        let elapsed = ContinuousClock.now - start
        #expect(listed.count == healthy)
        #expect(elapsed < .seconds(4))
        let own = catalog.plugins().count - listed.count
        let reasons = catalog.failures.prefix(2).map(\.reason)
        let report =
            "\(name): \(healthy) healthy + \(own) own in \(elapsed); failed \(catalog.failures.count) \(reasons)\n"
        FileHandle.standardError.write(Data(report.utf8))
    }
}
