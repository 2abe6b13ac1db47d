import AVFEngine
import AVFPluginCatalog

/// What `avf units --json` printed last, beside the discovery cache.
///
/// It holds for this program, this search path, and the discovery cache and latencies as they are.
struct RememberedListing {
    private static let mostBytes = 256 << 20
    private let path: String?
    /// The first line of the file; nil if there is nothing that it could be true of.
    private let header: String?

    /// The listing of these plugins, which have been looked for by now.
    init(_ library: UnitLibrary) {
        _ = library.plugins.plugins()
        path = PluginNotes.standardPath("units")
        let files = [
            PluginNotes.standardPath("cache"), PluginNotes.standardPath("latency"), "/proc/self/exe",
        ]
        let identities = files.compactMap { $0.flatMap { FileIdentity($0) } }
        header =
            identities.count < files.count
            ? nil
            : RecordLine.encode("U", [library.plugins.searchPath.description] + identities.flatMap(\.fields))
    }

    /// The text, if it still holds.
    var text: String? {
        guard let path, let header, let bytes = SmallFile.read(path, atMost: Self.mostBytes),
            bytes.starts(with: header.utf8)
        else { return nil }
        return String(decoding: bytes[header.utf8.count...], as: UTF8.self)
    }

    /// Keeps a text for the next time; a folder that cannot be written means not to.
    func remember(_ text: String) {
        guard let path, let header else { return }
        _ = SmallFile.write(path, Array((header + text).utf8))
    }
}
