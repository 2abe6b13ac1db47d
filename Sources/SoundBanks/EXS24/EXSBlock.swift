/// One block of an EXS24 instrument: a header of 84 bytes and content.
///
/// The format is not published. This is what several readers of it agree on: a byte for the byte order, two
/// of version, one of kind; size, index and flags of 32 bits; four characters (“TBOS”, “JBOS”, or reversed);
/// a name of 64 bytes.
struct EXSBlock: Sendable {
    enum Kind: Int {
        case instrument = 0
        case zone = 1
        case group = 2
        case sample = 3
        case parameters = 4
    }

    /// Bytes of a file.
    static let byteLimit = 64 << 20
    private static let headerSize = 84

    /// Nil for kinds that are not read.
    let kind: Kind?
    /// Its number among those of its kind.
    let index: Int
    let name: String
    let content: Bytes
    private let isBig: Bool

    func u32(_ offset: Int) -> Int { isBig ? content.bigU32(offset) : content.u32(offset) }
    func s32(_ offset: Int) -> Int { isBig ? content.bigS32(offset) : content.s32(offset) }
    func s16(_ offset: Int) -> Int { isBig ? content.bigS16(offset) : content.s16(offset) }

    /// Whether a file begins like one.
    static func isEXS(_ head: Bytes) -> Bool {
        head.has("TBOS", at: 16) || head.has("JBOS", at: 16) || head.has("SOBT", at: 16)
            || head.has("SOBJ", at: 16)
    }

    /// All blocks of a file.
    ///
    /// - Throws: `malformed` for a block that is cut or without its four characters; behind the first one
    /// this
    ///   is only noted, and what was read counts.
    static func all(_ source: BankBytes, _ notes: inout NoteList) throws(SoundBankError) -> [EXSBlock] {
        guard source.count <= byteLimit else {
            throw .tooLarge(
                source.path, what: "an instrument", byteCount: source.count, byteLimit: byteLimit)
        }
        let bytes = try source.read(at: 0, count: source.count)
        var blocks: [EXSBlock] = []
        var offset = 0
        while offset + headerSize <= bytes.count {
            let head = bytes.slice(at: offset, count: headerSize)
            let isBig = head.u8(0) == 0
            let size = isBig ? head.bigU32(4) : head.u32(4)
            guard isEXS(head), size <= bytes.count - offset - headerSize else {
                if blocks.isEmpty {
                    throw .malformed(source.path, reason: "the first block is damaged", offset: offset)
                }
                notes.add(
                    "byte \(offset)", "a block of \(size) bytes is damaged; it and the rest are ignored")
                break
            }
            blocks.append(
                EXSBlock(
                    kind: Kind(rawValue: head.u8(3) & 0xF), index: isBig ? head.bigS32(8) : head.s32(8),
                    name: head.text(at: 20, count: 64),
                    content: bytes.slice(at: offset + headerSize, count: size), isBig: isBig))
            offset += headerSize + size
        }
        return blocks
    }
}
