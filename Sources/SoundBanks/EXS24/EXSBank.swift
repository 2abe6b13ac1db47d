/// An EXS24 instrument as a bank of one program.
///
/// Read are zones, tuning, ranges, loops, and of groups the level, pan, class, velocities, rounds and release
/// triggers; of the parameters the volume and the amplitude's envelope. Filters, the modulation matrix, flex
/// and articulations are not.
enum EXSBank {
    /// Zones that are used.
    static let zoneLimit = 16_384

    /// Reads the instrument; its samples are looked for in `folders` first.
    static func contents(
        _ source: BankBytes, _ decoder: SoundDecoder, folders: [String]
    ) throws(SoundBankError) -> InstrumentContents {
        var notes = NoteList()
        let blocks = try EXSBlock.all(source, &notes)
        guard !blocks.isEmpty else {
            throw .malformed(source.path, reason: "there are no blocks of an instrument in it", offset: 0)
        }
        let given = blocks.first { $0.kind == .instrument }?.name ?? ""
        var reader = EXSReader(
            blocks, path: source.path, SampleLocator(instrument: source.path, folders: folders))
        reader.notes = notes
        for (number, zone) in blocks.lazy.filter({ $0.kind == .zone }).enumerated() {
            reader.read(zone, number)
        }
        return InstrumentContents(
            .exs24, name: given, source, decoder, files: reader.files, drafts: reader.drafts,
            notes: reader.notes)
    }
}

/// Goes through the zones of an instrument.
private struct EXSReader {
    let path: String
    var notes = NoteList()
    private(set) var files = SampleFiles()
    private(set) var drafts: [ZoneDraft] = []
    private var locator: SampleLocator
    private let groups: [EXSBlock]
    private let samples: [EXSBlock]
    private let parameters: EXSParameters
    private let roundCount: Int
    private var foundFiles: [Int: Int] = [:]

    private enum ZoneOption {
        static let oneShot = 1
        static let fixedPitch = 2
        static let reverse = 4
        static let velocities = 8
    }

    private enum LoopOption {
        static let isOn = 1
        static let playsToEnd = 4
    }

    init(_ blocks: [EXSBlock], path: String, _ locator: SampleLocator) {
        self.path = path
        self.locator = locator
        groups = blocks.filter { $0.kind == .group }
        samples = blocks.filter { $0.kind == .sample }
        parameters = EXSParameters(blocks.filter { $0.kind == .parameters })
        roundCount = EXSGroup.roundCount(groups)
    }

    mutating func read(_ zone: EXSBlock, _ number: Int) {
        let place = "zone \(number) “\(zone.name)”"
        guard drafts.count < EXSBank.zoneLimit else {
            return notes.add(place, "there are more than \(EXSBank.zoneLimit) zones; dropped")
        }
        // A zone without a sample of its own has the one of its number.
        let stated = zone.content.count >= 96 ? zone.s32(92) : -1
        let sample = stated >= 0 ? stated : number
        guard samples.indices.contains(sample) else {
            return notes.add(place, "refers to sample \(sample), which is not there; dropped")
        }
        let file: Int
        do throws(SoundBankError) {
            file = try self.file(sample)
        } catch {
            return notes.add(place, "\(error) Dropped.")
        }
        var draft = ZoneDraft(place: place, sampleIndex: file)
        parameters.apply(to: &draft)
        take(zone, into: &draft)
        let group = zone.content.count >= 92 ? zone.s32(88) : -1
        if groups.indices.contains(group) {
            let isHeard = EXSGroup(groups[group]).apply(to: &draft, roundCount: roundCount, &notes)
            guard isHeard else { return }
        }
        drafts.append(draft)
    }

    /// The file of a sample: its folder and name, or the block's name.
    private mutating func file(_ sample: Int) throws(SoundBankError) -> Int {
        if let known = foundFiles[sample] { return known }
        let block = samples[sample]
        let folder = block.content.text(at: 80, count: 256)
        let name = block.content.text(at: 336, count: 256)
        let path = FilePath.joined(folder, name.isEmpty ? block.name : name)
        let index = files.index(of: try locator.find(path, of: self.path))
        foundFiles[sample] = index
        return index
    }

    private func take(_ zone: EXSBlock, into draft: inout ZoneDraft) {
        let content = zone.content
        let options = content.u8(0)
        draft.rootKey = Convert.midi(content.u8(1))
        draft.tuningCents += Double(content.s8(2) + 100 * content.s8(80))
        draft.generators[.pan] += EXSGroup.pan(content.s8(3))
        draft.gainDecibels += Float(content.s8(4))
        draft.keys = Convert.range(content.u8(6), content.u8(7))
        if options & ZoneOption.velocities != 0 {
            draft.velocities = Convert.range(content.u8(9), content.u8(10))
        }
        if options & ZoneOption.fixedPitch != 0 { draft.generators[.scaleTuning] = 0 }
        draft.start = zone.u32(12)
        draft.end = zone.u32(16) > 0 ? zone.u32(16) : nil
        let loop = content.u8(33)
        if loop & LoopOption.isOn != 0, options & ZoneOption.oneShot == 0 {
            draft.loop = (zone.u32(20), zone.u32(24))
            draft.loopMode = loop & LoopOption.playsToEnd != 0 ? .untilRelease : .continuous
        }
        guard options & (ZoneOption.oneShot | ZoneOption.reverse) != 0 else { return }
        var extras = ZoneExtras(isOneShot: options & ZoneOption.oneShot != 0)
        extras.isReversed = options & ZoneOption.reverse != 0
        draft.extras = extras
    }
}
