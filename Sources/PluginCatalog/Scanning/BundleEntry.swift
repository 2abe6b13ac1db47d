/// What discovery knows about one bundle: the files it depends on, its plugins, and what is wrong.
struct BundleEntry: Sendable {
    /// A file as it was when the bundle was read; no fields if there was none.
    struct WatchedFile: Sendable, Equatable {
        let path: String
        let fields: [String]

        /// The file is still the same.
        var isCurrent: Bool { (FileIdentity(path)?.fields ?? []) == fields }
    }

    /// One plugin: what every list needs, and the record that holds the rest.
    struct Plugin: Sendable {
        let summary: PluginSummary
        /// Why it cannot be used, if it cannot.
        let problem: String?
        /// The lines that hold the rest.
        let record: PluginRecord
    }

    let bundle: String
    var files: [WatchedFile] = []
    /// Why the bundle, or a part of it, cannot be used.
    var problem: String?
    var plugins: [Plugin] = []
    /// Presets that the bundle holds, for whatever plugin.
    var presets: [PluginPreset] = []

    /// Nothing that was read has changed.
    var isCurrent: Bool { !files.isEmpty && files.allSatisfy(\.isCurrent) }

    /// What the scan's record of a bundle says.
    init(_ record: BundleScanner.Record) {
        bundle = record.bundle
        problem = record.death
        var open: (uri: String, start: Int)?
        record.lines.withUnsafeBytes { bytes in
            var lines = RecordLines(bytes)
            while true {
                let start = lines.offset
                guard let line = lines.next() else { break }
                switch line.key {
                case UInt8(ascii: "S"): watch(line.fields)
                case UInt8(ascii: "F"): problem = problem ?? line.text
                case UInt8(ascii: "R"):
                    // Presets come behind the last plugin.
                    addPlugin(open, end: start, in: record.lines)
                    open = nil
                    addPreset(line.fields)
                case UInt8(ascii: "P"):
                    addPlugin(open, end: start, in: record.lines)
                    open = (line.text, lines.offset)
                default: break
                }
            }
        }
        // A child that died may have left half a plugin.
        if record.death == nil { addPlugin(open, end: record.lines.count, in: record.lines) }
        if files.isEmpty { watchManifest() }
    }

    /// An entry read from the cache.
    init(bundle: String, files: [WatchedFile], problem: String?, plugins: [Plugin]) {
        self.bundle = bundle
        self.files = files
        self.problem = problem
        self.plugins = plugins
    }

    private mutating func watch(_ fields: [String]) {
        guard let path = fields.first else { return }
        files.append(WatchedFile(path: path, fields: Array(fields.dropFirst())))
    }

    /// Takes a preset of this bundle; a line with other fields is none.
    mutating func addPreset(_ fields: [String]) {
        if let preset = PluginPreset(fields: fields, bundle: bundle) { presets.append(preset) }
    }

    private mutating func watchManifest() {
        let path = bundle + "/manifest.ttl"
        files = [WatchedFile(path: path, fields: FileIdentity(path)?.fields ?? [])]
    }

    private mutating func addPlugin(_ open: (uri: String, start: Int)?, end: Int, in lines: [UInt8]) {
        guard let (uri, start) = open else { return }
        let record = lines[start..<end]
        let facts = record.withUnsafeBytes { PluginFactsReader.read(uri: uri, bundle: bundle, $0) }
        switch facts {
        case .success(let facts):
            plugins.append(Plugin(summary: facts.summary, problem: nil, record: .scanned(record)))
        case .failure(let error):
            var summary = PluginSummary()
            summary.uri = uri
            summary.bundle = bundle
            plugins.append(Plugin(summary: summary, problem: error.reason, record: .scanned([])))
        }
    }
}

extension PluginError {
    /// The reason alone, for lists that name bundle and plugin themselves.
    fileprivate var reason: String {
        if case .brokenDescription(_, _, let reason) = self { reason } else { description }
    }
}
