/// An SFZ file as a list of headers with opcodes (sfzformat.com; ARIA's `#define` and `#include` as well).
struct SFZText {
    /// A header and the opcodes behind it.
    struct Section {
        /// What stands between the angle brackets, in small letters.
        let header: String
        /// Opcodes by name in small letters; the last of one name counts.
        var opcodes: [String: String] = [:]
        /// The line of the header, from 1.
        let line: Int
    }

    /// Bytes that the file and all it includes may have.
    static let byteLimit = 32 << 20
    /// Files that include one another.
    static let depthLimit = 16
    /// Characters that a definition may stand for, and definitions that may be put in.
    static let definitionLimit = 256
    static let expansionLimit = 1 << 18
    /// Headers that are looked at.
    static let sectionLimit = 1 << 16

    private(set) var sections: [Section] = []
    private(set) var notes = NoteList()
    private var locator: SampleLocator
    private let path: String
    private var definitions: [(name: String, value: String)] = []
    private var byteCount = 0
    private var expansionCount = 0

    /// Reads a text and what it includes.
    init(_ source: BankBytes, _ locator: SampleLocator) throws(SoundBankError) {
        path = source.path
        self.locator = locator
        try read(source, depth: 0)
    }

    private mutating func read(_ source: BankBytes, depth: Int) throws(SoundBankError) {
        byteCount += source.count
        guard byteCount <= Self.byteLimit else {
            throw .tooLarge(path, what: "text", byteCount: byteCount, byteLimit: Self.byteLimit)
        }
        let text = Self.uncommented(try source.read(at: 0, count: source.count).array)
        var line = 0
        for bytes in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 10 || $0 == 13 }) {
            line += 1
            try read(line: Array(bytes), number: line, depth: depth)
        }
    }

    /// The text with spaces in place of `/* */`, and without what follows `//`.
    private static func uncommented(_ bytes: [UInt8]) -> [UInt8] {
        let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if bytes[index] == slash, next == slash {
                while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
            } else if bytes[index] == slash, next == star {
                index += 3
                while index < bytes.count, !(bytes[index] == slash && bytes[index - 1] == star) {
                    if bytes[index] == 10 { result.append(10) }
                    index += 1
                }
                index += 1
                result.append(32)
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    private mutating func read(line: [UInt8], number: Int, depth: Int) throws(SoundBankError) {
        let text = String(Bytes(line).text(at: 0, count: line.count).drop { $0 == " " || $0 == "\u{FEFF}" })
        if text.hasPrefix("#define") {
            let words = text.split(separator: " ")
            if words.count >= 3, words[1].hasPrefix("$") { define(String(words[1]), String(words[2])) }
        } else if text.hasPrefix("#include") {
            try include(text, number, depth)
        } else {
            read(words: expanded(text), number)
        }
    }

    private mutating func define(_ name: String, _ value: String) {
        definitions.removeAll { $0.name == name }
        // Longer names first, so that $KEY1 is not taken for $KEY.
        let place = definitions.firstIndex { $0.name.utf8.count < name.utf8.count } ?? definitions.count
        guard definitions.count < Self.definitionLimit, value.utf8.count <= Self.definitionLimit else {
            return notes.add(name, "too many definitions, or one that is too long; ignored")
        }
        definitions.insert((name, value), at: place)
    }

    private mutating func expanded(_ text: String) -> String {
        guard !definitions.isEmpty, text.utf8.contains(UInt8(ascii: "$")) else { return text }
        var result = ""
        var rest = Substring(text)
        while let dollar = rest.firstIndex(of: "$"), expansionCount < Self.expansionLimit {
            expansionCount += 1
            result += rest[..<dollar]
            rest = rest[dollar...]
            let found = definitions.first { rest.hasPrefix($0.name) }
            result += found?.value ?? "$"
            rest = rest.dropFirst(found?.name.count ?? 1)
        }
        return result + rest
    }

    private mutating func include(_ text: String, _ line: Int, _ depth: Int) throws(SoundBankError) {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count >= 2, depth < Self.depthLimit else {
            notes.add("line \(line)", "an #include without a name or \(Self.depthLimit) deep is ignored")
            return
        }
        let name = expanded(String(parts[1]))
        try read(BankBytes(path: locator.find(name, of: path)), depth: depth + 1)
    }
}

// MARK: - Headers and opcodes

extension SFZText {
    /// A value goes on to the next word with an equals sign, so that names of files may have spaces.
    private mutating func read(words text: String, _ line: Int) {
        var name: String?
        var value = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            var word = word
            // Headers and an opcode may stand together.
            while word.hasPrefix("<"), let end = word.firstIndex(of: ">") {
                finish(&name, &value)
                open(String(word[word.index(after: word.startIndex)..<end]), line)
                word = word[word.index(after: end)...]
            }
            if Self.isOpcode(word) {
                finish(&name, &value)
                begin(word, &name, &value)
            } else if name != nil {
                value += " " + word
            }
        }
        finish(&name, &value)
    }

    private static func isOpcode(_ word: Substring) -> Bool {
        guard let equals = word.firstIndex(of: "="), equals != word.startIndex else { return false }
        return word[..<equals].utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
                || $0 == UInt8(ascii: "_")
                || $0 == UInt8(ascii: "#")
        }
    }

    private mutating func begin(_ word: Substring, _ name: inout String?, _ value: inout String) {
        guard let equals = word.firstIndex(of: "=") else { return }
        name = word[..<equals].lowercased()
        value = String(word[word.index(after: equals)...])
    }

    private mutating func finish(_ name: inout String?, _ value: inout String) {
        defer {
            name = nil
            value = ""
        }
        guard let name, !sections.isEmpty else { return }
        while value.last == " " || value.last == "\t" { value.removeLast() }
        sections[sections.count - 1].opcodes[name] = value
    }

    private mutating func open(_ header: String, _ line: Int) {
        guard sections.count < Self.sectionLimit else {
            notes.add("line \(line)", "more than \(Self.sectionLimit) headers; the rest goes into the last")
            return
        }
        sections.append(Section(header: header.lowercased(), line: line))
    }
}
