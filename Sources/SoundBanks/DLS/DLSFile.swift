/// The structure of a DLS file: instruments in memory, waves by their places.
///
/// MIDI Manufacturers Association, “Downloadable Sounds” Level 1 (1.1b) and Level 2 (2.2).
struct DLSFile: Sendable {
    /// One instrument's lists; offsets count in `instruments`.
    struct Instrument: Sendable {
        let name: String
        let bank: Int
        let program: Int
        let regions: RIFFChunk?
        /// The instrument's own connections, which its regions may replace.
        let articulation: [DLSConnection]
    }

    /// Bytes that the list of instruments may have.
    static let byteLimit = 64 << 20
    /// Offsets that the pool table may have.
    static let waveLimit = 1 << 20

    let name: String
    /// The list of instruments in memory.
    let lists: BankBytes
    let instruments: [Instrument]
    /// Where each wave's list begins in the file, behind its header; −1 for one that is not there.
    let waves: [Int]

    /// Whether a file begins like one of Downloadable Sounds.
    static func isDLS(_ head: Bytes) -> Bool { head.has("RIFF", at: 0) && head.has("DLS ", at: 8) }

    init(_ source: BankBytes, _ notes: inout NoteList) throws(SoundBankError) {
        let chunks = try source.chunks(from: 12, to: source.count)
        var parts: [UInt32: RIFFChunk] = [:]
        for chunk in chunks {
            let type = chunk.id == RIFFChunk.list ? try source.type(of: chunk) : chunk.id
            if parts[type] == nil { parts[type] = chunk }
        }
        guard let list = parts[RIFFChunk.id("lins")], list.count == list.declaredCount else {
            throw .malformed(
                source.path, reason: "the list of instruments is missing or cut", offset: source.count)
        }
        guard list.count <= Self.byteLimit else {
            throw .tooLarge(
                source.path, what: "instruments", byteCount: list.count, byteLimit: Self.byteLimit)
        }
        lists = BankBytes(
            bytes: try source.read(at: list.offset + 4, count: max(0, list.count - 4)).array,
            name: source.path)
        name =
            try parts[RIFFChunk.id("INFO")].map { info throws(SoundBankError) in try source.name(info) } ?? ""
        instruments = try Self.instruments(lists, &notes)
        waves = try Self.waves(source, parts[RIFFChunk.id("ptbl")], parts[RIFFChunk.id("wvpl")], &notes)
        let announced = try parts[RIFFChunk.id("colh")].map { chunk throws(SoundBankError) in
            try source.part(chunk, limit: 4).u32(0)
        }
        if let announced, announced != instruments.count {
            notes.add("colh", "announces \(announced) instruments; there are \(instruments.count)")
        }
    }

    private static func instruments(
        _ lists: BankBytes, _ notes: inout NoteList
    ) throws(SoundBankError) -> [Instrument] {
        var instruments: [Instrument] = []
        for chunk in try lists.chunks(from: 0, to: lists.count) where chunk.id == RIFFChunk.list {
            guard try lists.type(of: chunk) == RIFFChunk.id("ins ") else { continue }
            let parts = try DLSParts(lists, chunk)
            let place = "instrument list \(instruments.count)"
            guard let header = parts.header, parts.isPermitted else {
                notes.add(
                    place, parts.isPermitted ? "has no header; dropped" : "its condition is not met; dropped")
                continue
            }
            instruments.append(
                Instrument(
                    name: parts.name, bank: header.u32(4), program: header.u32(8), regions: parts.regions,
                    articulation: try DLSConnection.all(lists, parts.articulations, place, &notes)))
        }
        return instruments
    }

