/// One chunk of a RIFF file.
///
/// Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", 1991.
struct RIFFChunk: Sendable {
    /// Four characters, the first in the lowest byte.
    let id: UInt32
    /// Where its content begins in the file.
    let offset: Int
    /// Bytes of its content that are there.
    let count: Int
    /// Bytes of its content as its header says.
    let declaredCount: Int

    /// The identifier that four characters make.
    static func id(_ text: StaticString) -> UInt32 {
        (0..<min(4, text.utf8CodeUnitCount)).reduce(0) { $0 | UInt32(text.utf8Start[$1]) << UInt32(8 * $1) }
    }

    static let list = id("LIST")

    /// Whether its identifier is these four characters.
    func isID(_ text: StaticString) -> Bool { id == Self.id(text) }
}

extension BankBytes {
    /// Chunks that are looked at in one list.
    static let chunkLimit = 1 << 16

    /// The chunks between two offsets, one after the other.
    ///
    /// A chunk that says to be longer than what is there is cut. A chunk of odd length is followed by a byte
    /// that pads it; some writers leave it out (in SF3 files), which is accepted where a `LIST` or `sm24`
    /// follows at once.
    func chunks(
        from start: Int, to end: Int, limit: Int = BankBytes.chunkLimit
    ) throws(SoundBankError) -> [RIFFChunk] {
        var chunks: [RIFFChunk] = []
        var offset = start
        let end = min(end, count)
        while offset + 8 <= end, chunks.count < limit {
            let header = try read(at: offset, count: 8)
            let declared = header.u32(4)
            let count = min(declared, end - offset - 8)
            chunks.append(
                RIFFChunk(
                    id: UInt32(header.u32(0)), offset: offset + 8, count: count, declaredCount: declared))
            offset += 8 + count
            if count % 2 == 1, try !isUnpadded(offset, end) { offset += 1 }
        }
        return chunks
    }

    /// The chunks of a list, behind its type.
    func chunks(
        in list: RIFFChunk, limit: Int = BankBytes.chunkLimit
    ) throws(SoundBankError) -> [RIFFChunk] {
        try chunks(from: list.offset + 4, to: list.offset + list.count, limit: limit)
    }

    /// The type of a list: the first four bytes of its content.
    func type(of list: RIFFChunk) throws(SoundBankError) -> UInt32 {
        list.count < 4 ? 0 : UInt32(try read(at: list.offset, count: 4).u32(0))
    }

    private func isUnpadded(_ offset: Int, _ end: Int) throws(SoundBankError) -> Bool {
        guard offset + 8 <= end else { return false }
        let next = try read(at: offset, count: 4)
        return next.has("LIST", at: 0) || next.has("sm24", at: 0)
    }
}
