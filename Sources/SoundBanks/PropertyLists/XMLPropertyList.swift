/// Reads the XML form of a property list.
///
/// The elements of Apple's DTD, the five entities of XML and numbers of characters. A document type with
/// declarations of its own is refused: entities can refer to files, and grow without limit.
struct XMLPropertyList {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: Bytes) { self.bytes = bytes.array }

    /// The list's top value.
    mutating func read() throws(PropertyList.Failure) -> PropertyList {
        var tag = try nextTag()
        if tag.name == "plist" { tag = try nextTag() }
        return try value(tag, depth: 0)
    }

    private struct Tag {
        let name: String
        let isEnd: Bool
        /// An element without content.
        let isEmpty: Bool
    }

    private func failure(_ reason: String) -> PropertyList.Failure {
        PropertyList.Failure(reason: reason, offset: position)
    }

    private func starts(with text: StaticString) -> Bool {
        position + text.utf8CodeUnitCount <= bytes.count
            && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
    }

    /// Goes behind the next occurrence of a text.
    private mutating func skip(behind text: StaticString) throws(PropertyList.Failure) {
        while position < bytes.count {
            if starts(with: text) {
                position += text.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw failure("the list ends within a tag or a comment")
    }

    /// The next tag, past text, comments and declarations.
    private mutating func nextTag() throws(PropertyList.Failure) -> Tag {
        while true {
            while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
            if starts(with: "<!--") {
                try skip(behind: "-->")
            } else if starts(with: "<?") {
                try skip(behind: "?>")
            } else if starts(with: "<!") {
                try skipDeclaration()
            } else {
                return try tag()
            }
        }
    }

    private mutating func skipDeclaration() throws(PropertyList.Failure) {
        let start = position
        try skip(behind: ">")
        guard !bytes[start..<position].contains(UInt8(ascii: "[")) else {
            throw failure("the document type has declarations of its own")
        }
    }

    private mutating func tag() throws(PropertyList.Failure) -> Tag {
        let start = position + 1
        try skip(behind: ">")
        let content = bytes[start..<position - 1]
        let isEnd = content.first == UInt8(ascii: "/")
        let name = content.drop { $0 == UInt8(ascii: "/") }.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
        return Tag(
            name: String(decoding: name, as: UTF8.self), isEnd: isEnd,
            isEmpty: content.last == UInt8(ascii: "/"))
    }

    private mutating func value(_ tag: Tag, depth: Int) throws(PropertyList.Failure) -> PropertyList {
        guard depth < PropertyList.depthLimit else { throw failure("values lie too deep within one another") }
        guard !tag.isEnd else { throw failure("</\(tag.name)> stands in the place of a value") }
        switch tag.name {
        case "dict": return tag.isEmpty ? .dictionary([:]) : try dictionary(depth)
        case "array": return tag.isEmpty ? .array([]) : try array(depth)
        case "true": return try simple(tag) { _ in .boolean(true) }
        case "false": return try simple(tag) { _ in .boolean(false) }
        case "string": return try simple(tag) { .string($0) }
        case "integer": return try simple(tag) { Self.integer($0) }
        case "real": return try simple(tag) { Double($0).map { .real($0) } ?? .other }
        case "data": return try simple(tag) { .data(Self.base64($0)) }
        case "date": return try simple(tag) { _ in .other }
        default: throw failure("<\(tag.name)> is no element of a property list")
        }
    }

    private static func integer(_ text: String) -> PropertyList {
        let trimmed = text.split(separator: " ").joined()
        if let value = Int(trimmed) { return .integer(value) }
        return trimmed.hasPrefix("0x")
            ? Int(trimmed.dropFirst(2), radix: 16).map { .integer($0) } ?? .other : .other
    }

    /// A value that is made of text alone.
    private mutating func simple(
        _ tag: Tag, _ make: (String) -> PropertyList
    ) throws(PropertyList.Failure) -> PropertyList {
        tag.isEmpty ? make("") : make(try text(of: tag.name))
    }

    private mutating func array(_ depth: Int) throws(PropertyList.Failure) -> PropertyList {
        var values: [PropertyList] = []
        while true {
            let tag = try nextTag()
            if tag.isEnd { return .array(values) }
            values.append(try value(tag, depth: depth + 1))
        }
    }

    private mutating func dictionary(_ depth: Int) throws(PropertyList.Failure) -> PropertyList {
        var values: [String: PropertyList] = [:]
        while true {
            let tag = try nextTag()
            if tag.isEnd { return .dictionary(values) }
            guard tag.name == "key" else { throw failure("<\(tag.name)> stands in the place of a key") }
            let key = tag.isEmpty ? "" : try text(of: "key")
            values[key] = try value(try nextTag(), depth: depth + 1)
        }
    }

    /// The text up to the end tag of an element.
    private mutating func text(of name: String) throws(PropertyList.Failure) -> String {
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "<") {
                if starts(with: "<!--") {
                    try skip(behind: "-->")
                    continue
                }
                let tag = try tag()
                guard tag.isEnd, tag.name == name else {
                    throw failure("<\(tag.name)> stands within <\(name)>")
                }
                return String(decoding: text, as: UTF8.self)
            }
            if byte == UInt8(ascii: "&") {
                text += try entity()
            } else {
                text.append(byte)
                position += 1
            }
        }
        throw failure("<\(name)> has no end")
    }

    private mutating func entity() throws(PropertyList.Failure) -> [UInt8] {
        let name = bytes[(position + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
        let text = String(decoding: name, as: UTF8.self)
        let known = ["lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": "\""]
        defer { position = min(bytes.count, position + name.count + 2) }
        if let character = known[text] { return Array(character.utf8) }
        let isHexadecimal = text.hasPrefix("#x")
        let digits = text.dropFirst(isHexadecimal ? 2 : 1)
        guard text.hasPrefix("#"), let number = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(number)
        else { throw failure("the entity &\(text); is unknown") }
        return Array(String(Character(scalar)).utf8)
    }

    /// RFC 4648; other characters than its own are skipped.
    private static func base64(_ text: String) -> [UInt8] {
        var bits: UInt32 = 0
        var bitCount = 0
        var result: [UInt8] = []
        for byte in text.utf8 {
            let value: UInt8
            switch byte {
            case 65...90: value = byte - 65
            case 97...122: value = byte - 71
            case 48...57: value = byte + 4
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            default: continue
            }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        return result
    }
}
