import AVFPluginCatalog
import AVFRender
import Foundation
import TestPlugins
import Testing

struct DiscoveryTests {
    private let folder: BundleFolder

    init() throws { folder = try BundleFolder() }

    private func catalog(cached: Bool = false) -> PluginCatalog {
        PluginCatalog(searchPath: SearchPath(folder.path), cachePath: cached ? folder.cachePath : nil)
    }

    @Test func `a plugin is listed with everything its bundle says`() throws {
        try folder.add(
            "full",
            body: """
                a lv2:Plugin , lv2:ReverbPlugin ; doap:name "Großer\\tSaal" ; doap:license <urn:isc> ;
                doap:maintainer [ foaf:name "A. Maker" ] ; lv2:minorVersion 2 ; lv2:microVersion 4 ;
                lv2:requiredFeature urid:map ; lv2:optionalFeature lv2:hardRTCapable ;
                lv2:extensionData work:interface ; opts:requiredOption <urn:option> ;
                lv2:port [ a lv2:InputPort , lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ] ,
                [ a lv2:OutputPort , lv2:AudioPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out" ] ,
                [ a lv2:InputPort , lv2:AudioPort ; lv2:index 2 ; lv2:symbol "key" ; lv2:name "Key" ;
                  pg:group <urn:keys> ] ,
                [ a lv2:InputPort , lv2:ControlPort ; lv2:index 3 ; lv2:symbol "size" ; lv2:name "Size" ;
                  lv2:default 0.5 ; lv2:minimum 0 ; lv2:maximum 1e1 ; units:unit units:m ;
                  lv2:portProperty lv2:integer , pprop:logarithmic , lv2:connectionOptional ;
                  lv2:scalePoint [ rdf:value 3 ; rdfs:label "three" ] ] ,
                [ a lv2:OutputPort , lv2:ControlPort ; lv2:index 4 ; lv2:symbol "lag" ; lv2:name "Lag" ;
                  lv2:designation lv2:latency ; units:unit [ a units:Unit ; units:symbol "fr" ] ] ,
                [ a lv2:InputPort , atom:AtomPort ; lv2:index 5 ; lv2:symbol "ev" ; lv2:name "Events" ;
                  atom:supports midi:MidiEvent ; rsz:minimumSize 70000 ; lv2:designation lv2:control ] .
                <urn:keys> lv2:name "Keys" ; pg:sideChainOf <urn:main>
                """)

        let facts = try catalog().plugin(uri: BundleFolder.uri("full"))

        #expect(facts.name == "Großer\tSaal")
        #expect(facts.summary.author == "A. Maker")
        #expect(facts.licence == "urn:isc")
        #expect(facts.summary.className == "ReverbPlugin")
        #expect(facts.summary.kind == .musicEffect)
        #expect(facts.summary.binary == folder.path + "/full.lv2/plugin.so")
        #expect((facts.summary.minorVersion, facts.summary.microVersion) == (2, 4))
        #expect(facts.requiredFeatures == ["http://lv2plug.in/ns/ext/urid#map"])
        #expect(facts.optionalFeatures == ["http://lv2plug.in/ns/lv2core#hardRTCapable"])
        #expect(facts.extensionData == ["http://lv2plug.in/ns/ext/worker#interface"])
        #expect(facts.requiredOptions == ["urn:option"])
        #expect(facts.ports.map(\.symbol) == ["in", "out", "key", "size", "lag", "ev"])
        #expect(facts.mainInputs.map(\.index) == [0])
        #expect(facts.sideChainInputs.map(\.index) == [2])
        #expect(facts.ports[2].group == "Keys")
        let size = facts.ports[3]
        #expect(size.isInput && size.kind == .control && size.name == "Size")
        #expect((size.defaultValue, size.minimum, size.maximum) == (0.5, 0, 10))
        #expect(size.flags == [.integer, .logarithmic, .connectionOptional])
        #expect(size.scalePoints.map(\.value) == [3] && size.scalePoints.map(\.label) == ["three"])
        #expect(size.unitURI == "http://lv2plug.in/ns/extensions/units#m")
        #expect(facts.latencyPort?.index == 4)
        #expect(facts.ports[4].unitSymbol == "fr" && facts.ports[4].unitURI == nil)
        let events = facts.ports[5]
        #expect(events.kind == .atom && events.minimumSize == 70000 && events.designation == .control)
        #expect(events.flags == .midi)
    }

