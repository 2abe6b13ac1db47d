import AVFGenerate
import AVFPluginCatalog
import Foundation
import TestSupport
import Testing

/// The native units' LV2 bundle, made of the library that was built with the tests.
struct BuiltPlugins {
    let catalog: PluginCatalog
    let library: String

    /// Writes the bundle into a folder that stays until the tests end, as loaded libraries do.
    static let shared = Result { try BuiltPlugins() }

    private init() throws {
        library = try Self.buildFolder() + "/libavfaudio-lv2.so"
        try #require(FileManager.default.isReadableFile(atPath: library), "\(library) has not been built")
        let folder = TestRoot.unused("bundle")
        let bundle = folder + "/avfaudio.lv2"
        try GeneratedFiles.writeBundle(to: bundle)
        try FileManager.default.createSymbolicLink(
            atPath: bundle + "/libavfaudio-lv2.so", withDestinationPath: library)
        catalog = PluginCatalog(searchPath: SearchPath(folder), cachePath: nil)
        _ = catalog.plugins()
    }

    /// The folder of the test program.
    private static func buildFolder() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            .split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    }
}
