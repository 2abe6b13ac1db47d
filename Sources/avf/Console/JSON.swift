/// A JSON value, written in the order in which it was made.
enum JSON {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([(key: String, value: JSON)])

    /// An object; entries without a value are left out.
    static func entries(_ entries: KeyValuePairs<String, JSON?>) -> JSON {
        .object(entries.compactMap { key, value in value.map { (key, $0) } })
    }

    /// The text, indented by two spaces a level.
    func text() -> String {
        var bytes: [UInt8] = []
        write(to: &bytes, depth: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Into one place, because lists of all plugins are megabytes.
    private func write(to bytes: inout [UInt8], depth: Int) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += "\(value)".utf8
        case .number(let value): bytes += Self.text(value).utf8
        case .text(let value): Self.write(quoted: value, to: &bytes)
        case .list(let values):
            Self.write(values, "[", "]", to: &bytes, depth) { $0.write(to: &$1, depth: depth + 1) }
        case .object(let entries):
            Self.write(entries, "{", "}", to: &bytes, depth) { entry, bytes in
                Self.write(quoted: entry.key, to: &bytes)
                bytes += ": ".utf8
                entry.value.write(to: &bytes, depth: depth + 1)
            }
        }
    }

    /// Elements between brackets, each on a line of its own.
    private static func write<Element>(
        _ elements: [Element], _ start: Unicode.Scalar, _ end: Unicode.Scalar, to bytes: inout [UInt8],
        _ depth: Int, _ body: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: start))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine(&bytes, depth + 1)
            body(element, &bytes)
        }
        if !elements.isEmpty { breakLine(&bytes, depth) }
        bytes.append(UInt8(ascii: end))
    }

    private static func breakLine(_ bytes: inout [UInt8], _ depth: Int) {
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }

    /// JSON has no infinity: such a number is null.
    private static func text(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func write(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: isEscaped) {
            writeEscaped(text, to: &bytes)
        } else {
            bytes += text.utf8
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 32 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func writeEscaped(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\t"): bytes += "\\t".utf8
            case ..<32:
                let digits = String(byte, radix: 16)
                bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
            default: bytes.append(byte)
            }
        }
    }
}
