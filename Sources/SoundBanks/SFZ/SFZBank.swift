/// An SFZ file as a bank of one program.
///
/// The subset: `<control>` with `default_path`, `note_offset` and `octave_offset`; `<global>`, `<master>`,
/// `<group>` and `<region>` with what `SFZRegion+Zone` reads. Other headers and opcodes are noted.
enum SFZBank {
    /// Regions that are used.
    static let regionLimit = 16_384

    /// Reads the instrument; its samples are looked for in `folders` first.
    static func contents(
        _ source: BankBytes, _ decoder: SoundDecoder, folders: [String]
    ) throws(SoundBankError) -> InstrumentContents {
        let locator = SampleLocator(instrument: source.path, folders: folders)
        let text = try SFZText(source, locator)
        guard text.sections.contains(where: { $0.header == "region" }) else {
            throw .malformed(source.path, reason: "there is no <region> in the text", offset: source.count)
        }
        var reader = SFZReader(path: source.path, locator: locator)
        reader.notes.add(text.notes.notes)
        for section in text.sections { reader.read(section) }
        reader.noteUnusedOpcodes()
        return InstrumentContents(
            .sfz, name: "", source, decoder, files: reader.files, drafts: reader.drafts, notes: reader.notes)
    }
}

/// Goes through the headers with what each level has set.
private struct SFZReader {
    let path: String
    private var locator: SampleLocator
    var notes = NoteList()
    private(set) var files = SampleFiles()
    private(set) var drafts: [ZoneDraft] = []

    private var control: [String: String] = [:]
    /// Global, master, group: each is emptied by a new one above it.
    private var levels: [[String: String]] = [[:], [:], [:]]
    private var regionCount = 0
    private var unusedCounts: [String: Int] = [:]
    private var foundPaths: [String: Result<String, SoundBankError>] = [:]

    init(path: String, locator: SampleLocator) {
        self.path = path
        self.locator = locator
    }

    mutating func read(_ section: SFZText.Section) {
        switch section.header {
        case "control": for (name, value) in section.opcodes { control[name] = value }
        case "global": levels = [section.opcodes, [:], [:]]
        case "master": levels = [levels[0], section.opcodes, [:]]
        case "group": levels[2] = section.opcodes
        case "region": region(section)
        default: notes.add("line \(section.line)", "the header <\(section.header)> is not supported; ignored")
        }
    }

    private mutating func region(_ section: SFZText.Section) {
        regionCount += 1
        let place = "region \(regionCount) in line \(section.line)"
        guard drafts.count < SFZBank.regionLimit else {
            return notes.add(place, "there are more than \(SFZBank.regionLimit) regions; dropped")
        }
        var inherited: [String: String] = [:]
        for level in levels + [section.opcodes] {
            for (name, value) in level { inherited[name] = value }
        }
        let octaves = control["octave_offset"].flatMap { Int($0) } ?? 0
        let offset = (control["note_offset"].flatMap { Int($0) } ?? 0) &+ 12 &* octaves
        var region = SFZRegion(inherited, keyOffset: max(-127, min(127, offset)))
        defer { for name in region.unused { unusedCounts[name, default: 0] += 1 } }
        guard let sample = region.text("sample"), !sample.isEmpty else {
            return notes.add(place, "has no sample; dropped")
        }
        guard !sample.hasPrefix("*") else {
            return notes.add(place, "its sample \(sample) would have to be generated; dropped")
        }
        switch find((control["default_path"] ?? "") + sample) {
        case .failure(let error): notes.add(place, "\(error) Dropped.")
        case .success(let file):
            let index = files.index(of: file)
            guard let draft = region.draft(place, index, files.facts[index], &notes) else { return }
            drafts.append(draft)
        }
    }

    private mutating func find(_ sample: String) -> Result<String, SoundBankError> {
        if let known = foundPaths[sample] { return known }
        let result: Result<String, SoundBankError>
        do throws(SoundBankError) {
            result = .success(try locator.find(sample, of: path))
        } catch {
            result = .failure(error)
        }
        foundPaths[sample] = result
        return result
    }

    /// One note for each opcode that no region has used.
    mutating func noteUnusedOpcodes() {
        for (name, count) in unusedCounts.sorted(by: { $0.key < $1.key }) {
            notes.add("opcode \(name)", "is not supported; ignored in \(count) regions")
        }
    }
}
