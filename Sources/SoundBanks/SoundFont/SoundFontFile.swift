/// The structure of a SoundFont file: its version, its tables, and where its samples are.
///
/// SoundFont 2.04, sections 4 to 7. The three lists may come in any order; sizes that exceed the file are
/// cut.
struct SoundFontFile: Sendable {
    let name: String
    /// Major × 100 + minor, such as 201 and 204; 200 if it is not stated.
    let version: Int
    let tables: SoundFontTables
    let presets: SoundFontLevel
    let instruments: SoundFontLevel
    /// How many samples the table has, the terminal one not counted.
    let sampleCount: Int
    /// The high bytes, or the Ogg files, of all samples; empty if there are none.
    let sampleData: RIFFChunk
    /// The low bytes of all samples; nil if there are none that may be used.
    let lowData: RIFFChunk?

    /// Whether a file begins like a SoundFont.
    static func isSoundFont(_ head: Bytes) -> Bool { head.has("RIFF", at: 0) && head.has("sfbk", at: 8) }

    init(_ source: BankBytes, _ notes: inout NoteList) throws(SoundBankError) {
        let head = try source.read(at: 0, count: 12)
        let declared = head.u32(4)
        if declared != source.count - 8, declared != source.count - 7 {
            notes.add("RIFF", "its size is given as \(declared) bytes, the file has \(source.count)")
        }
        let lists = try Lists(source)
        guard let pdta = lists.pdta else {
            throw .malformed(source.path, reason: "the list pdta is missing", offset: source.count)
        }
        (name, version) = try lists.information(source)
        tables = try SoundFontTables(source, pdta)
        presets = try SoundFontLevel(tables, isPreset: true, path: source.path, &notes)
        instruments = try SoundFontLevel(tables, isPreset: false, path: source.path, &notes)
        (sampleData, lowData) = try lists.samples(source, version: version, &notes)
        sampleCount = Self.sampleCount(tables, &notes)
    }

    private static func sampleCount(_ tables: SoundFontTables, _ notes: inout NoteList) -> Int {
        let last = tables.count(.shdr) - 1
        guard last >= 0 else { return 0 }
        let record = tables.record(.shdr, last)
        if record.has("EOS", at: 0) || record.u32(24) == 0 { return last }
        notes.add("shdr", "there is no terminal record; the last record is used")
        return last + 1
    }
}

/// The three lists of a SoundFont.
private struct Lists {
    var info: RIFFChunk?
    var sdta: RIFFChunk?
    var pdta: RIFFChunk?

    init(_ source: BankBytes) throws(SoundBankError) {
        for chunk in try source.chunks(from: 12, to: source.count) where chunk.id == RIFFChunk.list {
            switch try source.type(of: chunk) {
            case RIFFChunk.id("INFO"): info = info ?? chunk
            case RIFFChunk.id("sdta"): sdta = sdta ?? chunk
            case RIFFChunk.id("pdta"): pdta = pdta ?? chunk
            default: break
            }
        }
    }

    /// The bank's name and version.
    func information(_ source: BankBytes) throws(SoundBankError) -> (String, Int) {
        var name = ""
        var version = 200
        guard let info else { return (name, version) }
        for chunk in try source.chunks(in: info) {
            if chunk.isID("INAM") {
                name = try source.read(at: chunk.offset, count: min(256, chunk.count)).text(at: 0, count: 256)
            } else if chunk.isID("ifil"), chunk.count >= 4 {
                let bytes = try source.read(at: chunk.offset, count: 4)
                version = bytes.u16(0) * 100 + min(99, bytes.u16(2))
            }
        }
        return (name, version)
    }

    /// Where the samples are; the low bytes only where section 6.2 permits them.
    func samples(
        _ source: BankBytes, version: Int, _ notes: inout NoteList
    ) throws(SoundBankError) -> (RIFFChunk, RIFFChunk?) {
        let none = RIFFChunk(id: 0, offset: 0, count: 0, declaredCount: 0)
        guard let sdta else {
            notes.add("sdta", "there are no samples in the file")
            return (none, nil)
        }
        let chunks = try source.chunks(in: sdta)
        guard let data = chunks.first(where: { $0.isID("smpl") }) else {
            notes.add("sdta", "there are no samples in the file")
            return (none, nil)
        }
        if data.count < data.declaredCount {
            notes.add("smpl", "\(data.declaredCount) bytes are announced, \(data.count) are there")
        }
        guard let low = chunks.first(where: { $0.isID("sm24") }) else { return (data, nil) }
        let frames = data.count / 2
        guard version >= 204, low.count == frames + frames % 2 || low.count == frames else {
            notes.add("sm24", "has \(low.count) bytes for \(frames) frames in version \(version); ignored")
            return (data, nil)
        }
        return (data, low)
    }
}