    @Test func `an unknown URI is an error that names it and the search path`() {
        #expect(throws: PluginError.noSuchPlugin(uri: "urn:nobody", searchPath: folder.path)) {
            try catalog().plugin(uri: "urn:nobody")
        }
    }

    @Test func `of two bundles with one plugin the newer version wins`() throws {
        for (name, version) in [("a", 2), ("b", 6), ("c", 4)] {
            try folder.add(
                name, uri: "urn:same", body: BundleFolder.plainBody + "; lv2:minorVersion \(version)")
        }
        #expect(try catalog().plugin(uri: "urn:same").summary.minorVersion == 6)
    }

    @Test func `a folder that is named twice or through a link is read once`() throws {
        try folder.add("plain", body: BundleFolder.plainBody)
        let link = folder.path + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
        defer { unlink(link) }
        let path = SearchPath("\(folder.path)::\(folder.path):\(link):/nonexistent")
        #expect(PluginCatalog(searchPath: path, cachePath: nil).plugins().count == 1)
    }

    @Test(arguments: BrokenBundle.allCases)
    func `a broken bundle costs only itself and is named with its reason`(_ broken: BrokenBundle) throws {
        try folder.add("first", body: BundleFolder.plainBody)
        let bundle = try broken.write(to: folder)
        try folder.add("zlast", body: BundleFolder.plainBody)

        let catalog = catalog()

        #expect(catalog.plugins().map(\.uri) == [BundleFolder.uri("first"), BundleFolder.uri("zlast")])
        #expect(catalog.failures.count == 1)
        #expect(catalog.failures.first?.bundle == bundle)
        #expect(catalog.failures.first?.reason.contains(broken.reason) == true, "\(catalog.failures)")
    }

    @Test(arguments: ["manifest.ttl", "plugin.ttl"])
    func `a bundle whose text is not UTF-8 harms no other, whichever file it is`(file: String) throws {
        try folder.add("first", body: BundleFolder.plainBody)
        let bundle = try folder.add("mid", body: BundleFolder.plainBody)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: bundle + "/" + file))
        bytes +=
            Data("<urn:x> rdfs:label \"Gr".utf8) + Data([0xFC, 0xDF, 0xC0, 0x80, 0xED, 0xA0, 0x80])
            + Data("e\" .".utf8)
        try bytes.write(to: URL(fileURLWithPath: bundle + "/" + file))
        try folder.add("zlast", body: BundleFolder.plainBody)
        let catalog = catalog()
        #expect(Set(catalog.plugins().map(\.uri)).isSuperset(of: ["first", "zlast"].map(BundleFolder.uri)))
        #expect(catalog.plugins().count + catalog.failures.count == 3)
    }

    @Test func `a bundle that stalls its reader is cut off and the rest is read by another`() throws {
        try folder.add("first", body: BundleFolder.plainBody)
        // Far more statements than can be read in the time allowed.
        let endless = (0..<1_500_000).map { "\($0)" }.joined(separator: ",")
        let bundle = try folder.add("mid", ["manifest.ttl": "<urn:x> <urn:y> \(endless) ."])
        try folder.add("zlast", body: BundleFolder.plainBody)

        let catalog = PluginCatalog(
            searchPath: SearchPath(folder.path), cachePath: nil, scanSecondsPerBundle: 0.3)

        #expect(catalog.plugins().map(\.name) == ["Plain", "Plain"])
        #expect(catalog.failures.map(\.bundle) == [bundle])
        #expect(catalog.failures.first?.reason == "reading it took more than 0.3 s")
    }

    @Test func `a broken plugin's error repeats the scan's reason`() throws {
        try folder.add("gap", body: #"doap:name "Gap" ; lv2:port [ a lv2:AudioPort ; lv2:index 7 ]"#)
        #expect {
            try catalog().plugin(uri: BundleFolder.uri("gap"))
        } throws: { error in
            "\(error)".contains("port index 7 is out of range") && "\(error)".contains("gap.lv2")
        }
    }

    // MARK: Cache

    @Test func `a second catalog takes the answers from the cache`() throws {
        try folder.add("plain", body: BundleFolder.plainBody)
        try #require(catalog(cached: true).plugins().map(\.name) == ["Plain"])
        // Renamed in the cache alone: whoever reads the bundle itself would not see it.
        let text = try String(contentsOfFile: folder.cachePath, encoding: .utf8)
        try text.replacingOccurrences(of: "Plain", with: "Nialp")
            .write(toFile: folder.cachePath, atomically: true, encoding: .utf8)

        let warm = catalog(cached: true)

        #expect(warm.plugins().map(\.name) == ["Nialp"])
        #expect(try warm.plugin(uri: BundleFolder.uri("plain")).ports.count == 2)
        warm.rescan()
        #expect(warm.plugins().map(\.name) == ["Plain"])
    }

    @Test(arguments: ["manifest.ttl", "plugin.ttl"])
    func `a bundle whose files changed is read again`(file: String) throws {
        let bundle = try folder.add("plain", body: BundleFolder.plainBody)
        let catalog = catalog(cached: true)
        try #require(catalog.plugins().count == 1)
        let text = try String(contentsOfFile: bundle + "/" + file, encoding: .utf8)
        try (text + "<\(BundleFolder.uri("plain"))> lv2:minorVersion 8 .\n")
            .write(toFile: bundle + "/" + file, atomically: true, encoding: .utf8)

        catalog.refresh()

        #expect(try catalog.plugin(uri: BundleFolder.uri("plain")).summary.minorVersion == 8)
    }

    @Test func `a file that was missing is read when it comes`() throws {
        let bundle = try folder.add("plain", body: BundleFolder.plainBody)
        try FileManager.default.moveItem(atPath: bundle + "/plugin.ttl", toPath: folder.path + "/away")
        let catalog = catalog(cached: true)
        try #require(catalog.plugins().isEmpty)
        try FileManager.default.moveItem(atPath: folder.path + "/away", toPath: bundle + "/plugin.ttl")
        catalog.refresh()
        #expect(catalog.plugins().count == 1)
    }

    @Test func `a bundle that is gone is forgotten`() throws {
        let bundle = try folder.add("plain", body: BundleFolder.plainBody)
        let catalog = catalog(cached: true)
        try #require(catalog.plugins().count == 1)
        try FileManager.default.removeItem(atPath: bundle)
        catalog.refresh()
        #expect(catalog.plugins().isEmpty && catalog.failures.isEmpty)
    }

    @Test(arguments: ["", "avfaudio LV2 discovery 1 5\nB /x\n", "junk", "cut"])
    func `a damaged cache is ignored and replaced`(content: String) throws {
        try folder.add("plain", body: BundleFolder.plainBody)
        try #require(catalog(cached: true).plugins().count == 1)
        let whole = try String(contentsOfFile: folder.cachePath, encoding: .utf8)
        try (content == "cut" ? String(whole.dropLast(20)) : content)
            .write(toFile: folder.cachePath, atomically: true, encoding: .utf8)

        #expect(catalog(cached: true).plugins().count == 1)
        let replaced = try String(contentsOfFile: folder.cachePath, encoding: .utf8)
        // The order of facts means nothing and changes from scan to scan.
        #expect(replaced.split(separator: "\n").sorted() == whole.split(separator: "\n").sorted())
    }

    @Test func `a cache that ends before a bundle's last plugin is not believed`() throws {
        let bundle = try folder.add("pair", body: BundleFolder.plainBody)
        let second = BundleFolder.uri("second")
        for file in ["manifest.ttl", "plugin.ttl"] {
            let path = bundle + "/" + file
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let twin = text.replacingOccurrences(of: BundleFolder.uri("pair"), with: second)
            try (text + twin).write(toFile: path, atomically: true, encoding: .utf8)
        }
        try #require(catalog(cached: true).plugins().count == 2)
        let whole = try String(contentsOfFile: folder.cachePath, encoding: .utf8)
        let last = try #require(whole.range(of: "\nP", options: .backwards))
        try String(whole[...last.lowerBound]).write(
            toFile: folder.cachePath, atomically: true, encoding: .utf8)

        #expect(catalog(cached: true).plugins().count == 2)
    }

    @Test func `a plugin is read from the cache when it is asked for, also from one that was replaced`()
        throws
    {
        try folder.add("plain", body: BundleFolder.plainBody)
        try #require(catalog(cached: true).plugins().count == 1)
        let warm = catalog(cached: true)
        try #require(warm.plugins().count == 1)
        let copy = folder.cachePath + ".copy"
        try FileManager.default.copyItem(atPath: folder.cachePath, toPath: copy)
        rename(copy, folder.cachePath)
        #expect(try warm.plugin(uri: BundleFolder.uri("plain")).ports.count == 2)
        let late = catalog(cached: true)
        try #require(late.plugins().count == 1)
        truncate(folder.cachePath, 40)
        #expect(throws: PluginError.self) { try late.plugin(uri: BundleFolder.uri("plain")) }
    }

    @Test func `a cache that cannot be written is no error`() throws {
        try folder.add("plain", body: BundleFolder.plainBody)
        let catalog = PluginCatalog(searchPath: SearchPath(folder.path), cachePath: "/proc/nowhere/lv2.cache")
        #expect(catalog.plugins().count == 1)
    }

    // MARK: Components

    @Test func `a plugin's component is a known function of its URI`() {
        // Computed by hand in another language: FNV-1a (64 bits) mod 85^4 in Z85 digits.
        let component = ComponentDescription(
            pluginURI: "http://moddevices.com/plugins/mda/Delay", kind: .effect)
        #expect(component.type == fourCharacterCode("aufx"))
        #expect(component.manufacturer == fourCharacterCode("LV2P"))
        #expect(component.subtype == fourCharacterCode("voPk"))
    }

    @Test func `a component leads back to its plugin`() throws {
        try folder.add("one", body: BundleFolder.plainBody)
        try folder.add("two", body: BundleFolder.plainBody)
        let catalog = catalog()
        for plugin in catalog.plugins() {
            #expect(catalog.plugin(component: plugin.component)?.uri == plugin.uri)
        }
        #expect(catalog.plugin(component: .init(type: 0, subtype: 0, manufacturer: 0)) == nil)
    }
}
