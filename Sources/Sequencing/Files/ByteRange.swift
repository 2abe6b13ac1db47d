/// Bytes of a file from a position to an end; no read goes beyond it.
///
/// Borrowed: valid while the file's bytes are.
struct ByteRange {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The next byte to be read.
    var position: Int
    /// The byte behind the last one.
    let end: Int

    /// The bytes of a range, as far as they exist.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        end = max(0, min(range.upperBound, bytes.count))
        position = max(0, min(range.lowerBound, end))
    }

    /// How many bytes are left.
    var left: Int { end - position }

    /// Another part of the same file.
    func part(_ range: Range<Int>) -> ByteRange { ByteRange(bytes, range) }

    /// The byte at a place of the file; nil beyond the end.
    subscript(_ place: Int) -> UInt8? { place >= 0 && place < end ? bytes[place] : nil }

    /// The next byte.
    mutating func next() -> UInt8? {
        guard position < end else { return nil }
        position += 1
        return bytes[position - 1]
    }

    /// So many bytes, which are skipped; nil if there are fewer.
    mutating func take(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= left else { return nil }
        position += count
        return Array(bytes[(position - count)..<position])
    }

    /// Whether these characters stand at a place.
    func has(_ text: StaticString, at place: Int) -> Bool {
        guard place >= 0, text.utf8CodeUnitCount <= end - place else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
    }

    /// The first place from one to before another where these characters stand.
    func find(_ text: StaticString, from start: Int, to limit: Int) -> Int? {
        var place = max(0, start)
        while place < min(limit, end) {
            if bytes[place] == text.utf8Start[0], has(text, at: place) { return place }
            place += 1
        }
        return nil
    }

    /// A number of so many bytes, the highest first; nil beyond the end.
    func number(at place: Int, byteCount: Int) -> UInt32? {
        guard place >= 0, byteCount <= end - place else { return nil }
        return (0..<byteCount).reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) }
    }

    /// A number of four bytes, the lowest first; nil beyond the end.
    func littleEndian(at place: Int) -> UInt32? { number(at: place, byteCount: 4).map { $0.byteSwapped } }

    /// What became of a number of variable length.
    enum VariableLength {
        case number(Int)
        case cut
        case tooLong
    }

    /// A number of variable length, at most four bytes (RP-001, "Variable length quantity").
    mutating func variableLength() -> VariableLength {
        var value = 0
        for _ in 0..<4 {
            guard let byte = next() else { return .cut }
            value = value << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return .number(value) }
        }
        return .tooLong
    }
}
