/// A DLS file as a bank.
struct DLSBank: BankContents {
    /// Regions of one instrument that are used.
    static let regionLimit = 4_096

    let file: DLSFile
    let source: BankBytes
    let decoder: SoundDecoder
    let presets: [BankPreset]
    let notes: [BankNote]
    var name: String { file.name }
    var format: SoundBankFormat { .dls }
    var sampleCount: Int { file.waves.count }

    init(_ source: BankBytes, _ decoder: SoundDecoder) throws(SoundBankError) {
        var notes = NoteList()
        file = try DLSFile(source, &notes)
        self.source = source
        self.decoder = decoder
        presets = file.instruments.map(Self.preset)
        self.notes = notes.notes
    }

    private static func preset(_ instrument: DLSFile.Instrument) -> BankPreset {
        let isPercussion = instrument.bank & 0x8000_0000 != 0
        let msb = instrument.bank >> 8 & 0x7F
        let lsb = instrument.bank & 0x7F
        // Banks of drums are told by a bit; General MIDI's first melodic bank is 0/0 or 0x79/0.
        let isFirst = !isPercussion && msb == 0
        return BankPreset(
            name: instrument.name,
            bankMSB: isPercussion ? BankPreset.percussionMSB : isFirst ? BankPreset.melodicMSB : msb,
            bankLSB: lsb, program: instrument.program & 0x7F, isPercussion: isPercussion)
    }

    func zones(ofPreset index: Int, _ notes: inout NoteList) throws(SoundBankError) -> [ZoneDraft] {
        let instrument = file.instruments[index]
        guard let list = instrument.regions else { return [] }
        var drafts: [ZoneDraft] = []
        var taken: [ZoneDraft] = []
        for (number, chunk) in try file.lists.chunks(in: list).enumerated() where chunk.id == RIFFChunk.list {
            let type = try file.lists.type(of: chunk)
            guard type == RIFFChunk.id("rgn ") || type == RIFFChunk.id("rgn2") else { continue }
            let place = "instrument \(index) “\(instrument.name)”, region \(number)"
            guard drafts.count < Self.regionLimit else {
                notes.add(place, "there are more than \(Self.regionLimit) regions; the rest is dropped")
                break
            }
            let parts = try DLSParts(file.lists, chunk)
            guard var draft = try draft(parts, instrument, place, &notes) else { continue }
            // Level 1 has no layers: the first region that fits plays.
            if type == RIFFChunk.id("rgn ") {
                guard draft.leaveOut(taken, &notes) else { continue }
                taken.append(draft)
            }
            drafts.append(draft)
        }
        return drafts
    }

    private func draft(
        _ parts: DLSParts, _ instrument: DLSFile.Instrument, _ place: String, _ notes: inout NoteList
    ) throws(SoundBankError) -> ZoneDraft? {
        guard let header = parts.header, header.count >= 12, let link = parts.link, link.count >= 12 else {
            notes.add(place, "has no header or no wave; dropped")
            return nil
        }
        guard parts.isPermitted else {
            notes.add(place, "its condition is not met; dropped")
            return nil
        }
        let index = link.u32(8)
        guard index < file.waves.count, file.waves[index] >= 0 else {
            notes.add(place, "refers to wave \(index), which is not there; dropped")
            return nil
        }
        var draft = ZoneDraft(place: place, sampleIndex: index)
        draft.keys = range(header, 0, "keys", place, &notes)
        // Level 1 has no ranges of velocities: both numbers are 0 there in some files.
        let hasVelocities = header.u16(4) != 0 || header.u16(6) != 0
        draft.velocities = hasVelocities ? range(header, 4, "velocities", place, &notes) : 0...127
        draft.exclusiveClass = header.u16(10)
        DLSArticulation.setDefaults(&draft)
        try take(parts.sampleOptions, waveAt: file.waves[index], into: &draft)
        let own = try DLSConnection.all(file.lists, parts.articulations, place, &notes)
        DLSArticulation.apply(DLSConnection.merged(instrument.articulation, own), to: &draft, &notes)
        // A wave of several channels has a region for each, which are heard on their sides.
        if link.u16(0) & 2 != 0 { draft.generators[.pan] += link.u32(4) & 2 != 0 ? 500 : -500 }
        return draft
    }

    private func range(
        _ header: Bytes, _ offset: Int, _ what: String, _ place: String, _ notes: inout NoteList
    ) -> ClosedRange<UInt8> {
        let low = header.u16(offset)
        let high = header.u16(offset + 2)
        if low > 127 || high > 127 { notes.add(place, "\(what) \(low) to \(high) exceed 127; cut") }
        if low > high { notes.add(place, "\(what) \(low) to \(high) are reversed; exchanged") }
        return UInt8(min(127, min(low, high)))...UInt8(min(127, max(low, high)))
    }

    /// Pitch, gain and loop: the region's, or else the wave's.
    private func take(_ region: Bytes?, waveAt offset: Int, into draft: inout ZoneDraft)
        throws(SoundBankError)
    {
        let chunk = if let region { region as Bytes? } else { try wave(at: offset).sampleOptions }
        guard let options = DLSSampleOptions(chunk) else { return }
        draft.rootKey = options.rootKey
        draft.tuningCents = options.tuningCents
        draft.gainDecibels = options.gainDecibels
        draft.loop = options.loop
        draft.loopMode = options.loopMode
    }
}

extension ZoneDraft {
    /// Takes away the keys that earlier regions play; false if none are left.
    fileprivate mutating func leaveOut(_ earlier: [ZoneDraft], _ notes: inout NoteList) -> Bool {
        for other in earlier where other.keys.overlaps(keys) && other.velocities.overlaps(velocities) {
            if other.keys.contains(keys.lowerBound), other.keys.contains(keys.upperBound) {
                notes.add(place, "an earlier region plays its keys; dropped")
                return false
            }
            if other.keys.contains(keys.lowerBound) {
                keys = other.keys.upperBound + 1...keys.upperBound
            } else {
                keys = keys.lowerBound...other.keys.lowerBound - 1
            }
            notes.add(place, "shares keys with an earlier region; those are left to it")
        }
        return true
    }
}

/// A `wsmp` chunk.
struct DLSSampleOptions {
    let rootKey: UInt8
    let tuningCents: Double
    let gainDecibels: Float
    let loop: (start: Int, end: Int)?
    let loopMode: Zone.LoopMode

    /// The options in a chunk; nil without one, or if it is too short.
    init?(_ bytes: Bytes?) {
        guard let bytes, bytes.count >= 20 else { return nil }
        rootKey = UInt8(min(127, bytes.u16(4)))
        tuningCents = Double(bytes.s16(6))
        // 1/655,360 dB.
        gainDecibels = Float(Double(bytes.s32(8)) / 655_360)
        let place = max(20, bytes.u32(0))
        guard bytes.u32(16) > 0, place + 16 <= bytes.count else {
            (loop, loopMode) = (nil, .none)
            return
        }
        let start = bytes.u32(place + 8)
        loop = (start, start + bytes.u32(place + 12))
        loopMode = bytes.u32(place + 4) == 0 ? .continuous : .untilRelease
    }
}
