import Foundation
import TestSupport

/// A folder of LV2 bundles made for one test, gone with it.
package final class BundleFolder {
    /// The folder.
    package let path: String

    /// An empty folder.
    package init() throws {
        path = TestRoot.unused("lv2")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The cache that catalogs of this folder use.
    package var cachePath: String { path + "-cache/lv2.cache" }

    /// Adds a bundle with these files.
    @discardableResult
    package func add(_ name: String, _ files: [String: String]) throws -> String {
        let bundle = path + "/\(name).lv2"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        for (file, text) in files {
            try text.write(toFile: bundle + "/" + file, atomically: true, encoding: .utf8)
        }
        return bundle
    }

    /// Adds a bundle that describes one plugin.
    @discardableResult
    package func add(
        _ name: String, uri: String? = nil, binary: String = "plugin.so", body: String, prefixes: String = ""
    ) throws -> String {
        let uri = uri ?? Self.uri(name)
        return try add(
            name,
            [
                "manifest.ttl": Self.prefixes
                    + "<\(uri)> a lv2:Plugin ; lv2:binary <\(binary)> ; rdfs:seeAlso <plugin.ttl> .\n",
                "plugin.ttl": Self.prefixes + prefixes + "<\(uri)> \(body) .\n",
            ])
    }

    /// The URI of the test plugin with that name.
    package static func uri(_ name: String) -> String { "http://example.org/avf-test/\(name)" }

    /// A description with nothing but a name, an input and an output.
    package static let plainBody = """
        a lv2:Plugin ; doap:name "Plain" ;
        lv2:port [ a lv2:InputPort , lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ] ,
        [ a lv2:OutputPort , lv2:AudioPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out" ]
        """

    /// A description of a plugin with so many audio ports.
    package static func body(inputs: Int, outputs: Int) -> String {
        let ports = (0..<inputs + outputs).map { index in
            let kind = index < inputs ? "Input" : "Output"
            return "[ a lv2:\(kind)Port , lv2:AudioPort ; lv2:index \(index) ; lv2:symbol \"p\(index)\" ; "
                + "lv2:name \"Port \(index)\" ]"
        }
        return "a lv2:Plugin ; doap:name \"Odd\" ; lv2:port " + ports.joined(separator: " , ")
    }

    /// The prefixes that test descriptions use.
    package static let prefixes = """
        @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
        @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
        @prefix doap: <http://usefulinc.com/ns/doap#> .
        @prefix foaf: <http://xmlns.com/foaf/0.1/> .
        @prefix midi: <http://lv2plug.in/ns/ext/midi#> .
        @prefix opts: <http://lv2plug.in/ns/ext/options#> .
        @prefix patch: <http://lv2plug.in/ns/ext/patch#> .
        @prefix pg: <http://lv2plug.in/ns/ext/port-groups#> .
        @prefix pprop: <http://lv2plug.in/ns/ext/port-props#> .
        @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        @prefix rsz: <http://lv2plug.in/ns/ext/resize-port#> .
        @prefix state: <http://lv2plug.in/ns/ext/state#> .
        @prefix units: <http://lv2plug.in/ns/extensions/units#> .
        @prefix urid: <http://lv2plug.in/ns/ext/urid#> .
        @prefix work: <http://lv2plug.in/ns/ext/worker#> .

        """
}
