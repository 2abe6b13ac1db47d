import Glibc

/// Finds the files that an instrument refers to, whose paths are often those of another computer.
///
/// Apple, Technical Note TN2283: a path counts as it is; else, what follows `/Sounds/`, `/Sampler Files/` or
/// `/Apple Loops/` (in this order) is looked up in standard folders. Those are here: the instrument's
/// folder, its parent, and `avfaudio` in the folders of `XDG_DATA_HOME` and `XDG_DATA_DIRS`
/// (freedesktop.org, “XDG Base Directory Specification”), each by itself and with the marked folder in it.
/// At last the file's name alone is tried. Letters may differ in case, as on the systems where the paths
/// were written.
struct SampleLocator: Sendable {
    private let folders: [String]
    private static let markers = ["/Sounds/", "/Sampler Files/", "/Apple Loops/"]
    /// Names of one folder that are compared, and folders whose names are kept.
    private static let nameLimit = 1 << 16
    private static let listingLimit = 256
    /// Names in folders by their small letters.
    private var listings: [String: [String: String]] = [:]

    /// A locator for an instrument at a path, with further folders that come first.
    init(instrument: String, folders: [String] = []) {
        let own = FilePath.folder(instrument)
        self.folders = folders + [own, FilePath.joined(own, "..")] + Self.dataFolders
    }

    private static var dataFolders: [String] {
        func value(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let home = value("XDG_DATA_HOME") ?? value("HOME").map { $0 + "/.local/share" }
        let shared = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        return ([home].compactMap { $0 } + shared.split(separator: ":").map(String.init)).map {
            $0 + "/avfaudio"
        }
    }

    /// The file that a path means.
    ///
    /// - Throws: `sampleNotFound` with all that was tried.
    mutating func find(_ path: String, of instrument: String) throws(SoundBankError) -> String {
        let path = Self.plain(path)
        let candidates = candidates(path)
        if let found = candidates.first(where: FilePath.isFile) { return found }
        for candidate in candidates {
            if let found = ignoringCase(candidate), FilePath.isFile(found) { return found }
        }
        throw .sampleNotFound(instrument, sample: path, searched: candidates)
    }

    /// A path with slashes as they are here, without the scheme of a file's URL.
    private static func plain(_ path: String) -> String {
        let text = path.hasPrefix("file://") ? String(path.dropFirst(7)) : path
        return String(
            decoding: text.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    }

    private func candidates(_ path: String) -> [String] {
        var result: [String] = path.hasPrefix("/") ? [path] : []
        var rests: [String] = path.hasPrefix("/") ? [] : [path]
        for marker in Self.markers {
            guard let range = Self.range(of: marker, in: path) else { continue }
            rests.append(String(path[range.upperBound...]))
            rests.append(String(path[path.utf8.index(after: range.lowerBound)...]))
            break
        }
        rests.append(FilePath.file(path))
        for rest in rests where !rest.isEmpty {
            for folder in folders {
                let candidate = FilePath.joined(folder, rest)
                if !result.contains(candidate) { result.append(candidate) }
            }
        }
        return result
    }

    private static func range(of marker: String, in path: String) -> Range<String.Index>? {
        var start = path.startIndex
        while start < path.endIndex {
            if path[start...].hasPrefix(marker) {
                return start..<path.utf8.index(start, offsetBy: marker.utf8.count)
            }
            start = path.index(after: start)
        }
        return nil
    }

    /// The path with each component as it is spelled on the disk; nil if there is none.
    private mutating func ignoringCase(_ path: String) -> String? {
        var found = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            let exact = FilePath.joined(found, String(component))
            var status = stat()
            if stat(exact, &status) == 0 {
                found = exact
            } else {
                guard let name = name(like: component, in: found) else { return nil }
                found = FilePath.joined(found, name)
            }
        }
        return found
    }

    private mutating func name(like wanted: Substring, in folder: String) -> String? {
        if listings[folder] == nil {
            if listings.count >= Self.listingLimit { listings = [:] }
            listings[folder] = Self.listing(folder)
        }
        return listings[folder]?[wanted.lowercased()]
    }

    /// The names in a folder by their small letters; of two that differ in case only, the one that sorts
    /// first.
    private static func listing(_ folder: String) -> [String: String] {
        guard let listing = opendir(folder.isEmpty ? "." : folder) else { return [:] }
        defer { closedir(listing) }
        var names: [String: String] = [:]
        for _ in 0..<nameLimit {
            guard let entry = readdir(listing) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names[name.lowercased()] = min(names[name.lowercased()] ?? name, name)
        }
        return names
    }
}
