import Glibc
import Synchronization

/// Short texts about plugins in a file beside the discovery cache, kept for this and other programs.
///
/// Those on a bundle do not count whose binary or manifest has changed since.
package final class PluginNotes: Sendable {
    private struct Note {
        let identity: [String]
        let text: String
    }

    private let path: String?
    private let header: String
    private let notes = Mutex<[String: Note]?>(nil)

    /// Notes in a file that begins with such a line; no path means none.
    package init(path: String?, header: String) {
        self.path = path
        self.header = header + "\n"
    }

    /// `$XDG_CACHE_HOME/avfaudio/lv2.` and an ending; nil if no home is known.
    package static func standardPath(_ ending: String) -> String? {
        DiscoveryCache.standardPath.map { String($0.dropLast("cache".count)) + ending }
    }

    /// The note on a plugin as it is now; nil if there is none.
    package func note(on plugin: PluginSummary) -> String? {
        guard let note = withNotes({ $0[plugin.uri] }), note.identity == Self.identity(of: plugin) else {
            return nil
        }
        return note.text
    }

    /// Remembers notes.
    package func remember(_ new: [(plugin: PluginSummary, text: String)]) {
        withNotes { notes in
            // Another program may have written meanwhile.
            notes = load()
            for (plugin, text) in new {
                guard let identity = Self.identity(of: plugin) else { continue }
                notes[plugin.uri] = Note(identity: identity, text: text)
            }
            save(notes)
        }
    }

    /// What changes when the bundle does; nil without a binary.
    private static func identity(of plugin: PluginSummary) -> [String]? {
        guard let binary = FileIdentity(plugin.binary)?.fields else { return nil }
        return binary + (FileIdentity(plugin.bundle + "/manifest.ttl")?.fields ?? [])
    }

    private func withNotes<Result>(_ body: (inout [String: Note]) -> Result) -> Result {
        notes.withLock { slot in
            var current = slot ?? load()
            defer { slot = current }
            return body(&current)
        }
    }

    private func load() -> [String: Note] {
        guard let path, let bytes = SmallFile.read(path, atMost: 64 << 20), bytes.starts(with: header.utf8)
        else { return [:] }
        var notes: [String: Note] = [:]
        bytes.withUnsafeBytes { bytes in
            var lines = RecordLines(bytes)
            guard lines.skip(header.utf8.count) else { return }
            while let line = lines.next() {
                let fields = line.fields
                guard fields.count > 2 else { continue }
                notes[fields[0]] = Note(identity: Array(fields[2...]), text: fields[1])
            }
        }
        return notes
    }

    private func save(_ notes: [String: Note]) {
        guard let path, let end = path.lastIndex(of: "/") else { return }
        var text = header
        for (uri, note) in notes.sorted(by: { $0.key < $1.key }) {
            text += RecordLine.encode("V", [uri, note.text] + note.identity)
        }
        SmallFile.makeFolders(String(path[..<end]))
        _ = SmallFile.write(path, Array(text.utf8))
    }
}