    /// The places of the waves, from the offsets of the pool table.
    private static func waves(
        _ source: BankBytes, _ table: RIFFChunk?, _ pool: RIFFChunk?, _ notes: inout NoteList
    ) throws(SoundBankError) -> [Int] {
        guard let table, let pool, table.count >= 8 else {
            notes.add("wvpl", "there are no waves in the file")
            return []
        }
        let head = try source.part(table, limit: 8)
        let size = min(head.u32(0), table.count)
        let announced = head.u32(4)
        let count = min(announced, (table.count - size) / 4, waveLimit)
        if count < announced { notes.add("ptbl", "announces \(announced) waves; it has \(count)") }
        let bytes = try source.read(at: table.offset + size, count: 4 * count)
        return try (0..<count).map { index throws(SoundBankError) in
            let offset = bytes.u32(4 * index)
            guard offset + 12 <= pool.count - 4 else { return -1 }
            let head = try source.read(at: pool.offset + 4 + offset, count: 12)
            return head.has("LIST", at: 0) && head.has("wave", at: 8) ? pool.offset + 4 + offset : -1
        }
    }
}

/// What a list of an instrument or a region has in it.
struct DLSParts {
    /// `insh` or `rgnh`.
    private(set) var header: Bytes?
    private(set) var name = ""
    /// `lrgn`.
    private(set) var regions: RIFFChunk?
    /// `art1` or `art2`: those of level 2 where there are both.
    private(set) var articulations: [RIFFChunk] = []
    /// `wsmp`.
    private(set) var sampleOptions: Bytes?
    /// `wlnk`.
    private(set) var link: Bytes?
    /// Whether there is no condition, or it holds.
    private(set) var isPermitted = true

    /// Bytes of one of the small chunks that are looked at.
    static let chunkLimit = 1 << 16

    init(_ source: BankBytes, _ list: RIFFChunk) throws(SoundBankError) {
        for chunk in try source.chunks(in: list) {
            switch chunk.id {
            case RIFFChunk.id("insh"), RIFFChunk.id("rgnh"): header = try source.part(chunk, limit: 16)
            case RIFFChunk.id("wsmp"): sampleOptions = try source.part(chunk, limit: Self.chunkLimit)
            case RIFFChunk.id("wlnk"): link = try source.part(chunk, limit: 12)
            case RIFFChunk.id("cdl "):
                isPermitted = DLSCondition.holds(try source.part(chunk, limit: Self.chunkLimit))
            case RIFFChunk.list: try take(source, list: chunk)
            default: break
            }
        }
    }

    private mutating func take(_ source: BankBytes, list: RIFFChunk) throws(SoundBankError) {
        switch try source.type(of: list) {
        case RIFFChunk.id("INFO"): name = try source.name(list)
        case RIFFChunk.id("lrgn"): regions = regions ?? list
        case RIFFChunk.id("lart"), RIFFChunk.id("lar2"): try take(source, articulation: list)
        default: break
        }
    }

    private mutating func take(_ source: BankBytes, articulation list: RIFFChunk) throws(SoundBankError) {
        var found: [RIFFChunk] = []
        for chunk in try source.chunks(in: list) {
            if chunk.isID("cdl ") {
                guard DLSCondition.holds(try source.part(chunk, limit: Self.chunkLimit)) else { return }
            } else if chunk.isID("art1") || chunk.isID("art2") {
                found.append(chunk)
            }
        }
        let hasLevel2 = (articulations + found).contains { $0.isID("art2") }
        articulations = (articulations + found).filter { !hasLevel2 || $0.isID("art2") }
    }
}

extension BankBytes {
    /// A chunk's content, or as much of it as is wanted.
    func part(_ chunk: RIFFChunk, limit: Int) throws(SoundBankError) -> Bytes {
        try read(at: chunk.offset, count: min(chunk.count, limit))
    }

    /// The name in an `INFO` list; empty without one.
    func name(_ info: RIFFChunk) throws(SoundBankError) -> String {
        guard let chunk = try chunks(in: info).first(where: { $0.isID("INAM") }) else { return "" }
        return try part(chunk, limit: 256).text(at: 0, count: 256)
    }
}
