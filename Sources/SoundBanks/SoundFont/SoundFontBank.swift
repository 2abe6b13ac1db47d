/// A SoundFont as a bank.
struct SoundFontBank: BankContents {
    /// Zones of one program that are used.
    static let zoneLimit = 16_384
    /// Pairs of preset and instrument zones that are looked at for one program.
    static let pairLimit = 1 << 18

    let file: SoundFontFile
    let source: BankBytes
    let decoder: SoundDecoder
    let name: String
    let presets: [BankPreset]
    let notes: [BankNote]
    var format: SoundBankFormat { .soundFont }
    var sampleCount: Int { file.sampleCount }

    init(_ source: BankBytes, _ decoder: SoundDecoder) throws(SoundBankError) {
        var notes = NoteList()
        let file = try SoundFontFile(source, &notes)
        self.file = file
        self.source = source
        self.decoder = decoder
        name = file.name
        presets = (0..<file.presets.headerCount).map { Self.preset(file, $0) }
        self.notes = notes.notes
    }

    private static func preset(_ file: SoundFontFile, _ index: Int) -> BankPreset {
        let bank = file.tables.u16(.phdr, index, at: 22)
        let isPercussion = bank == 128
        return BankPreset(
            name: file.presets.name(index),
            bankMSB: isPercussion ? BankPreset.percussionMSB : bank < 128 ? BankPreset.melodicMSB : bank >> 7,
            bankLSB: isPercussion ? 0 : bank & 0x7F,
            program: file.tables.u16(.phdr, index, at: 20), isPercussion: isPercussion)
    }

    func zones(ofPreset index: Int, _ notes: inout NoteList) throws(SoundBankError) -> [ZoneDraft] {
        var resolver = SoundFontResolver(self)
        return resolver.zones(ofPreset: index, &notes)
    }
}

/// Makes a program's zones of those of its preset and its instruments (SoundFont 2.04, section 9.4).
private struct SoundFontResolver {
    private let bank: SoundFontBank
    /// An instrument's zones, resolved against its global one.
    private var instruments: [Int: [ZoneDraft]] = [:]
    private var pairCount = 0

    init(_ bank: SoundFontBank) { self.bank = bank }

    mutating func zones(ofPreset preset: Int, _ notes: inout NoteList) -> [ZoneDraft] {
        let reader = SoundFontZoneReader(bank.file.tables, bank.file.presets)
        let (global, local) = reader.zones(preset, &notes)
        var drafts: [ZoneDraft] = []
        for (number, zone) in local {
            let place = "preset \(preset) “\(bank.presets[preset].name)”, zone \(number)"
            guard let instrument = zone.link, instrument < bank.file.instruments.headerCount else {
                notes.add(place, "refers to instrument \(zone.link ?? 0), which is not there; dropped")
                continue
            }
            let isComplete = combine(
                SoundFontPresetZone(zone, global), with: instrument, into: &drafts, &notes)
            guard isComplete else {
                notes.add(
                    place, "the program has too many zones; this one's last and all behind it are dropped")
                break
            }
        }
        return drafts
    }

    /// Adds one zone for each pair whose ranges have something in common; false if a limit was reached.
    private mutating func combine(
        _ preset: SoundFontPresetZone, with instrument: Int, into drafts: inout [ZoneDraft],
        _ notes: inout NoteList
    ) -> Bool {
        for draft in zones(ofInstrument: instrument, &notes) {
            pairCount += 1
            guard pairCount <= SoundFontBank.pairLimit, drafts.count < SoundFontBank.zoneLimit else {
                return false
            }
            if let both = preset.applied(to: draft) { drafts.append(both) }
        }
        return true
    }

    private mutating func zones(ofInstrument instrument: Int, _ notes: inout NoteList) -> [ZoneDraft] {
        if let known = instruments[instrument] { return known }
        let reader = SoundFontZoneReader(bank.file.tables, bank.file.instruments)
        let (global, local) = reader.zones(instrument, &notes)
        let defaults = Modulator.defaults.replaced(by: global?.modulators ?? [])
        let name = bank.file.instruments.name(instrument)
        let drafts = local.compactMap { number, zone in
            draft(
                zone, global, defaults, place: "instrument \(instrument) “\(name)”, zone \(number)", &notes)
        }
        instruments[instrument] = drafts
        return drafts
    }

