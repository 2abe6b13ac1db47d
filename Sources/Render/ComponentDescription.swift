/// A unit's identity as three four-character codes: Apple's `AudioComponentDescription`, without Apple.
package struct ComponentDescription: Sendable, Hashable, CustomStringConvertible {
    /// What kind of unit it is, such as 'aufx'.
    package var type: UInt32
    /// Which unit it is.
    package var subtype: UInt32
    /// Who made it.
    package var manufacturer: UInt32

    /// An identity of three codes.
    package init(type: UInt32, subtype: UInt32, manufacturer: UInt32) {
        self.type = type
        self.subtype = subtype
        self.manufacturer = manufacturer
    }

    package var description: String {
        [type, subtype, manufacturer].map(Self.text).joined(separator: " ")
    }

    /// A code as its characters, or as a number where it has none.
    private static func text(_ code: UInt32) -> String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) }
        guard bytes.allSatisfy({ (32...126).contains($0) }) else { return "\(code)" }
        return "'" + String(decoding: bytes, as: UTF8.self) + "'"
    }

    /// True if every code of the pattern that is not zero equals this one's.
    package func matches(_ pattern: ComponentDescription) -> Bool {
        (pattern.type == 0 || pattern.type == type)
            && (pattern.subtype == 0 || pattern.subtype == subtype)
            && (pattern.manufacturer == 0 || pattern.manufacturer == manufacturer)
    }
}

/// A code of four ASCII characters, first character in the highest byte; shorter text is filled with spaces.
package func fourCharacterCode(_ text: StaticString) -> UInt32 {
    text.withUTF8Buffer { bytes in
        (0..<4).reduce(0) { code, index in
            code << 8 | UInt32(index < bytes.count ? bytes[index] : UInt8(ascii: " "))
        }
    }
}
