import AVFPluginCatalog
import AVFPluginValidation
import AVFRender
import AVFUnits
import Foundation
import TestPlugins
import Testing

@Suite struct ListingTests {
    @Test func `info as JSON tells container, encoding, rate, channels and length`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(24_000), to: folder.file("in.wav"))
        let run = try CommandRun(["info", folder.file("in.wav"), "--json"])
        let facts = try #require(try json(run.output) as? [String: Any])
        #expect(facts["container"] as? String == "wav")
        #expect(facts["encoding"] as? String == "float32")
        #expect(facts["sampleRateHz"] as? Double == 48_000)
        #expect(facts["channelCount"] as? Int == 2)
        #expect(facts["frameCount"] as? Int == 24_000)
        #expect(facts["durationSeconds"] as? Double == 0.5)
        #expect(facts["peakDecibels"] == nil)
    }

    @Test func `info measures levels when asked`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write([Array(repeating: -0.25, count: 1000)], to: folder.file("in.wav"))
        let run = try CommandRun(["info", folder.file("in.wav"), "--levels"])
        #expect(run.output.contains("peak       -12.04 dBFS"))
    }

    @Test func `a unit is shown with ports, features, presets, latency, time and validation`() throws {
        let fixture = try PluginFixture(names: ["delay"])
        let environment = ["LV2_PATH": fixture.folder.path, "XDG_CACHE_HOME": fixture.folder.path]
        let uri = BundleFolder.uri("delay")
        let run = try CommandRun(["units", "--show", uri, "--json"], environment: environment)
        let unit = try #require(try json(run.output) as? [String: Any])
        #expect(unit["identifier"] as? String == uri)
        #expect(unit["latencyFramesAt48kHz"] as? Int == 64)
        #expect(unit["validation"] as? String == "not validated")
        #expect((unit["microsecondsFor512Frames"] as? Double ?? 0) > 0)
        #expect((unit["ports"] as? [[String: Any]])?.isEmpty == false)
        let text = try CommandRun(["units", "--show", uri], environment: environment).output
        #expect(text.contains("latency: 64 frames at 48 kHz") && text.contains("required features: none"))
        #expect(try CommandRun(["units", "gain", "--show", "gain"]).status == 64)
    }

    @Test func `calls for memory in run() are shown, and warned of by the validation`() throws {
        let fixture = try PluginFixture(names: ["hungry"])
        let environment = ["LV2_PATH": fixture.folder.path, "XDG_CACHE_HOME": fixture.folder.path]
        let uri = BundleFolder.uri("hungry")
        let shown = try CommandRun(["units", "--show", uri], environment: environment)
        // Under a sanitizer nobody can count.
        guard shown.output.contains("calls for memory") else { return }
        #expect(
            shown.output.contains("calls for memory while rendering: 1128 in 94 blocks"), "\(shown.output)")
        let report = try CommandRun(["validate", uri], environment: environment)
        #expect(report.output.contains("warn   memory: 564 calls for memory in 94 blocks of run()"))
        #expect(report.status == 0)
    }

    @Test(arguments: [
        ([], 64, "Give one URI, or --all."), (["urn:a", "--all"], 64, "Give one URI, or --all."),
        (["--all", "--timeout", "0"], 64, "--timeout must be above 0."),
        (["--all", "--timeout", "soon"], 64, "'soon' is invalid"),
        (["urn:nobody"], 69, "There is no LV2 plugin urn:nobody on the search path"),
    ])
    func `a validation that cannot be made says why`(arguments: [String], status: Int32, reason: String)
        throws
    {
        let folder = try BundleFolder()
        let run = try CommandRun(
            ["validate"] + arguments, environment: ["LV2_PATH": folder.path, "XDG_CACHE_HOME": folder.path])
        #expect(run.status == status)
        #expect(run.errors.contains(reason), "\(run.errors)")
    }

    @Test func `units as JSON lists every native unit with its parameters`() throws {
        let run = try CommandRun(["units", "--json"])
        #expect(run.status == 0)
        let units = try #require(try json(run.output) as? [[String: Any]])
        #expect(
            units.compactMap { $0["identifier"] as? String } == UnitCatalog.all.map(\.descriptor.identifier))
        for (unit, entry) in zip(units, UnitCatalog.all) {
            let parameters = try #require(unit["parameters"] as? [[String: Any]])
            #expect(
                parameters.compactMap { $0["symbol"] as? String } == entry.descriptor.parameters.map(\.symbol)
            )
            #expect(unit["latencyFramesAt48kHz"] as? Int == latencyFrames(entry))
            #expect((unit["inputs"] as? [Any])?.count == entry.descriptor.inputBuses.count)
        }
    }

    /// The plugin crashes when it is started with this in its environment.
    private static let crash = ["AVF_TEST_DEED": "1"]

    @Test func `units as JSON starts a plugin once, and again only when everything is read anew`() throws {
        let fixture = try PluginFixture(names: ["rogue-start", "delay"])
        let environment = ["LV2_PATH": fixture.folder.path, "XDG_CACHE_HOME": fixture.folder.path]
        let changed = environment.merging(Self.crash) { $1 }
        let first = try latencies(["units", "--json"], environment)
        #expect(first[BundleFolder.uri("rogue-start")] == 0 && first[BundleFolder.uri("delay")] == 64)
        #expect(try latencies(["units", "--json"], changed) == first)
        let anew = try latencies(["units", "--json", "--rescan"], changed)
        #expect(anew[BundleFolder.uri("rogue-start")] == nil && anew[BundleFolder.uri("delay")] == 64)
    }

    @Test func `a listing that is remembered follows plugins that come, change and go`() throws {
        let (one, two) = (try PluginFixture(names: ["delay"]), try PluginFixture(names: ["gain"]))
        let cache = try ScratchFolder()
        func listed(_ folders: [PluginFixture]) throws -> Set<String> {
            let path = folders.map(\.folder.path).joined(separator: ":")
            let environment = ["LV2_PATH": path, "XDG_CACHE_HOME": cache.path]
            let first = try latencies(["units", "--json"], environment)
            #expect(try latencies(["units", "--json"], environment) == first)
            return Set(first.keys)
        }
        let native = Set(UnitCatalog.all.map(\.descriptor.identifier))
        let (delay, gain) = (BundleFolder.uri("delay"), BundleFolder.uri("gain"))
        #expect(try listed([one]) == native.union([delay]))
        #expect(cache.names == ["avfaudio"])
        #expect(try listed([one, two]) == native.union([delay, gain]))
        #expect(try listed([two]) == native.union([gain]))
        let bundle = try #require(
            try FileManager.default.contentsOfDirectory(atPath: two.folder.path).first {
                $0.hasSuffix(".lv2")
            })
        try FileManager.default.removeItem(atPath: two.folder.path + "/" + bundle + "/manifest.ttl")
        #expect(try listed([two]) == native)
    }

    private func latencies(_ arguments: [String], _ environment: [String: String]) throws -> [String: Int] {
        let run = try CommandRun(arguments, environment: environment)
        let units = try #require(try json(run.output) as? [[String: Any]])
        return units.reduce(into: [:]) { latencies, unit in
            guard let identifier = unit["identifier"] as? String else { return }
            latencies[identifier] = unit["latencyFramesAt48kHz"] as? Int
        }
    }

    @Test(arguments: [9, 10, 11, 12, 13, 16])
    func `where no descriptor is left for a plugin, the limit is named`(limit: Int) throws {
        let fixture = try PluginFixture(names: ["delay"])
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(3000), to: folder.file("in.wav"))
        let uri = BundleFolder.uri("delay")
        let run = try CommandRun.shell(
            "ulimit -n \(limit); exec \"$0\" \"$@\"",
            ["render", folder.file("in.wav"), folder.file("out.wav"), "--isolate", "--unit", uri],
            environment: ["LV2_PATH": fixture.folder.path])
        #expect(!run.errors.contains("Invalid argument"))
        #expect(run.status == 0 || run.errors.contains("open files"), "\(run.errors)")
        #expect(
            run.status == 0 || !run.errors.contains("cannot run plugins") || run.errors.contains("ulimit -n"))
    }

    private func latencyFrames(_ entry: UnitEntry) -> Int {
        let configuration = UnitConfiguration(
            sampleRateHz: 48_000, inputChannelCounts: entry.descriptor.inputBuses.map { _ in 2 },
            outputChannelCounts: [2], maximumFrameCount: 512, sectionCount: entry.defaultSectionCount)
        return entry.make(configuration, ParameterBlock(entry.descriptor)).latencyFrames
    }

    @Test func `a plot without a unit is refused`() throws {
        #expect(try CommandRun(["units", "--plot", "/tmp/x.svg"]).status == 64)
    }

    @Test func `a bundle that cannot be used is named on standard error`() throws {
        let folder = try ScratchFolder()
        let bundle = folder.file("broken.lv2")
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        try "<urn:x>\0 .".write(toFile: bundle + "/manifest.ttl", atomically: true, encoding: .utf8)
        let run = try CommandRun(["units"], environment: ["LV2_PATH": folder.path])
        #expect(run.status == 0)
        #expect(run.errors.contains("broken.lv2"))
        #expect(run.output.contains("gain"))
    }

    @Test(arguments: ["crash-in-instantiate", "abort-in-cleanup"])
    func `a plugin that crashes does not end the list, even if it has passed its validation`(plugin: String)
        throws
    {
        let folder = try ScratchFolder()
        let facts = try RogueFixture.facts(plugin)
        try FileManager.default.createDirectory(
            atPath: folder.file("avfaudio"), withIntermediateDirectories: true)
        let records = ValidationRecords(path: folder.file("avfaudio/lv2.validation"))
        records.remember([(facts.summary, .pass)])
        #expect(records.verdict(of: facts.summary) == .pass)
        let bundle = URL(fileURLWithPath: facts.summary.bundle)
        let run = try CommandRun(
            ["units", "--json"],
            environment: [
                "LV2_PATH": bundle.deletingLastPathComponent().path, "XDG_CACHE_HOME": folder.path,
            ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(BundleFolder.uri(plugin)))
    }

    @Test func `the bundle that is made is found as plugins`() throws {
        let folder = try ScratchFolder()
        let made = try CommandRun.developer(["bundle", "--output", folder.path])
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output == folder.file("avfaudio.lv2") + "\n")
        let run = try CommandRun(["units"], environment: ["LV2_PATH": folder.path])
        for entry in UnitCatalog.plugins { #expect(run.output.contains(entry.descriptor.pluginURI)) }
        try TestSignal.write(TestSignal.noise(3000), to: folder.file("in.wav"))
        for (unit, name) in [("gain", "native.wav"), ("urn:avfaudio:gain", "plugin.wav")] {
            let render = try CommandRun(
                ["render", folder.file("in.wav"), folder.file(name), "--unit", unit + ":gain=-7,pan=0.3"],
                environment: ["LV2_PATH": folder.path])
            #expect(render.status == 0, "\(render.errors)")
        }
        #expect(
            try TestSignal.read(folder.file("native.wav")) == TestSignal.read(folder.file("plugin.wav")))
    }

    @Test func `devices as JSON is a list of names`() throws {
        let devices = try #require(try json(CommandRun(["devices", "--json"]).output) as? [[String: Any]])
        #expect(devices.allSatisfy { $0["name"] is String && $0["canPlay"] is Bool })
        #expect(!devices.isEmpty)
    }

    @Test(arguments: [
        [], ["render"], ["play"], ["record"], ["monitor"], ["info"], ["units"], ["devices"], ["validate"],
        ["bench"],
    ])
    func `every command explains itself`(command: [String]) throws {
        let run = try CommandRun(command + ["--help"])
        #expect(run.status == 0)
        #expect(run.output.contains("USAGE: avf " + (command.first ?? "")))
    }

    @Test func `the version is the one of the C headers`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let header = try String(
            contentsOf: root.appendingPathComponent("Include/avfaudio/avf_base.h"), encoding: .utf8)
        let parts = header.matches(of: /AVF_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)/).map { $0.1 }
        #expect(parts.count == 3)
        #expect(try CommandRun(["--version"]).output == parts.joined(separator: ".") + "\n")
    }

    @Test func `nothing that is not on a terminal is coloured`() throws {
        #expect(!(try CommandRun(["units"]).output.contains("\u{1b}")))
    }

    private func json(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8))
    }
}
