import AVFRender
import AVFUnits
import Foundation
import TestSupport
import Testing

@testable import AVFGenerate

@Suite struct TextTests {
    @Test func `a latent unit has a port that tells its latency`() {
        let facts = descriptor(parameters: [])
        let text = PluginText(facts, PluginPortLayout(facts, isLatent: true)).text
        #expect(text.contains("lv2:designation lv2:latency"))
        #expect(text.contains("lv2:reportsLatency"))
        #expect(!PluginText(facts, PluginPortLayout(facts, isLatent: false)).text.contains("latency"))
    }

    @Test func `a meter is an output without a default`() {
        let spec = ParameterSpec(
            "Level", -60...0, default: -60, .decibels, "How loud it is.", isReadOnly: true)
        let facts = descriptor(parameters: [.init(address: 0, symbol: "level", spec: spec)])
        let text = PluginText(facts, PluginPortLayout(facts, isLatent: false)).text
        let port = text.components(separatedBy: "[ a ").first { $0.contains("\"level\"") } ?? ""
        #expect(port.hasPrefix("lv2:OutputPort , lv2:ControlPort"))
        #expect(!port.contains("lv2:default"))
    }

    @Test func `a description says the prefixes that it uses and no others`() {
        let facts = descriptor(parameters: [])
        let text = PluginText(facts, PluginPortLayout(facts, isLatent: false)).text
        #expect(text.contains("@prefix doap: <http://usefulinc.com/ns/doap#> ."))
        #expect(text.contains("@prefix lv2: <http://lv2plug.in/ns/lv2core#> ."))
        #expect(!text.contains("@prefix units:"))
    }

    @Test func `quotes and backslashes in a name do not end its literal`() {
        #expect(TurtleText.literal("a \"b\" \\ c") == "\"a \\\"b\\\" \\\\ c\"")
    }

    @Test func `a preset gives every parameter a value, named or default`() {
        let gain = ParameterSpec("Gain", 0...2, default: 1, .generic, "Level.")
        let width = ParameterSpec("Width", 0...2, default: 0.5, .generic, "Width.")
        let facts = descriptor(
            parameters: [
                .init(address: 0, symbol: "gain", spec: gain),
                .init(address: 1, symbol: "width", spec: width),
            ], presets: [UnitPreset("Loud Hall", ["gain": 2])])
        let plugin = PluginText(facts, PluginPortLayout(facts, isLatent: false))
        #expect(plugin.text.contains("<urn:avfaudio:probe#loudHall>"))
        #expect(plugin.text.contains("[ lv2:symbol \"gain\" ; pset:value 2.0 ]"))
        #expect(plugin.text.contains("[ lv2:symbol \"width\" ; pset:value 0.5 ]"))
        #expect(ManifestText([plugin]).text.contains("<urn:avfaudio:probe#loudHall>"))
    }

    @Test func `what repeats in every section becomes one constant and a stride`() throws {
        let families = ParameterFamily.all(of: try #require(UnitCatalog["equalizer"]))
        let frequency = try #require(families.first { $0.symbol == "bandFrequency" })
        #expect(frequency.address == 3000)
        #expect(frequency.stride == 1)
        #expect(families.first { $0.symbol == "globalGain" }?.stride == nil)
    }

    @Test func `a summary's first sentence stands alone`() {
        #expect("Level. Up to 24 dB.".firstSentence == ("Level.", "Up to 24 dB."))
        #expect("Level of 0.5 dB.".firstSentence == ("Level of 0.5 dB.", ""))
    }

    @Test(arguments: [
        ("lowPassFilter", "LOW_PASS_FILTER"), ("Low Pass", "LOW_PASS"), ("band2Gain", "BAND2_GAIN"),
        ("Q", "Q"),
        ("4:1 (fast)", "4_1_FAST_"),
    ])
    func `names become C constants`(name: String, constant: String) {
        #expect(name.screamingSnakeCase == constant)
    }

    @Test(arguments: [["-x", "c", "-std=c11"], ["-x", "c", "-std=c17"], ["-x", "c++", "-std=c++17"]])
    func `the C constants compile alone without a warning`(flags: [String]) throws {
        let source = TestRoot.unused("constants") + ".c"
        defer { try? FileManager.default.removeItem(atPath: source) }
        try "#include \"avf_units_generated.h\"\nint nothing;\n"
            .write(toFile: source, atomically: true, encoding: .utf8)
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments =
            ["cc", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]
            + ["-I\(repositoryRoot)/Include/avfaudio"] + flags + [source]
        try compiler.run()
        compiler.waitUntilExit()
        #expect(compiler.terminationStatus == 0)
    }

    private func descriptor(
        parameters: [UnitDescriptor.Parameter], presets: [UnitPreset] = []
    ) -> UnitDescriptor {
        UnitDescriptor(
            identifier: "probe", name: "Probe", manufacturer: "Apple", version: 0x0001_0000,
            summary: "Tests.",
            kind: .effect,
            component: ComponentDescription(
                type: fourCharacterCode("aufx"), subtype: fourCharacterCode("prob"),
                manufacturer: fourCharacterCode("appl")),
            inputBuses: [BusDescriptor("Input")], outputBuses: [BusDescriptor("Output")],
            parameters: parameters, presets: presets)
    }
}
