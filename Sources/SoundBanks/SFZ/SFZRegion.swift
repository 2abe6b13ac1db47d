/// One region with all that it inherits; opcodes are taken one by one, and what is left is not supported.
struct SFZRegion {
    private var opcodes: [String: String]
    /// Names that some code has asked for.
    private(set) var unused: Set<String>
    /// What is added to keys: `note_offset` and `octave_offset` of the control header.
    let keyOffset: Int

    init(_ opcodes: [String: String], keyOffset: Int) {
        self.opcodes = opcodes
        unused = Set(opcodes.keys)
        self.keyOffset = keyOffset
    }

    /// A text; nil if it is not set.
    mutating func text(_ name: String) -> String? {
        unused.remove(name)
        return opcodes[name]
    }

    /// A number; nil if it is not set or is none.
    mutating func number(_ name: String) -> Double? {
        guard let text = text(name) else { return nil }
        // Units behind a number are ignored, as “6dB”.
        let digits = text.utf8.prefix { (48...57).contains($0) || [43, 45, 46].contains($0) }
        return Double(String(decoding: digits, as: UTF8.self))
    }

    /// A whole number; nil if it is not set or is none.
    mutating func integer(_ name: String) -> Int? {
        number(name).map { Convert.integer($0.rounded(.towardZero)) }
    }

    /// A key as number or note name (C4 is 60), with the offset; −1 and other keys outside mean none.
    mutating func key(_ name: String) -> Int? {
        guard let text = text(name) else { return nil }
        if let number = Int(text) { return number < 0 ? -1 : max(0, min(127, number &+ keyOffset)) }
        return FilePath.note(text).map { max(0, min(127, Int($0) + keyOffset)) }
    }

    /// Names that are set and begin so, with the number behind; for opcodes of controllers.
    func controllers(_ prefix: String) -> [(name: String, controller: Int)] {
        opcodes.keys.compactMap { name in
            guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) else { return nil }
            return (name, number)
        }.sorted { $0.name < $1.name }
    }
}
