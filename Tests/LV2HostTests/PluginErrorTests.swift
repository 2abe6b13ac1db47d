import AVFPluginCatalog
import AVFRender
import Foundation
import TestPlugins
import Testing

/// Loading that fails says why.
struct PluginErrorTests {
    @Test func `a plugin that refuses to start is quoted`() throws {
        let facts = try PluginFixture.facts("refusal")
        let refusal = PluginError.instantiateFailed(
            uri: facts.uri, sampleRateHz: 48_000, log: "no strings at 48000 Hz")
        #expect(throws: refusal) { try UnitHarness(facts) }
        #expect("\(refusal)".hasSuffix("refused to start at 48000.0 Hz: no strings at 48000 Hz"))
    }

    @Test func `a missing binary is named`() throws {
        let folder = try BundleFolder()
        try folder.add("plain", body: BundleFolder.plainBody)
        let facts = try PluginCatalog(searchPath: SearchPath(folder.path), cachePath: nil)
            .plugin(uri: BundleFolder.uri("plain"))
        let path = folder.path + "/plain.lv2/plugin.so"
        #expect(throws: PluginError.missingBinary(uri: facts.uri, path: path)) { try UnitHarness(facts) }
    }

    @Test(arguments: ["not an ELF file\n", "\u{7f}ELF\u{2}\u{1}\u{1}"])
    func `a binary that is no plugin is refused with the loader's words`(content: String) throws {
        let folder = try BundleFolder()
        let bundle = try folder.add("plain", body: BundleFolder.plainBody)
        try content.write(toFile: bundle + "/plugin.so", atomically: true, encoding: .utf8)
        let facts = try PluginCatalog(searchPath: SearchPath(folder.path), cachePath: nil)
            .plugin(uri: BundleFolder.uri("plain"))
        #expect {
            try UnitHarness(facts)
        } throws: { error in
            guard case PluginError.brokenBinary(facts.uri, bundle + "/plugin.so", let reason) = error else {
                return false
            }
            return !reason.isEmpty
        }
    }

    @Test func `a binary without the promised plugin is refused`() throws {
        var facts = try PluginFixture.facts("gain")
        facts.summary.uri = "urn:other"
        #expect(throws: PluginError.notInBinary(uri: "urn:other", path: facts.summary.binary)) {
            try UnitHarness(facts)
        }
    }

    @Test func `a required feature that no host has is named`() throws {
        var facts = try PluginFixture.facts("gain")
        facts.requiredFeatures = ["http://lv2plug.in/ns/ext/urid#map", "urn:levitation"]
        #expect(throws: PluginError.unsupportedFeature(uri: facts.uri, feature: "urn:levitation")) {
            try UnitHarness(facts)
        }
    }

    @Test func `a port of an unknown kind is refused unless it may stay unconnected`() throws {
        var facts = try PluginFixture.facts("gain")
        facts.ports[3].kind = .unknown
        #expect(throws: PluginError.unsupportedPort(uri: facts.uri, symbol: "p3")) { try UnitHarness(facts) }
    }
}
