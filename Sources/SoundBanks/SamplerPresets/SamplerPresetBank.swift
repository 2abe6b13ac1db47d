/// An `.aupreset` of Apple's sampler as a bank of one program.
///
/// The keys are those of presets in public repositories, and of Apple's Technical Notes TN2283 (lookup of
/// files) and TN2331 (inputs sum up); Apple has published no list. Keys of zones that are not known are
/// noted.
enum SamplerPresetBank {
    /// Zones of all layers that are used.
    static let zoneLimit = 16_384

    /// Reads the instrument; its samples are looked for in `folders` first.
    static func contents(
        _ source: BankBytes, _ decoder: SoundDecoder, folders: [String]
    ) throws(SoundBankError) -> InstrumentContents {
        let list = try PropertyList(source)
        guard let instrument = list["Instrument"], !instrument.keys.isEmpty else {
            throw .malformed(
                source.path, reason: "it is no preset of a sampler: no Instrument in it", offset: 0)
        }
        let given = list["name"]?.text ?? instrument["name"]?.text ?? ""
        var reader = SamplerPresetReader(
            list, path: source.path, SampleLocator(instrument: source.path, folders: folders))
        for (index, layer) in (instrument["Layers"]?.values ?? []).enumerated() { reader.read(layer, index) }
        return InstrumentContents(
            .samplerPreset, name: given, source, decoder, files: reader.files, drafts: reader.drafts,
            notes: reader.notes)
    }
}

/// Goes through the layers of a preset.
private struct SamplerPresetReader {
    let path: String
    var notes = NoteList()
    private(set) var files = SampleFiles()
    private(set) var drafts: [ZoneDraft] = []
    private var locator: SampleLocator
    private let references: PropertyList?
    private let whole: SamplerPresetWhole
    private var notedKeys: Set<String> = []

    init(_ list: PropertyList, path: String, _ locator: SampleLocator) {
        self.path = path
        self.locator = locator
        references = list["file-references"]
        whole = SamplerPresetWhole(list)
    }

    mutating func read(_ layer: PropertyList, _ index: Int) {
        guard layer["enabled"]?.flag ?? true else { return }
        let name = "layer \(index)"
        let voice = SamplerPresetLayer(layer, place: name, &notes)
        for (number, zone) in (layer["Zones"]?.values ?? []).enumerated() {
            guard drafts.count < SamplerPresetBank.zoneLimit else {
                return notes.add(name, "there are more than \(SamplerPresetBank.zoneLimit) zones; dropped")
            }
            guard zone["enabled"]?.flag ?? true else { continue }
            read(zone, "\(name), zone \(number) “\(zone["name"]?.text ?? "")”", voice)
        }
    }

    private mutating func read(_ zone: PropertyList, _ place: String, _ voice: SamplerPresetLayer) {
        let reference = "Sample:\(zone["waveform"]?.integer ?? 0)"
        guard let file = references?[reference]?.text else {
            return notes.add(place, "refers to \(reference), which is not in the list of files; dropped")
        }
        let found: String
        do throws(SoundBankError) {
            found = try locator.find(file, of: path)
        } catch {
            return notes.add(place, "\(error) Dropped.")
        }
        let index = files.index(of: found)
        var draft = ZoneDraft(place: place, sampleIndex: index)
        voice.apply(to: &draft)
        take(zone, files.facts[index], into: &draft)
        draft.gainDecibels += whole.gainDecibels
        draft.tuningCents += whole.tuningCents
        draft.generators[.pan] += whole.pan
        drafts.append(draft)
        for key in zone.keys where !Self.knownKeys.contains(key) && notedKeys.insert(key).inserted {
            notes.add(place, "the key “\(key)” is not known; ignored here and in other zones")
        }
    }

    private static let knownKeys: Set<String> = [
        "ID", "enabled", "name", "root key", "min key", "max key", "min velocity", "max velocity", "waveform",
        "loop enabled", "loop start", "loop end", "fine tune", "coarse tune", "gain", "pan", "output",
        "start",
        "end",
    ]

    private func take(_ zone: PropertyList, _ facts: AudioFileFacts, into draft: inout ZoneDraft) {
        func key(_ name: String) -> Int? { zone[name]?.integer }
        draft.rootKey = Convert.midi(key("root key") ?? facts.rootKey.map(Int.init) ?? 60)
        draft.keys = Convert.range(key("min key") ?? 0, key("max key") ?? 127)
        draft.velocities = Convert.range(key("min velocity") ?? 0, key("max velocity") ?? 127)
        draft.tuningCents += (zone["fine tune"]?.number ?? 0) + 100 * (zone["coarse tune"]?.number ?? 0)
        draft.gainDecibels += Float(max(-144, min(144, zone["gain"]?.number ?? 0)))
        draft.generators[.pan] += SamplerPresetWhole.pan(zone["pan"])
        draft.start = key("start")
        draft.end = key("end").flatMap { $0 > 0 ? $0 : nil }
        guard zone["loop enabled"]?.flag ?? false else { return }
        draft.loopMode = .continuous
        draft.loop = facts.loop.map { ($0.lowerBound, $0.upperBound) }
        if let start = key("loop start") { draft.loop = (start, draft.loop?.end ?? SampleFiles.frameLimit) }
        if let end = key("loop end"), end > 0 { draft.loop = (draft.loop?.start ?? 0, end) }
    }
}

/// What a preset says about all its layers.
private struct SamplerPresetWhole {
    let gainDecibels: Float
    let tuningCents: Double
    let pan: Int32

    init(_ list: PropertyList) {
        let stored = Self.parameters(list["data"])
        func value(_ key: String, _ id: Int) -> Double? { list[key]?.number ?? stored[id] }
        gainDecibels = Float(max(-144, min(144, value("gain", 900) ?? 0)))
        tuningCents = 100 * (value("coarse tune", 901) ?? 0) + (value("fine tune", 902) ?? 0)
        pan = Self.pan(value("pan", 903).map { .real($0) })
    }

    /// −1 to 1 as SoundFont's tenths of a percent.
    static func pan(_ value: PropertyList?) -> Int32 {
        Convert.amount(500 * max(-1, min(1, value?.number ?? 0)))
    }

    /// Parameters by their numbers in a preset's opaque data: scope, element, count, then number and value.
    private static func parameters(_ data: PropertyList?) -> [Int: Double] {
        guard case .data(let content)? = data else { return [:] }
        let bytes = Bytes(content)
        var values: [Int: Double] = [:]
        for index in 0..<min(bytes.bigU32(8), max(0, bytes.count - 12) / 8) {
            let value = bytes.bigFloat(12 + 8 * index + 4)
            if value.isFinite { values[bytes.bigU32(12 + 8 * index)] = Double(value) }
        }
        return values
    }
}