    /// A zone of an instrument over its global zone and the defaults.
    private func draft(
        _ zone: SoundFontZone, _ global: SoundFontZone?, _ defaults: [Modulator], place: String,
        _ notes: inout NoteList
    ) -> ZoneDraft? {
        guard let index = zone.link, index < bank.sampleCount else {
            notes.add(place, "refers to sample \(zone.link ?? 0), which is not there; dropped")
            return nil
        }
        var draft = ZoneDraft(place: place, sampleIndex: index)
        draft.keys = zone.keys ?? global?.keys ?? 0...127
        draft.velocities = zone.velocities ?? global?.velocities ?? 0...127
        draft.generators.set(global.map { zone.settings.over($0.settings) } ?? zone.settings)
        draft.modulators = defaults.replaced(by: zone.modulators).effective
        draft.takeInstrumentGenerators()
        draft.takeTuning(of: bank.sample(index))
        return draft
    }
}

/// A zone of a preset over its global zone.
private struct SoundFontPresetZone {
    let keys: ClosedRange<UInt8>
    let velocities: ClosedRange<UInt8>
    let settings: GeneratorSettings
    let modulators: [Modulator]

    init(_ zone: SoundFontZone, _ global: SoundFontZone?) {
        keys = zone.keys ?? global?.keys ?? 0...127
        velocities = zone.velocities ?? global?.velocities ?? 0...127
        settings = global.map { zone.settings.over($0.settings) } ?? zone.settings
        modulators = (global?.modulators ?? []).replaced(by: zone.modulators)
    }

    /// The sum of both levels; nil if no note plays both.
    func applied(to instrument: ZoneDraft) -> ZoneDraft? {
        guard keys.overlaps(instrument.keys), velocities.overlaps(instrument.velocities) else { return nil }
        var draft = instrument
        draft.keys = keys.clamped(to: instrument.keys)
        draft.velocities = velocities.clamped(to: instrument.velocities)
        draft.generators.add(settings)
        draft.modulators = instrument.modulators.added(modulators)
        return draft
    }
}

extension [Modulator] {
    /// Modulators a voice may have.
    private static var limit: Int { 64 }

    /// These, with identical ones replaced by the others and the rest of the others behind them.
    func replaced(by others: [Modulator]) -> [Modulator] {
        merged(others) { $0 = $1 }
    }

    /// These and others on top, as a preset's are: amounts of identical ones add up.
    func added(_ others: [Modulator]) -> [Modulator] {
        others.isEmpty ? self : merged(others) { $0.amount &+= $1.amount }.effective
    }

    /// Those that do something, as many as a voice may have.
    var effective: [Modulator] {
        if count <= Self.limit, allSatisfy({ $0.amount != 0 }) { return self }
        return Array(lazy.filter { $0.amount != 0 }.prefix(Self.limit))
    }

    private func merged(_ others: [Modulator], _ join: (inout Modulator, Modulator) -> Void) -> [Modulator] {
        var result = self
        for other in others {
            if let same = result.firstIndex(where: { $0.isIdentical(to: other) }) {
                join(&result[same], other)
            } else {
                result.append(other)
            }
        }
        return result
    }
}

extension ZoneDraft {
    /// Moves addresses, loop mode and class from the generators to where a zone has them.
    fileprivate mutating func takeInstrumentGenerators() {
        func frames(_ fine: Generator, _ coarse: Generator) -> Int {
            Int(generators[fine]) + 32_768 * Int(generators[coarse])
        }
        startOffset = frames(.startAddressOffset, .startAddressCoarseOffset)
        endOffset = frames(.endAddressOffset, .endAddressCoarseOffset)
        loopStartOffset = frames(.loopStartAddressOffset, .loopStartAddressCoarseOffset)
        loopEndOffset = frames(.loopEndAddressOffset, .loopEndAddressCoarseOffset)
        // Section 8.1.3: 2 is unused and means no loop; other bits are reserved.
        loopMode = Zone.LoopMode(rawValue: Int(generators[.sampleModes]) & 3) ?? .none
        exclusiveClass = max(0, Int(generators[.exclusiveClass]))
    }

    /// Root key and correction: the sample's, unless the zone has a root key of its own.
    fileprivate mutating func takeTuning(of sample: Sample) {
        let root = Int(generators[.overridingRootKey])
        rootKey = (0...127).contains(root) ? UInt8(root) : sample.rootKey
        tuningCents = sample.tuningCents
    }
}
