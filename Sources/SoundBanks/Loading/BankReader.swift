/// The reader of an open bank.
///
/// An enumeration and no existential, which Embedded Swift does not have.
enum BankReader: Sendable {
    case soundFont(SoundFontBank)
    case dls(DLSBank)
    case instrument(InstrumentContents)
    case audioFile(AudioFileBank)
}

extension BankReader: BankContents {
    var name: String {
        switch self {
        case .soundFont(let bank): bank.name
        case .dls(let bank): bank.name
        case .instrument(let bank): bank.name
        case .audioFile(let bank): bank.name
        }
    }

    var format: SoundBankFormat {
        switch self {
        case .soundFont(let bank): bank.format
        case .dls(let bank): bank.format
        case .instrument(let bank): bank.format
        case .audioFile(let bank): bank.format
        }
    }

    var presets: [BankPreset] {
        switch self {
        case .soundFont(let bank): bank.presets
        case .dls(let bank): bank.presets
        case .instrument(let bank): bank.presets
        case .audioFile(let bank): bank.presets
        }
    }

    var notes: [BankNote] {
        switch self {
        case .soundFont(let bank): bank.notes
        case .dls(let bank): bank.notes
        case .instrument(let bank): bank.notes
        case .audioFile(let bank): bank.notes
        }
    }

    var sampleCount: Int {
        switch self {
        case .soundFont(let bank): bank.sampleCount
        case .dls(let bank): bank.sampleCount
        case .instrument(let bank): bank.sampleCount
        case .audioFile(let bank): bank.sampleCount
        }
    }

    func sample(_ index: Int) -> Sample {
        switch self {
        case .soundFont(let bank): bank.sample(index)
        case .dls(let bank): bank.sample(index)
        case .instrument(let bank): bank.sample(index)
        case .audioFile(let bank): bank.sample(index)
        }
    }

    func zones(ofPreset index: Int, _ notes: inout NoteList) throws(SoundBankError) -> [ZoneDraft] {
        switch self {
        case .soundFont(let bank): try bank.zones(ofPreset: index, &notes)
        case .dls(let bank): try bank.zones(ofPreset: index, &notes)
        case .instrument(let bank): try bank.zones(ofPreset: index, &notes)
        case .audioFile(let bank): try bank.zones(ofPreset: index, &notes)
        }
    }

    func frames(ofSample index: Int, _ budget: inout MemoryBudget) throws(SoundBankError) -> [SampleFrames] {
        switch self {
        case .soundFont(let bank): try bank.frames(ofSample: index, &budget)
        case .dls(let bank): try bank.frames(ofSample: index, &budget)
        case .instrument(let bank): try bank.frames(ofSample: index, &budget)
        case .audioFile(let bank): try bank.frames(ofSample: index, &budget)
        }
    }

    func check(sample index: Int, _ notes: inout NoteList) {
        switch self {
        case .soundFont(let bank): bank.check(sample: index, &notes)
        case .dls(let bank): bank.check(sample: index, &notes)
        case .instrument(let bank): bank.check(sample: index, &notes)
        case .audioFile(let bank): bank.check(sample: index, &notes)
        }
    }
}
