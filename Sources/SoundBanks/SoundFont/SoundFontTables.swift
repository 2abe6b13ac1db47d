/// The nine tables of a SoundFont's `pdta` list (SoundFont 2.04, section 7), as bytes.
///
/// A class, because zones are read generator by generator and a copy of a structure would count references.
final class SoundFontTables: Sendable {
    /// The tables by their identifiers, with the bytes of one record.
    enum Table: Int, CaseIterable {
        case phdr, pbag, pmod, pgen, inst, ibag, imod, igen, shdr

        var recordSize: Int {
            switch self {
            case .phdr: 38
            case .pbag, .pgen, .ibag, .igen: 4
            case .pmod, .imod: 10
            case .inst: 22
            case .shdr: 46
            }
        }

        var id: UInt32 {
            switch self {
            case .phdr: RIFFChunk.id("phdr")
            case .pbag: RIFFChunk.id("pbag")
            case .pmod: RIFFChunk.id("pmod")
            case .pgen: RIFFChunk.id("pgen")
            case .inst: RIFFChunk.id("inst")
            case .ibag: RIFFChunk.id("ibag")
            case .imod: RIFFChunk.id("imod")
            case .igen: RIFFChunk.id("igen")
            case .shdr: RIFFChunk.id("shdr")
            }
        }

        /// Its identifier as text.
        var name: String { "\(self)" }
    }

    /// Bytes that all tables may have: 16-bit indices reach 3 MB of zones, headers go beyond.
    static let byteLimit = 64 << 20

    private let tables: [Bytes]

    /// Reads the tables, in any order, wherever they are in the list.
    init(_ source: BankBytes, _ list: RIFFChunk) throws(SoundBankError) {
        guard list.count <= Self.byteLimit else {
            throw .tooLarge(
                source.path, what: "tables", byteCount: list.count, byteLimit: Self.byteLimit)
        }
        let chunks = try source.chunks(in: list)
        var tables: [Bytes] = []
        for table in Table.allCases {
            guard let chunk = chunks.first(where: { $0.id == table.id }) else {
                throw .malformed(source.path, reason: "the table \(table) is missing", offset: list.offset)
            }
            guard chunk.count == chunk.declaredCount, chunk.count % table.recordSize == 0 else {
                let reason =
                    "the table \(table) has \(chunk.declaredCount) bytes, of which \(chunk.count) are "
                    + "there; its records have \(table.recordSize)"
                throw .malformed(source.path, reason: reason, offset: chunk.offset)
            }
            tables.append(try source.read(at: chunk.offset, count: chunk.count))
        }
        self.tables = tables
    }

    /// How many records a table has, the terminal one included.
    func count(_ table: Table) -> Int { tables[table.rawValue].count / table.recordSize }

    /// One record; all its bytes are zero if the table has none there.
    func record(_ table: Table, _ index: Int) -> Bytes {
        let size = table.recordSize
        guard index >= 0, index < count(table) else { return .none }
        return tables[table.rawValue].slice(at: index * size, count: size)
    }

    /// A 16-bit number of a record.
    func u16(_ table: Table, _ index: Int, at offset: Int) -> Int {
        tables[table.rawValue].u16(index * table.recordSize + offset)
    }

    /// Where a record begins in the file.
    func fileOffset(_ table: Table, _ index: Int) -> Int {
        tables[table.rawValue].fileOffset + index * table.recordSize
    }
}
