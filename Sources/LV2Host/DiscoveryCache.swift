import AVFRender
import Glibc

/// The results of earlier scans on disk, so that a warm start reads one file instead of a thousand.
///
/// Text in the lines of `RecordLine`: a header with the number of bytes that follow; then for each bundle
/// `B`, its files `S`, its problem `F`, its presets `R`, and for each plugin `P` with its summary and the
/// length of the record that follows, so that a reader can leap over it. A file that is not exactly that is
/// ignored and written anew.
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
    private static let header = "avfaudio LV2 discovery 3 "

    /// All entries; empty if there is no usable cache.
    func load() -> [String: BundleEntry] {
        guard let path, let content = readFile(path) else { return [:] }
        guard let start = Self.bodyStart(content) else { return [:] }
        return Self.decode(content, from: start) ?? [:]
    }

    /// Replaces the cache at once, or leaves it; a folder that cannot be written means no cache.
    func save(_ entries: [BundleEntry]) {
        guard let path else { return }
        var body: [UInt8] = []
        for entry in entries { Self.encode(entry, into: &body) }
        makeFolders(for: path)
        writeFile(path, Array((Self.header + "\(body.count)\n").utf8) + body)
    }

    // MARK: Text

    private static func bodyStart(_ content: [UInt8]) -> Int? {
        guard content.starts(with: header.utf8), let end = content.firstIndex(of: UInt8(ascii: "\n")),
            let size = Int(String(decoding: content[header.utf8.count..<end], as: UTF8.self)),
            size == content.count - end - 1
        else { return nil }
        return end + 1
    }

    private static func encode(_ entry: BundleEntry, into body: inout [UInt8]) {
        func put(_ key: Character, _ fields: [String]) { body += RecordLine.encode(key, fields).utf8 }
        put("B", [entry.bundle])
        for file in entry.files { put("S", [file.path] + file.fields) }
        if let problem = entry.problem { put("F", [problem]) }
        for preset in entry.presets { put("R", preset.fields) }
        for plugin in entry.plugins {
            put("P", plugin.summary.fields + [plugin.problem ?? "", String(plugin.record.count)])
            body += plugin.record
        }
    }

    private static func decode(_ content: [UInt8], from start: Int) -> [String: BundleEntry]? {
        var entries: [BundleEntry] = []
        let isWhole = content.withUnsafeBytes { bytes -> Bool in
            var lines = RecordLines(bytes)
            guard lines.skip(start) else { return false }
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
                    guard !entries.isEmpty, let plugin = plugin(line, &lines, content) else { return false }
                    entries[entries.count - 1].plugins.append(plugin)
                default: return false
                }
            }
            return lines.offset == content.count
        }
        return isWhole ? Dictionary(entries.map { ($0.bundle, $0) }, uniquingKeysWith: { $1 }) : nil
    }

    private static func plugin(_ line: RecordLine, _ lines: inout RecordLines, _ content: [UInt8])
        -> BundleEntry.Plugin?
    {
        let fields = line.fields
        guard fields.count > 2, let summary = PluginSummary(fields: Array(fields.dropLast(2))),
            let length = Int(fields[fields.count - 1])
        else { return nil }
        let start = lines.offset
        guard lines.skip(length) else { return nil }
        let problem = fields[fields.count - 2]
        return BundleEntry.Plugin(
            summary: summary, problem: problem.isEmpty ? nil : problem,
            record: content[start..<start + length])
    }

    // MARK: Files

    private func readFile(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let size = Int(status.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = read(file, buffer.baseAddress.map { $0 + count }, size - count)
                guard got > 0 else { break }
                count += got
            }
        }
    }

    private func makeFolders(for path: String) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o700)
        }
    }

    /// Written beside the cache and renamed over it: another process reads the old one or the new one.
    private func writeFile(_ path: String, _ bytes: [UInt8]) {
        let temporary = path + ".\(getpid()).\(pthread_self())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        var written = 0
        bytes.withUnsafeBytes { all in
            while written < all.count {
                let count = write(file, all.baseAddress.map { $0 + written }, all.count - written)
                guard count > 0 else { break }
                written += count
            }
        }
        close(file)
        if written != bytes.count || rename(temporary, path) != 0 { unlink(temporary) }
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
