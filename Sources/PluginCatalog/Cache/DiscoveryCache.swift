import AVFRender
import Glibc

/// The results of earlier scans on disk, so that a warm start reads one file instead of a thousand.
///
/// Text in the lines of `RecordLine`: a header with the numbers of bytes of the index and of the records; the
/// index, with for each bundle `B`, its files `S`, its problem `F`, its presets `R`, and for each plugin `P`
/// with its summary and where its record lies; then the records, which are read when asked for a
/// plugin. A file that is not exactly that is ignored and written anew.
struct DiscoveryCache {
    /// The cache file; nil for none.
    let path: String?

    /// `$XDG_CACHE_HOME/avfaudio/lv2.cache`, or below `~/.cache`; nil if neither is known.
    static var standardPath: String? {
        if let folder = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), folder.hasPrefix("/") {
            return folder + "/avfaudio/lv2.cache"
        }
        return getenv("HOME").map { String(cString: $0) + "/.cache/avfaudio/lv2.cache" }
    }

    /// Goes up whenever the scan learns to see more.
    private static let header = "avfaudio LV2 discovery 5 "

    /// All entries; empty if there is no usable cache.
    func load() -> [String: BundleEntry] {
        guard let file = path.flatMap(CacheFile.opened), let layout = Layout(file) else { return [:] }
        let index = file.bytes(at: layout.index, layout.records - layout.index)
        return Self.decode(index, file, layout) ?? [:]
    }

    /// Replaces the cache at once, or leaves it; a folder that cannot be written means no cache.
    func save(_ entries: [BundleEntry]) {
        guard let path, let end = path.lastIndex(of: "/") else { return }
        var (index, records): ([UInt8], [UInt8]) = ([], [])
        for entry in entries { Self.encode(entry, into: &index, &records) }
        SmallFile.makeFolders(String(path[..<end]), mode: 0o700)
        _ = SmallFile.write(
            path, Array((Self.header + "\(index.count) \(records.count)\n").utf8) + index + records,
            mode: 0o600)
    }

    // MARK: Text

    /// Where the parts of a file begin.
    private struct Layout {
        private static let longestHeader = 100

        let index: Int
        let records: Int

        /// Nil for a file that is no cache, or not a whole one.
        init?(_ file: CacheFile) {
            let head = file.bytes(at: 0, min(file.size, Self.longestHeader))
            guard head.starts(with: header.utf8), let end = head.firstIndex(of: UInt8(ascii: "\n")) else {
                return nil
            }
            let text = String(decoding: head[header.utf8.count..<end], as: UTF8.self)
            let counts = text.split(separator: " ").compactMap { Int($0) }
            guard counts.count == 2, counts.allSatisfy((0...file.size).contains),
                end + 1 + counts[0] + counts[1] == file.size
            else { return nil }
            index = end + 1
            records = index + counts[0]
        }
    }

    private static func encode(
        _ entry: BundleEntry, into index: inout [UInt8], _ records: inout [UInt8]
    ) {
        let stored = entry.plugins.compactMap(\.record.bytes)
        // What was cut off meanwhile is read from its bundle the next time.
        guard stored.count == entry.plugins.count else { return }
        func put(_ key: Character, _ fields: [String]) { index += RecordLine.encode(key, fields).utf8 }
        put("B", [entry.bundle])
        for file in entry.files { put("S", [file.path] + file.fields) }
        if let problem = entry.problem { put("F", [problem]) }
        for preset in entry.presets { put("R", preset.fields) }
        for (plugin, record) in zip(entry.plugins, stored) {
            put(
                "P", plugin.summary.fields + [plugin.problem ?? "", "\(records.count)", "\(record.count)"])
            records += record
        }
    }

    private static func decode(
        _ index: [UInt8], _ file: CacheFile, _ layout: Layout
    ) -> [String: BundleEntry]? {
        var entries: [BundleEntry] = []
        let isWhole = index.withUnsafeBytes { bytes -> Bool in
            var lines = RecordLines(bytes)
            while let line = lines.next() {
                switch line.key {
                case UInt8(ascii: "B"):
                    entries.append(BundleEntry(bundle: line.text, files: [], problem: nil, plugins: []))
                case UInt8(ascii: "S"):
                    let fields = line.fields
                    let file = BundleEntry.WatchedFile(path: fields[0], fields: Array(fields.dropFirst()))
                    guard !entries.isEmpty else { return false }
                    entries[entries.count - 1].files.append(file)
                case UInt8(ascii: "F"):
                    guard !entries.isEmpty else { return false }
                    entries[entries.count - 1].problem = line.text
                case UInt8(ascii: "R"):
                    guard !entries.isEmpty else { return false }
                    entries[entries.count - 1].addPreset(line.fields)
                case UInt8(ascii: "P"):
                    guard !entries.isEmpty, let plugin = plugin(line, file, layout) else { return false }
                    entries[entries.count - 1].plugins.append(plugin)
                default: return false
                }
            }
            return lines.offset == index.count
        }
        return isWhole ? Dictionary(entries.map { ($0.bundle, $0) }, uniquingKeysWith: { $1 }) : nil
    }

    private static func plugin(
        _ line: RecordLine, _ file: CacheFile, _ layout: Layout
    ) -> BundleEntry.Plugin? {
        let fields = line.fields
        guard fields.count > 3, let summary = PluginSummary(fields: Array(fields.dropLast(3))),
            let offset = Int(fields[fields.count - 2]), let count = Int(fields[fields.count - 1]),
            let start = place(offset, count, in: layout, file)
        else { return nil }
        let problem = fields[fields.count - 3]
        return BundleEntry.Plugin(
            summary: summary, problem: problem.isEmpty ? nil : problem,
            record: .stored(file, offset: start, count: count))
    }

    /// Where in the file a record begins; nil for one that does not lie among the records.
    private static func place(_ offset: Int, _ count: Int, in layout: Layout, _ file: CacheFile) -> Int? {
        let room = file.size - layout.records
        guard (0...room).contains(offset), (0...(room - offset)).contains(count) else { return nil }
        return layout.records + offset
    }
}

extension PluginSummary {
    /// The summary as the fields of a `P` line.
    fileprivate var fields: [String] {
        [
            uri, name, author, kind.rawValue, className, bundle, binary, String(minorVersion),
            String(microVersion),
            String(audioInputCount), String(audioOutputCount), String(sideChainCount), takesMIDI ? "1" : "0",
            givesMIDI ? "1" : "0",
        ]
    }

    fileprivate init?(fields: [String]) {
        guard fields.count == 14, let kind = UnitKind(rawValue: fields[3]) else { return nil }
        let numbers = fields[7...11].compactMap { Int($0) }
        guard numbers.count == 5 else { return nil }
        self.init(
            uri: fields[0], name: fields[1], author: fields[2], kind: kind, className: fields[4],
            bundle: fields[5], binary: fields[6], minorVersion: numbers[0], microVersion: numbers[1],
            audioInputCount: numbers[2], audioOutputCount: numbers[3], sideChainCount: numbers[4],
            takesMIDI: fields[12] == "1", givesMIDI: fields[13] == "1")
    }
}
