import Synchronization

/// Swift or C text without comments and without the contents of its strings; line breaks stay where they are.
struct SwiftCode {
    /// What is left of the text.
    let text: String

    init(_ source: String) {
        // What several tests read is stripped once.
        text = Self.known.withLock { known in
            if let text = known[source] { return text }
            var scanner = Scanner(source)
            let text = scanner.code()
            known[source] = text
            return text
        }
    }

    private static let known = Mutex<[String: String]>([:])
}

/// Walks over bytes: all that matters to it is ASCII.
private struct Scanner {
    private let bytes: [UInt8]
    private var place = 0
    private var kept: [UInt8] = []

    private static let lineBreak = UInt8(ascii: "\n")
    private static let lineComment = Array("//".utf8)
    private static let blockStart = Array("/*".utf8)
    private static let blockEnd = Array("*/".utf8)
    private static let quotes = Array("\"\"\"".utf8)
    private static let quote = Array("\"".utf8)

    init(_ source: String) {
        bytes = Array(source.utf8)
        kept.reserveCapacity(bytes.count)
    }

    mutating func code() -> String {
        while place < bytes.count { takeNext() }
        return String(decoding: kept, as: UTF8.self)
    }

    private func stands(_ mark: [UInt8]) -> Bool {
        guard bytes[place] == mark[0], place + mark.count <= bytes.count else { return false }
        return mark.count == 1 || bytes[place..<place + mark.count].elementsEqual(mark)
    }

    private mutating func takeNext() {
        switch bytes[place] {
        case UInt8(ascii: "/") where stands(Self.lineComment): skipLine()
        case UInt8(ascii: "/") where stands(Self.blockStart): skipBlockComment()
        case UInt8(ascii: "\""): skipString(endingIn: stands(Self.quotes) ? Self.quotes : Self.quote)
        default:
            kept.append(bytes[place])
            place += 1
        }
    }

    private mutating func skipLine() {
        while place < bytes.count, bytes[place] != Self.lineBreak { place += 1 }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if stands(Self.blockStart) {
                depth += 1
                place += 2
            } else if stands(Self.blockEnd) {
                depth -= 1
                place += 2
            } else {
                skipByte()
            }
        } while depth > 0 && place < bytes.count
    }

    private mutating func skipString(endingIn end: [UInt8]) {
        kept += end
        place += end.count
        while place < bytes.count, !stands(end) {
            if bytes[place] == UInt8(ascii: "\\") { place += 1 }
            if place < bytes.count { skipByte() }
        }
        kept += end
        place += end.count
    }

    private mutating func skipByte() {
        if bytes[place] == Self.lineBreak { kept.append(Self.lineBreak) }
        place += 1
    }
}
