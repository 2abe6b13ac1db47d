/// A file with one instrument, whose samples are audio files beside it: EXS24, SFZ, presets of samplers.
struct InstrumentContents: BankContents {
    let name: String
    let format: SoundBankFormat
    let notes: [BankNote]
    let presets: [BankPreset]
    private let path: String
    private let decoder: SoundDecoder
    private let files: SampleFiles
    private let drafts: [ZoneDraft]
    var sampleCount: Int { files.paths.count }

    /// An instrument of these zones; without a name, it has its file's.
    init(
        _ format: SoundBankFormat, name: String, _ source: BankBytes, _ decoder: SoundDecoder,
        files: SampleFiles, drafts: [ZoneDraft], notes: NoteList
    ) {
        self.format = format
        self.name = name.isEmpty ? FilePath.stem(source.path) : name
        presets = [
            BankPreset(
                name: self.name, bankMSB: BankPreset.melodicMSB, bankLSB: 0, program: 0, isPercussion: false)
        ]
        path = source.path
        self.decoder = decoder
        self.files = files
        self.drafts = drafts
        self.notes = notes.notes
    }

    func sample(_ index: Int) -> Sample { files.sample(index) }

    func zones(ofPreset index: Int, _ notes: inout NoteList) throws(SoundBankError) -> [ZoneDraft] {
        if drafts.isEmpty { notes.add(self.notes) }
        return drafts
    }

    func frames(ofSample index: Int, _ budget: inout MemoryBudget) throws(SoundBankError) -> [SampleFrames] {
        try files.frames(index, decoder, bank: path, &budget)
    }
}
