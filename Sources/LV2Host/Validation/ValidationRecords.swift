import AVFRender
import Glibc
import Synchronization

/// What a validation of a plugin came to.
package enum ValidationVerdict: String, Sendable {
    case pass, warn, fail, crash

    /// Nothing was found that keeps a host from using the plugin.
    package var isUsable: Bool { self == .pass || self == .warn }
}

/// The verdicts of earlier validations, beside the discovery cache.
///
/// Those on a bundle do not count whose binary or manifest has changed since.
package final class ValidationRecords: Sendable {
    private struct Record {
        let identity: [String]
        let verdict: ValidationVerdict
    }

    private static let header = "avfaudio LV2 validation 2\n"

    /// The user's own records.
    package static let standard = ValidationRecords(path: standardPath)

    private let path: String?
    private let records = Mutex<[String: Record]?>(nil)

    /// Records in a file; nil for none.
    package init(path: String?) { self.path = path }

    /// `$XDG_CACHE_HOME/avfaudio/lv2.validation`; nil if no home is known.
    package static var standardPath: String? {
        DiscoveryCache.standardPath.map { String($0.dropLast("cache".count)) + "validation" }
    }

    /// The verdict on a plugin as it is now; nil if there is none.
    package func verdict(of plugin: PluginSummary) -> ValidationVerdict? {
        guard let identity = Self.identity(of: plugin) else { return nil }
        return withRecords { records in
            records[plugin.uri].flatMap { $0.identity == identity ? $0.verdict : nil }
        }
    }

    /// Remembers verdicts for this and other programs.
    package func remember(_ verdicts: [(plugin: PluginSummary, verdict: ValidationVerdict)]) {
        withRecords { records in
            records = load()
            for (plugin, verdict) in verdicts {
                guard let identity = Self.identity(of: plugin) else { continue }
                records[plugin.uri] = Record(identity: identity, verdict: verdict)
            }
            save(records)
        }
    }

    /// What changes when the bundle does; nil without a binary.
    private static func identity(of plugin: PluginSummary) -> [String]? {
        guard let binary = FileIdentity(plugin.binary)?.fields else { return nil }
        return binary + (FileIdentity(plugin.bundle + "/manifest.ttl")?.fields ?? [])
    }

    private func withRecords<Result>(_ body: (inout [String: Record]) -> Result) -> Result {
        records.withLock { slot in
            var current = slot ?? load()
            defer { slot = current }
            return body(&current)
        }
    }

    private func load() -> [String: Record] {
        guard let path, let bytes = StateFiles.read(path, atMost: 64 << 20),
            bytes.starts(with: Self.header.utf8)
        else { return [:] }
        var records: [String: Record] = [:]
        bytes.withUnsafeBytes { bytes in
            var lines = RecordLines(bytes)
            guard lines.skip(Self.header.utf8.count) else { return }
            while let line = lines.next() {
                let fields = line.fields
                guard fields.count > 2, let verdict = ValidationVerdict(rawValue: fields[1]) else {
                    continue
                }
                records[fields[0]] = Record(identity: Array(fields[2...]), verdict: verdict)
            }
        }
        return records
    }

    private func save(_ records: [String: Record]) {
        guard let path, let end = path.lastIndex(of: "/") else { return }
        var text = Self.header
        for (uri, record) in records.sorted(by: { $0.key < $1.key }) {
            text += RecordLine.encode("V", [uri, record.verdict.rawValue] + record.identity)
        }
        StateFiles.makeFolders(String(path[..<end]))
        _ = StateFiles.write(path, Array(text.utf8))
    }
}
