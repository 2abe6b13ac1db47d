import AVFPluginCatalog
import AVFRender
import Foundation

/// The plugins of `Plugins/plugins.c`, compiled once, each in a bundle of its own.
package struct PluginFixture {
    /// Where the bundles are.
    package let folder: BundleFolder
    /// A catalog of them.
    package let catalog: PluginCatalog

    /// The facts of one of the plugins, from a bundle that all who ask for it share.
    package static func facts(_ name: String) throws -> PluginFacts {
        if let facts = known.withLock({ $0[name] }) { return facts }
        let facts = try PluginFixture(names: [name]).catalog.plugin(uri: BundleFolder.uri(name))
        known.withLock { $0[name] = facts }
        return facts
    }

    /// Fresh bundles of these plugins.
    package init(names: [String]) throws {
        folder = try BundleFolder()
        let library = try Self.library.get()
        for name in names {
            let ports = try Self.require(Self.ports[name], "there is no test plugin \(name)")
            let bundle = try folder.add(name, body: Self.body(name, ports))
            try FileManager.default.createSymbolicLink(
                atPath: bundle + "/plugin.so", withDestinationPath: library)
        }
        catalog = PluginCatalog(searchPath: SearchPath(folder.path), cachePath: nil)
        // The bundles go with the fixture, but a plugin may look into its own later.
        Self.kept.withLock { $0.append(folder) }
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static func require<Value>(_ value: Value?, _ reason: String) throws -> Value {
        guard let value else { throw Failure(description: reason) }
        return value
    }

    private static let known = Locked<[String: PluginFacts]>([:])
    private static let kept = Locked<[BundleFolder]>([])

    private static let library = Result<String, any Error> {
        try CompiledPlugins.library("plugins", ["plugins.c"])
    }

    private static func body(_ name: String, _ ports: [String]) -> String {
        let numbered = ports.enumerated().map { index, port in
            "[ lv2:index \(index) ; lv2:symbol \"p\(index)\" ; lv2:name \"Port \(index)\" ; \(port) ]"
        }
        let extra =
            name == "careful"
            ? "lv2:optionalFeature state:threadSafeRestore ;"
            : name == "switches"
                ? "lv2:requiredFeature state:loadDefaultState ; state:state [ <\(BundleFolder.uri("value"))> \"0.625\"^^<http://www.w3.org/2001/XMLSchema#float> ] ;"
                : ""
        return "a lv2:Plugin ; doap:name \"\(name)\" ; \(extra) lv2:port " + numbered.joined(separator: " , ")
            + (name == "knobs" ? " ; " + knobs : "")
    }

    /// Properties, with their facts behind the plugin's.
    private static var knobs: String {
        func uri(_ name: String) -> String { "<\(BundleFolder.uri(name))>" }
        let writable = ["level", "large", "switch", "file", "strange"].map(uri).joined(separator: " , ")
        return """
            patch:writable \(writable) ; patch:readable \(uri("level")) , \(uri("count")) .
            \(uri("level")) a lv2:Parameter ; rdfs:label "Level" ; rdfs:comment "How loud." ;
                rdfs:range atom:Float ; lv2:default 1.0 ; lv2:minimum 0.0 ; lv2:maximum 2.0 .
            \(uri("large")) rdfs:range atom:Long . \(uri("switch")) rdfs:range atom:Bool .
            \(uri("file")) rdfs:range atom:Path ; lv2:symbol "number_file" .
            \(uri("count")) rdfs:range atom:Int . \(uri("strange")) rdfs:range atom:Vector
            """
    }

    private static let audioIn = "a lv2:InputPort , lv2:AudioPort"
    private static let audioOut = "a lv2:OutputPort , lv2:AudioPort"
    private static let meter = "a lv2:OutputPort , lv2:ControlPort"

    private static func control(_ facts: String) -> String { "a lv2:InputPort , lv2:ControlPort ; \(facts)" }

    private static let keeper =
        [audioIn, audioOut, control("lv2:default 0")] + Array(repeating: meter, count: 5)
        + [control("lv2:default 0 ; lv2:minimum 0 ; lv2:maximum 5")]

    private static let rogue = [
        audioIn, audioOut, control("lv2:default 0"), control("lv2:default 0"), meter,
    ]

    private static let ports: [String: [String]] = [
        "gain": [
            audioIn, audioOut,
            control("lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 4 ; units:unit units:coef"),
            meter, meter, meter,
        ],
        "refusal": [audioIn, audioOut, control("lv2:default 1"), meter, meter, meter],
        "exchange": [
            audioIn, audioIn, audioOut, audioOut, audioIn + " ; lv2:portProperty lv2:isSideChain",
        ],
        "delay": [
            audioIn, audioOut, meter + " ; lv2:designation lv2:latency", control("lv2:default 0"),
        ],
        "lagger": [
            audioIn, audioOut, meter + " ; lv2:designation lv2:latency",
            control("lv2:default 48 ; lv2:minimum 0 ; lv2:maximum 63"), meter,
        ],
        "worker": [audioIn, audioOut, control("lv2:default 4")] + Array(repeating: meter, count: 5),
        "options": [audioIn, audioOut] + Array(repeating: meter, count: 7) + [
            "a lv2:OutputPort , atom:AtomPort ; rsz:minimumSize 20000"
        ],
        "synth": [
            "a lv2:InputPort , atom:AtomPort ; atom:bufferType atom:Sequence ; atom:supports midi:MidiEvent",
            audioOut,
            "a lv2:InputPort , <http://lv2plug.in/ns/ext/event#EventPort> ; "
                + "<http://lv2plug.in/ns/ext/event#supportsEvent> midi:MidiEvent",
            meter, meter, "a lv2:OutputPort , atom:AtomPort ; atom:bufferType atom:Sequence",
            control("lv2:default 0"),
        ],
        "knobs": [
            "a lv2:InputPort , atom:AtomPort ; atom:bufferType atom:Sequence ; atom:supports patch:Message",
            "a lv2:OutputPort , atom:AtomPort ; atom:bufferType atom:Sequence ; atom:supports patch:Message",
            audioIn, audioOut,
        ],
        "clock": [
            "a lv2:InputPort , atom:AtomPort ; atom:bufferType atom:Sequence ; "
                + "atom:supports <http://lv2plug.in/ns/ext/time#Position>", audioOut,
        ] + Array(repeating: meter, count: 6) + [
            control(
                "lv2:default 120 ; lv2:minimum 20 ; lv2:maximum 300 ; "
                    + "lv2:designation <http://lv2plug.in/ns/ext/time#beatsPerMinute>"), meter,
        ],
        "hungry": [audioIn, audioOut, control("lv2:default 3 ; lv2:minimum 0 ; lv2:maximum 9")],
        "echo": [
            "a lv2:InputPort , atom:AtomPort ; atom:bufferType atom:Sequence ; atom:supports midi:MidiEvent",
            "a lv2:OutputPort , atom:AtomPort ; atom:bufferType atom:Sequence ; atom:supports midi:MidiEvent",
            audioOut,
        ],
        "keeper": keeper, "careful": keeper,
        "rogue": rogue, "rogue-start": rogue, "rogue-end": rogue, "rogue-synth": Array(rogue.dropFirst()),
        "spoiler": [
            audioIn, audioOut,
            control("lv2:default 0 ; lv2:minimum -2 ; lv2:maximum 4 ; lv2:portProperty lv2:integer"),
        ],
        "switches": [
            audioIn, audioOut, control("lv2:default 1 ; lv2:designation lv2:enabled"),
            control("lv2:default 0 ; lv2:designation lv2:freeWheeling"), meter, meter, meter, meter,
            "a lv2:InputPort , lv2:CVPort",
        ],
    ]
}

/// A value behind a lock, for what tests share.
package final class Locked<Value>: @unchecked Sendable {
    // Proof: the value is touched with the lock held only.
    private let lock = NSLock()
    private var value: Value

    /// A value behind a lock.
    package init(_ value: Value) { self.value = value }

    /// Runs a body with the lock held.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
