import AVFPluginCatalog
import AVFRender
import CAVFLilv
import Foundation
import TestPlugins
import Testing

struct PresetTests {
    private static let header =
        BundleFolder.prefixes + "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"

    private func preset(_ body: String, name: String = "keeper") -> [String: String] {
        [
            "manifest.ttl": Self.header
                + """
                <a.ttl> a pset:Preset ; lv2:appliesTo <\(BundleFolder.uri(name))> ; rdfs:seeAlso <a.ttl> ;
                    pset:bank <urn:bank> .
                <urn:bank> a pset:Bank ; rdfs:label "Warm" .
                """,
            "a.ttl": Self.header
                + "<a.ttl> a pset:Preset ; lv2:appliesTo <\(BundleFolder.uri(name))> ; \(body) .",
        ]
    }

    /// The keeper's bundle, and beside it a bundle with one preset.
    private func fixture(_ body: String) throws -> (PluginFixture, String) {
        let fixture = try PluginFixture(names: ["keeper"])
        return (fixture, try fixture.folder.add("presets", preset(body)))
    }

    private static let body = """
        rdfs:label "Sieben" ; lv2:port [ lv2:symbol "p2" ; pset:value 7.0 ] , [ lv2:symbol "p8" ] ,
        [ lv2:symbol "nowhere" ; pset:value 1 ] , [ lv2:symbol "p8" ; pset:value "loud" ] ;
        state:state [ <\(BundleFolder.uri("value"))> "2.5"^^<http://www.w3.org/2001/XMLSchema#float> ;
            <\(BundleFolder.uri("file"))> "sub/number.txt"^^atom:Path ]
        """

    @Test func `presets of other bundles are listed with name and bank, also from the cache`() throws {
        let (fixture, bundle) = try fixture(Self.body)
        let cache = fixture.folder.cachePath
        for _ in 0..<2 {
            let catalog = PluginCatalog(searchPath: SearchPath(fixture.folder.path), cachePath: cache)
            let presets = catalog.presets(ofPlugin: BundleFolder.uri("keeper"))
            #expect(presets.map(\.name) == ["Sieben"] && presets.map(\.bank) == ["Warm"])
            #expect(presets.map(\.file) == [bundle + "/a.ttl"])
        }
        try FileManager.default.removeItem(atPath: (cache as NSString).deletingLastPathComponent)
    }

    @Test(arguments: ["", "/", "//"])
    func `a preset's folder may end in slashes, when it is read and when it is written`(end: String) throws {
        let (fixture, bundle) = try fixture(Self.body)
        let uri = BundleFolder.uri("keeper")
        let state = try UnitState(presetAt: bundle + end, pluginURI: uri)
        #expect(state.parameters["p2"] == 7)
        let copy = fixture.folder.path + "/copy.lv2"
        try state.write(presetBundle: copy + end, name: "Copy", pluginBundle: bundle)
        let catalog = PluginCatalog(searchPath: SearchPath(fixture.folder.path), cachePath: nil)
        #expect(catalog.presets(ofPlugin: uri).map(\.name).sorted() == ["Copy", "Sieben"])
        #expect(try UnitState(presetAt: copy + end, pluginURI: uri).parameters == state.parameters)
    }

    @Test func `a preset that only its manifest calls one is for all plugins that the manifest names`() throws
    {
        let fixture = try PluginFixture(names: ["keeper", "careful"])
        let plugins = ["keeper", "careful"].map { "<\(BundleFolder.uri($0))>" }.joined(separator: " , ")
        try fixture.folder.add(
            "presets",
            [
                "manifest.ttl": Self.header
                    + "<urn:p> a pset:Preset ; lv2:appliesTo \(plugins) ; rdfs:seeAlso <a.ttl> .",
                "a.ttl": Self.header + "<urn:p> lv2:port [ lv2:symbol \"p2\" ; pset:value 7.0 ] .",
            ])
        for name in ["keeper", "careful"] {
            let preset = try #require(fixture.catalog.presets(ofPlugin: BundleFolder.uri(name)).first)
            #expect(try UnitState(preset: preset).parameters == ["p2": 7])
        }
    }

