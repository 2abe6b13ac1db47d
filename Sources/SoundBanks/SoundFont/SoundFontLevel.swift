/// One of the two levels of a SoundFont, presets or instruments: headers that have zones that have settings.
///
/// An index is where something begins, and where the one before it ends (SoundFont 2.04, sections 7.2 to
/// 7.9). Indices outside their table are refused. One that is smaller than its predecessor counts as equal
/// to it, so that no setting belongs to two zones and the work stays in proportion to the file.
final class SoundFontLevel: Sendable {
    typealias Table = SoundFontTables.Table

    /// Whether this is the level of presets.
    let isPreset: Bool
    /// How many headers there are, the terminal one not counted.
    let headerCount: Int
    private let tables: SoundFontTables
    /// Where the zones of each header begin; one more than headers.
    private let firstZones: [Int32]
    /// Where generators and modulators of each zone begin; one more than zones.
    private let firstGenerators: [Int32]
    private let firstModulators: [Int32]

    var headers: Table { isPreset ? .phdr : .inst }
    private var bags: Table { isPreset ? .pbag : .ibag }
    var modulators: Table { isPreset ? .pmod : .imod }
    var generators: Table { isPreset ? .pgen : .igen }
    private var bagOffset: Int { isPreset ? 24 : 20 }

    init(
        _ tables: SoundFontTables, isPreset: Bool, path: String, _ notes: inout NoteList
    ) throws(SoundBankError) {
        self.tables = tables
        self.isPreset = isPreset
        let headers: Table = isPreset ? .phdr : .inst
        let bags: Table = isPreset ? .pbag : .ibag
        let reader = IndexReader(tables: tables, path: path)
        firstGenerators = try reader.indices(bags, at: 0, into: isPreset ? .pgen : .igen, &notes)
        firstModulators = try reader.indices(bags, at: 2, into: isPreset ? .pmod : .imod, &notes)
        let zones = try reader.indices(headers, at: isPreset ? 24 : 20, into: bags, &notes)
        let last = tables.count(headers) - 1
        // A terminal record begins where all zones end. One that begins before has zones: it is none.
        let zoneCount = Self.zoneCount(tables, firstGenerators, isPreset: isPreset)
        let isNamedTerminal = tables.record(headers, max(0, last)).has(isPreset ? "EOP" : "EOI", at: 0)
        if last >= 0, !isNamedTerminal, Int(zones[last]) < zoneCount {
            notes.add(headers.name, "there is no terminal record; the last record is used")
            headerCount = last + 1
            firstZones = zones + [Int32(zoneCount)]
        } else {
            headerCount = max(0, last)
            firstZones = zones
        }
    }

    /// How many zones there are, the terminal one not counted: that one has no link.
    private static func zoneCount(_ tables: SoundFontTables, _ firstGenerators: [Int32], isPreset: Bool)
        -> Int
    {
        guard let last = firstGenerators.last else { return 0 }
        let generators: Table = isPreset ? .pgen : .igen
        let link = (isPreset ? Generator.instrument : .sampleID).rawValue
        let isReal = (Int(last)..<tables.count(generators)).contains {
            tables.u16(generators, $0, at: 0) == link
        }
        return isReal ? firstGenerators.count : firstGenerators.count - 1
    }

    /// The zones of a header.
    func zones(_ header: Int) -> Range<Int> { Int(firstZones[header])..<Int(firstZones[header + 1]) }

    /// The generators of a zone, terminal ones included if no further zone begins behind them.
    func generators(ofZone zone: Int) -> Range<Int> {
        Self.range(zone, firstGenerators, tables.count(generators))
    }

    /// The modulators of a zone.
    func modulators(ofZone zone: Int) -> Range<Int> {
        Self.range(zone, firstModulators, tables.count(modulators))
    }

    private static func range(_ index: Int, _ first: [Int32], _ count: Int) -> Range<Int> {
        let from = Int(first[index])
        return from..<(index + 1 < first.count ? Int(first[index + 1]) : max(from, count))
    }

    /// A header's name.
    func name(_ header: Int) -> String { tables.record(headers, header).text(at: 0, count: 20) }
}

/// Reads columns of indices.
private struct IndexReader {
    let tables: SoundFontTables
    let path: String

    /// The indices at an offset of all records, each at least its predecessor.
    func indices(
        _ table: SoundFontTables.Table, at offset: Int, into target: SoundFontTables.Table,
        _ notes: inout NoteList
    ) throws(SoundBankError) -> [Int32] {
        let available = tables.count(target)
        var largest = 0
        var indices: [Int32] = []
        indices.reserveCapacity(tables.count(table) + 1)
        for record in 0..<tables.count(table) {
            let index = tables.u16(table, record, at: offset)
            guard index <= available else {
                throw .malformed(
                    path,
                    reason: "record \(record) of \(table) refers to record \(index) of \(target), which has "
                        + "\(available)", offset: tables.fileOffset(table, record) + offset)
            }
            if index < largest {
                notes.add(
                    "\(table) record \(record)",
                    "refers to \(target) \(index), the one before to \(largest); "
                        + "taken as empty")
            }
            largest = max(largest, index)
            indices.append(Int32(largest))
        }
        return indices
    }
}
