import AVFLV2Host
import AVFRender
import TestPlugins
import Testing

struct ValidatorTests {
    private func findings(_ name: String) throws -> [PluginValidator.Finding] {
        var findings: [PluginValidator.Finding] = []
        PluginValidator(try PluginFixture.facts(name)).run { findings.append($0) }
        return findings
    }

    @Test(arguments: ["gain", "exchange", "delay", "keeper", "synth", "echo", "switches"])
    func `a plugin that keeps to the rules passes`(name: String) throws {
        let bad = try findings(name).filter { $0.verdict != .pass }
        #expect(bad.isEmpty || name == "keeper" || name == "synth", "\(bad)")
        #expect(PluginValidator.verdict(bad).isUsable)
    }

    @Test func `a plugin that makes infinity at a parameter's end is warned of, with the value`() throws {
        let bad = try findings("spoiler").filter { $0.verdict != .pass }
        #expect(bad.contains { $0.check == "parameter extremes" && $0.detail.contains("p2") })
        #expect(PluginValidator.verdict(bad) == .warn)
    }

    @Test func `a plugin that does not start fails with the reason, and nothing else is tried`() throws {
        let findings = try findings("refusal")
        #expect(findings.map(\.check) == ["start"] && PluginValidator.verdict(findings) == .fail)
        #expect(findings[0].detail.contains("no strings"))
    }
}
