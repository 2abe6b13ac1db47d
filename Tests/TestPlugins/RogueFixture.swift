import AVFPluginCatalog
import Foundation

/// The plugins of `Plugins/rogue_deeds.c`, each in a bundle of its own.
package enum RogueFixture {
    private static let kept = Locked<[BundleFolder]>([])
    private static let library = Result<String, any Error> {
        try CompiledPlugins.library(
            "rogues", ["rogue_deeds.c", "rogue_life.c", "thrower.cpp"], flags: ["-lstdc++"])
    }
    private static let crashingWhenLoaded = Result<String, any Error> {
        try CompiledPlugins.library("loaded", ["unloadable.c"], flags: ["-DCRASH_WHEN_LOADED"])
    }
    private static let crashingWhenAsked = Result<String, any Error> {
        try CompiledPlugins.library("asked", ["unloadable.c"])
    }

    /// The facts of one of them; "crash-when-loaded" and "crash-when-asked" are libraries of their own.
    package static func facts(_ name: String) throws -> PluginFacts {
        let folder = try BundleFolder()
        kept.withLock { $0.append(folder) }
        let bundle = try folder.add(name, body: body(name))
        let library =
            switch name {
            case "crash-when-loaded": crashingWhenLoaded
            case "crash-when-asked": crashingWhenAsked
            default: library
            }
        try FileManager.default.createSymbolicLink(
            atPath: bundle + "/plugin.so", withDestinationPath: library.get())
        return try PluginCatalog(searchPath: SearchPath(folder.path), cachePath: nil)
            .plugin(uri: BundleFolder.uri(name))
    }

    private static func body(_ name: String) -> String {
        let ports = [
            "a lv2:InputPort , lv2:AudioPort", "a lv2:OutputPort , lv2:AudioPort",
            "a lv2:OutputPort , lv2:ControlPort ; lv2:designation lv2:latency",
            "a lv2:InputPort , atom:AtomPort ; atom:bufferType atom:Sequence ; atom:supports midi:MidiEvent",
            "a lv2:OutputPort , atom:AtomPort ; atom:bufferType atom:Sequence ; atom:supports midi:MidiEvent",
        ]
        let numbered = ports.enumerated().map { index, port in
            "[ lv2:index \(index) ; lv2:symbol \"p\(index)\" ; lv2:name \"Port \(index)\" ; \(port) ]"
        }
        return "a lv2:Plugin ; doap:name \"\(name)\" ; lv2:port " + numbered.joined(separator: " , ")
    }
}
