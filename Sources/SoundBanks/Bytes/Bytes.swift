/// A part of a file in memory.
///
/// Numbers are read by their offset in the part. Bytes that are not there read as 0: whoever must know looks
/// at `count` first, and nothing that a file says can lead out of the part.
struct Bytes: Sendable {
    private let storage: [UInt8]
    private let start: Int
    /// How many bytes there are.
    let count: Int
    /// Where the part begins in its file, for messages.
    let fileOffset: Int

    /// Bytes of an array; the range must lie in it.
    init(_ storage: [UInt8], from start: Int, count: Int, fileOffset: Int) {
        self.storage = storage
        self.start = start
        self.count = count
        self.fileOffset = fileOffset
    }

    /// All bytes of an array.
    init(_ storage: [UInt8]) { self.init(storage, from: 0, count: storage.count, fileOffset: 0) }

    /// No bytes.
    static let none = Bytes([])

    /// A part of the part, cut to what there is.
    func slice(at offset: Int, count wanted: Int = .max) -> Bytes {
        let from = min(max(0, offset), count)
        let length = min(max(0, wanted), count - from)
        return Bytes(storage, from: start + from, count: length, fileOffset: fileOffset + from)
    }

    /// The bytes as an array.
    var array: [UInt8] { Array(storage[start..<start + count]) }

    @inline(__always)
    func u8(_ offset: Int) -> Int {
        offset >= 0 && offset < count ? Int(storage[start + offset]) : 0
    }
    func s8(_ offset: Int) -> Int { Int(Int8(truncatingIfNeeded: u8(offset))) }

    // Little-endian numbers.
    func u16(_ offset: Int) -> Int { u8(offset) | u8(offset &+ 1) << 8 }
    func s16(_ offset: Int) -> Int { Int(Int16(truncatingIfNeeded: u16(offset))) }
    func u32(_ offset: Int) -> Int { u16(offset) | u16(offset &+ 2) << 16 }
    func s32(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: u32(offset))) }

    // Big-endian numbers.
    func bigU16(_ offset: Int) -> Int { u8(offset) << 8 | u8(offset &+ 1) }
    func bigS16(_ offset: Int) -> Int { Int(Int16(truncatingIfNeeded: bigU16(offset))) }
    func bigU32(_ offset: Int) -> Int { bigU16(offset) << 16 | bigU16(offset &+ 2) }
    func bigS32(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: bigU32(offset))) }
    func bigFloat(_ offset: Int) -> Float { Float(bitPattern: UInt32(truncatingIfNeeded: bigU32(offset))) }

    /// Up to so many bytes as big-endian unsigned number; bits above 63 are lost.
    func bigUInt(_ offset: Int, byteCount: Int) -> UInt64 {
        (0..<max(0, byteCount)).reduce(0) { $0 << 8 | UInt64(u8(offset &+ $1)) }
    }

    /// Whether the characters of a text stand at an offset.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        offset >= 0 && offset + text.utf8CodeUnitCount <= count
            && (0..<text.utf8CodeUnitCount).allSatisfy { u8(offset + $0) == Int(text.utf8Start[$0]) }
    }

    /// The text in a field of fixed length: up to the first NUL, without spaces at its end.
    ///
    /// UTF-8, or Latin-1 where it is none. Control characters become spaces.
    func text(at offset: Int, count: Int) -> String {
        let field = slice(at: offset, count: count)
        return field.storage.withUnsafeBufferPointer { all in
            let bytes = UnsafeBufferPointer(rebasing: all[field.start..<field.start + field.count])
            let length = bytes.firstIndex(of: 0) ?? bytes.count
            let end = bytes[..<length].lastIndex { $0 > 0x20 && $0 != 0x7F }.map { $0 + 1 } ?? 0
            return Self.text(UnsafeBufferPointer(rebasing: bytes[..<end]))
        }
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        if isPlain { return String(decoding: bytes, as: UTF8.self) }
        let shown = bytes.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
        if let text = String(validating: shown, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(shown.map { Unicode.Scalar($0) }))
    }
}
