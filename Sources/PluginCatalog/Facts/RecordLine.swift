import Glibc

/// One line of a scan record: a key letter and fields separated by tabs.
///
/// See `scan_record.c` for the keys. Borrows the bytes it was made from.
package struct RecordLine {
    let key: UInt8
    private let body: UnsafeRawBufferPointer

    init?(_ line: UnsafeRawBufferPointer) {
        guard let key = line.first else { return nil }
        self.key = key
        body = UnsafeRawBufferPointer(rebasing: line.dropFirst(2))
    }

    /// The whole body, when the line has one field.
    var text: String { Self.unescape(body) }

    /// All fields.
    var fields: [String] {
        var fields: [String] = []
        var rest = body
        while let tab = Self.find(UInt8(ascii: "\t"), in: rest) {
            fields.append(Self.unescape(UnsafeRawBufferPointer(rebasing: rest[..<tab])))
            rest = UnsafeRawBufferPointer(rebasing: rest[(tab + 1)...])
        }
        fields.append(Self.unescape(rest))
        return fields
    }

    /// The line with these fields, line end included.
    package static func encode(_ key: Character, _ fields: [String]) -> String {
        "\(key) " + fields.map(escape).joined(separator: "\t") + "\n"
    }

    /// Where a byte first occurs.
    ///
    /// `memchr`, because a catalog is megabytes and debug builds read it too.
    static func find(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else {
            return nil
        }
        return UnsafeRawPointer(found) - base
    }

    private static func unescape(_ bytes: UnsafeRawBufferPointer) -> String {
        guard find(UInt8(ascii: "\\"), in: bytes) != nil else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var plain: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                plain.append(escapes[byte] ?? byte)
            } else if byte != UInt8(ascii: "\\") {
                plain.append(byte)
            }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "t"): UInt8(ascii: "\t"), UInt8(ascii: "n"): UInt8(ascii: "\n"),
        UInt8(ascii: "r"): UInt8(ascii: "\r"),
    ]

    private static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 9 || $0 == 10 || $0 == 13 || $0 == 92 }) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\t": result += "\\t"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\\": result += "\\\\"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

/// Walks the lines of a record, and leaps over parts whose length is known.
package struct RecordLines {
    private let bytes: UnsafeRawBufferPointer
    /// The offset of the next line.
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The next complete line, without its end; nil at the end or before an unfinished line.
    mutating func next() -> RecordLine? {
        while offset < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            guard let length = RecordLine.find(UInt8(ascii: "\n"), in: rest) else { return nil }
            offset += length + 1
            if let line = RecordLine(UnsafeRawBufferPointer(rebasing: rest[..<length])) { return line }
        }
        return nil
    }

    /// Leaps over `count` bytes; false if there are not that many.
    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= bytes.count - offset else { return false }
        offset += count
        return true
    }
}