    @Test func `presets in a plugin's own file are listed and loaded`() throws {
        let folder = try BundleFolder()
        let presets = [("one", 1), ("two", 2)].map { name, value in
            "<urn:\(name)> a pset:Preset ; lv2:appliesTo <\(BundleFolder.uri("many"))> ; rdfs:label \"\(name)\" ; "
                + "lv2:port [ lv2:symbol \"in\" ; pset:value \(value) ] .\n"
        }
        let bundle = try folder.add(
            "many", body: BundleFolder.plainBody,
            prefixes: "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n" + presets.joined())
        let catalog = PluginCatalog(searchPath: SearchPath(folder.path), cachePath: nil)
        let found = catalog.presets(ofPlugin: BundleFolder.uri("many")).sorted { $0.name < $1.name }
        #expect(found.map(\.uri) == ["urn:one", "urn:two"] && found.map(\.name) == ["one", "two"])
        #expect(found.map(\.file) == [bundle + "/plugin.ttl", bundle + "/plugin.ttl"])
        #expect(try found.map { try UnitState(preset: $0).parameters } == [["in": 1], ["in": 2]])
        #expect(catalog.plugins().map(\.uri) == [BundleFolder.uri("many")])
    }

    @Test func `a preset sets ports, values and files, and what it names in vain is told`() throws {
        let (fixture, bundle) = try fixture(Self.body)
        try FileManager.default.createDirectory(atPath: bundle + "/sub", withIntermediateDirectories: true)
        try "11".write(toFile: bundle + "/sub/number.txt", atomically: true, encoding: .utf8)
        let harness = try UnitHarness(fixture.catalog.plugin(uri: BundleFolder.uri("keeper")))
        let presets = fixture.catalog.presets(ofPlugin: BundleFolder.uri("keeper"))
        let gaps = try harness.unit.restoreState(UnitState(preset: #require(presets.first)))
        #expect(gaps == UnitState.Gaps(unknownParameters: ["nowhere"]))
        #expect(harness.value(port: 2) == 7)
        harness.set(port: 2, 0)
        harness.render([1])
        #expect(harness.value(port: 3) == 2.5 && harness.value(port: 4) == 11)
    }

    @Test func `a preset's file that is nowhere is named, and all else is restored`() throws {
        let (fixture, bundle) = try fixture(Self.body)
        let harness = try UnitHarness(fixture.catalog.plugin(uri: BundleFolder.uri("keeper")))
        let state = try UnitState(presetAt: bundle, pluginURI: BundleFolder.uri("keeper"))
        let gaps = try harness.unit.restoreState(state)
        #expect(gaps.missingFiles == ["sub/number.txt"] && gaps.unknownParameters == ["nowhere"])
        #expect(harness.value(port: 2) == 7)
        harness.set(port: 2, 0)
        harness.render([1])
        #expect(harness.value(port: 3) == 2.5)
    }

    @Test(arguments: ["fifo", "device", "folder", "large", "loop"])
    func `a preset that has no end or is no file is refused before it is read`(kind: String) throws {
        let folder = try BundleFolder()
        let path = try folder.add("x", [:]) + "/a.ttl"
        switch kind {
        case "fifo": mkfifo(path, 0o600)
        case "device": symlink("/dev/zero", path)
        case "folder": mkdir(path, 0o700)
        case "loop": symlink("a.ttl", path)
        default: try Data(count: (16 << 20) + 1).write(to: URL(fileURLWithPath: path))
        }
        let start = ContinuousClock.now
        let error = #expect(throws: PresetError.self) { try UnitState(presetAt: path, pluginURI: "urn:mine") }
        #expect(error?.description.contains(path) == true)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `a preset whose text is not UTF-8 is refused, or read without what is no text`() throws {
        let (_, bundle) = try fixture(Self.body)
        let path = bundle + "/a.ttl"
        let text = try Data(contentsOf: URL(fileURLWithPath: path))
        for place in stride(from: 0, to: text.count, by: 11) {
            let bytes = text.prefix(place) + Data([0xFC, 0xC0, 0x80, 0xED, 0xA0]) + text.dropFirst(place)
            try bytes.write(to: URL(fileURLWithPath: path))
            guard let state = try? UnitState(presetAt: path, pluginURI: BundleFolder.uri("keeper")) else {
                continue
            }
            #expect(state.identifier == BundleFolder.uri("keeper"))
            #expect(try UnitState(bytes: state.bytes) == state)
        }
    }

    @Test(arguments: [
        ("<a.ttl> a pset:Preset ; lv2:appliesTo <urn:other> .", "is for urn:other, not for urn:mine"),
        ("<b.ttl> a <urn:thing> .", "There is no such preset in"), ("<a.ttl> a [ [ .", "is not valid Turtle"),
        ("\0", "is not text"), (String(repeating: "[", count: 100), "nests brackets"),
    ])
    func `a file that is no preset for the plugin is refused with the reason`(text: String, reason: String)
        throws
    {
        let folder = try BundleFolder()
        let path = try folder.add("x", ["a.ttl": Self.header + text]) + "/a.ttl"
        let error = #expect(throws: PresetError.self) { try UnitState(presetAt: path, pluginURI: "urn:mine") }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test func `a preset whose values lead in a circle does not end the program`() throws {
        let (fixture, bundle) = try fixture("state:state [ <urn:k> _:a ] . _:a <urn:p> _:b . _:b <urn:p> _:a")
        _ = fixture
        let state = try UnitState(presetAt: bundle, pluginURI: BundleFolder.uri("keeper"))
        #expect(state.properties.isEmpty)
    }

    @Test func `a written preset is the state it was made from, for us and for lilv`() throws {
        let first = try UnitHarness(PluginFixture.facts("keeper"))
        first.set(port: 2, 0.1)
        first.set(port: 8, 1)
        first.render([1])
        let state = try first.unit.saveState()
        let folder = try BundleFolder()
        let bundle = folder.path + "/saved.lv2"
        try state.write(presetBundle: bundle, name: "Größe \"1\"", pluginBundle: "/")
        let read = try UnitState(presetAt: bundle, pluginURI: BundleFolder.uri("keeper"))
        #expect(read.parameters == state.parameters)
        #expect(read.properties == state.properties)
        let other = try UnitHarness(PluginFixture.facts("keeper"))
        try other.unit.restoreState(read)
        other.set(port: 2, 0)
        other.render([1])
        #expect(other.value(port: 3) == 0.1 && other.value(port: 4) == 0.1 && other.value(port: 5) == 1)
        #expect(lilvLabel(bundle) == "Größe \"1\"")
        #expect(lilvValues(bundle) == state.parameters)
    }

    /// What another host is told about the preset.
    private func lilvLabel(_ bundle: String) -> String? {
        withState(bundle) { lilv_state_get_label($0).map { String(cString: $0) } } ?? nil
    }

    private func lilvValues(_ bundle: String) -> [String: Float]? {
        final class Values { var found: [String: Float] = [:] }
        let values = Values()
        return withState(bundle) { state in
            lilv_state_emit_port_values(
                state,
                { symbol, context, value, size, _ in
                    guard let symbol, let context, let value, size == 4 else { return }
                    Unmanaged<Values>.fromOpaque(context).takeUnretainedValue().found[
                        String(cString: symbol)] =
                        value.load(as: Float.self)
                }, Unmanaged.passUnretained(values).toOpaque())
            return values.found
        }
    }

    private func withState<Result>(_ bundle: String, _ body: (OpaquePointer) -> Result) -> Result? {
        let world = lilv_world_new()
        defer { lilv_world_free(world) }
        var map = LV2_URID_Map(handle: nil) { _, uri in uri.map { TestURIDs.map(String(cString: $0)) } ?? 0 }
        guard let state = lilv_state_new_from_file(world, &map, nil, bundle + "/preset.ttl") else {
            return nil
        }
        defer { lilv_state_free(state) }
        return body(state)
    }
}

/// Numbers for URIs that are not the host's own.
private enum TestURIDs {
    private static let table = Locked<[String]>([])

    static func map(_ uri: String) -> UInt32 {
        table.withLock { table in
            if let place = table.firstIndex(of: uri) { return UInt32(place + 1) }
            table.append(uri)
            return UInt32(table.count)
        }
    }
}
