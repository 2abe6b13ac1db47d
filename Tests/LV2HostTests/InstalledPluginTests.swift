import AVFPluginCatalog
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

/// Every plugin of the machine, each run in the test process: start with a folder that is known to be
/// harmless.
struct InstalledPluginRunTests {
    /// A search path, such as `/usr/lib/lv2`.
    static let searchPath = ProcessInfo.processInfo.environment["AVF_TEST_LV2_PATH"]
    private static let sampleRateHz = 48_000.0
    private static let frameCount = 512

    @Test(.enabled(if: searchPath != nil))
    func `every installed plugin starts and runs`() throws {
        let catalog = PluginCatalog(searchPath: SearchPath(try #require(Self.searchPath)), cachePath: nil)
        var failures: [String] = []
        var mutedCount = 0
        for summary in catalog.plugins() {
            do {
                let muted = try Self.run(catalog.plugin(uri: summary.uri))
                if muted > 0 { failures.append("\(summary.uri): muted \(muted) of 20 blocks") }
                mutedCount += muted > 0 ? 1 : 0
            } catch {
                failures.append("\(error)")
            }
        }
        let report =
            "\(catalog.plugins().count) plugins, \(mutedCount) muted, \(catalog.failures.count) bundles failed\n"
            + failures.map { "  \($0)\n" }.joined() + catalog.failures.map { "  \($0)\n" }.joined()
        FileHandle.standardError.write(Data(report.utf8))
        #expect(failures.isEmpty)
    }

    private static func run(_ facts: PluginFacts) throws -> Int {
        FileHandle.standardError.write(Data("\(facts.uri)\n".utf8))
        let inputs = facts.descriptor(sampleRateHz: sampleRateHz).inputBuses.enumerated().map {
            $0.element.isSideChain ? facts.summary.sideChainCount : facts.summary.audioInputCount
        }
        let harness = try UnitHarness(
            facts, inputs: inputs, outputs: [facts.summary.audioOutputCount], sampleRateHz: sampleRateHz,
            maximumFrameCount: frameCount)
        harness.unit.rendersOffline = true
        let input = inputs.map { channels in
            (0..<channels).map { _ in (0..<frameCount).map { _ in Float.random(in: -0.3...0.3) } }
        }
        if facts.summary.takesMIDI { _ = harness.unit.sendMIDI([0x90, 60, 100]) }
        for _ in 0..<20 {
            harness.render(input, frameCount: frameCount)
            harness.unit.service()
        }
        return harness.unit.mutedBlockCount
    }
}
