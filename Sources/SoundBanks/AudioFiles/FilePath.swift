import Glibc

/// Paths of files as text.
enum FilePath {
    /// What is before the last slash; “.” without one.
    static func folder(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last component.
    static func file(_ path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// The last component without its extension.
    static func stem(_ path: String) -> String {
        let file = file(path)
        guard let dot = file.utf8.lastIndex(of: UInt8(ascii: ".")), dot != file.startIndex else {
            return file
        }
        return String(file[..<dot])
    }

    /// The extension in small letters, without its dot.
    static func suffix(_ path: String) -> String {
        let file = file(path)
        let dot = file.utf8.lastIndex(of: UInt8(ascii: "."))
        return dot.map { String(file[file.utf8.index(after: $0)...]).lowercased() } ?? ""
    }

    /// Two parts of a path in one.
    static func joined(_ folder: String, _ path: String) -> String {
        if path.hasPrefix("/") || folder.isEmpty || folder == "." { return path }
        return folder.hasSuffix("/") ? folder + path : folder + "/" + path
    }

    /// Whether there is a regular file.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return !path.utf8.contains(0) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The key at the end of a name: a note such as C4 (60), F#3 or Bb-1, or a number of two or three digits.
    static func key(in name: String) -> UInt8? {
        let last = name.utf8.split { [UInt8(ascii: "_"), UInt8(ascii: " "), UInt8(ascii: ".")].contains($0) }
            .last
        guard let word = last.map({ String(Substring($0)) }) else { return nil }
        if let key = note(word) { return key }
        // A hyphen may be the sign of an octave or stand before the note.
        let part = word.utf8.split(separator: UInt8(ascii: "-")).last.map { String(Substring($0)) } ?? ""
        if let key = note(part) { return key }
        guard (2...3).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(part).flatMap { $0 <= 127 ? UInt8($0) : nil }
    }

    /// A note's key; C4 is 60.
    static func note(_ text: String) -> UInt8? {
        var rest = Substring(text.lowercased())
        guard let letter = rest.popFirst(),
            let step = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11][letter]
        else { return nil }
        var key = step
        if rest.first == "#" || rest.first == "s" {
            key += 1
            rest.removeFirst()
        } else if rest.first == "b" {
            key -= 1
            rest.removeFirst()
        }
        guard rest.utf8.count <= 2, let octave = Int(rest), !rest.hasPrefix("+") else { return nil }
        key += 12 * (octave + 1)
        return (0...127).contains(key) ? UInt8(key) : nil
    }
}
