/// A code of four characters in print: `'aac '`, or the number where the bytes are no characters.
struct FourCharacters: CustomStringConvertible {
    let code: FourCharCode

    init(_ code: FourCharCode) {
        self.code = code
    }

    init(_ status: OSStatus) {
        code = FourCharCode(bitPattern: status)
    }

    var description: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return "\(OSStatus(bitPattern: code))"
        }
        return "'\(String(decoding: bytes, as: Unicode.ASCII.self))'"
    }
}
