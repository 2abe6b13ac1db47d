/// A file of instruments: its table of contents at once, its programs when they are asked for.
///
/// Opening reads tables only. `program(_:)` resolves the zones of one program and reads or decodes the
/// samples that these need, nothing else; samples that two programs share are in memory once, and are
/// released with the last program that holds them. All of it may be called from any thread but the render
/// thread.
package final class SoundBank: Sendable {
    /// Bytes that the samples of one program may take: 2 GiB.
    package static let sampleByteLimit = 2 << 30

    /// The name in the file, or the file's own.
    package let name: String
    /// What kind of file it is.
    package let format: SoundBankFormat
    /// Where it is; for bytes in memory, what they were called.
    package let path: String
    /// The table of contents in the file's order.
    package let presets: [BankPreset]
    /// What was repaired, dropped or ignored while it was opened.
    package let notes: [BankNote]

    private let contents: BankReader
    private let source: BankBytes
    private let store = SampleStore()

    init(_ contents: BankReader, _ source: BankBytes) {
        self.contents = contents
        self.source = source
        name = contents.name
        format = contents.format
        path = source.path
        presets = contents.presets
        notes = contents.notes
    }

    /// How many samples it has.
    package var sampleCount: Int { contents.sampleCount }

    /// The facts of one sample; nil for an index that the bank has not.
    package func sample(_ index: Int) -> Sample? {
        index >= 0 && index < contents.sampleCount ? contents.sample(index) : nil
    }

    /// The first preset that a bank select and a program change mean; nil if there is none.
    package func presetIndex(bankMSB: Int, bankLSB: Int, program: Int) -> Int? {
        let exact = presets.firstIndex {
            $0.program == program && $0.bankMSB == bankMSB && $0.bankLSB == bankLSB
        }
        return exact
            ?? presets.firstIndex {
                $0.program == program && $0.answers(bankMSB: bankMSB, bankLSB: bankLSB)
            }
    }

    /// The preset that a song gets if the bank lacks what it asks for; nil in an empty bank.
    ///
    /// The same program of the first bank that has it, or else the bank's first preset; for percussion the
    /// first kit, or else no preset.
    package func substituteIndex(isPercussion: Bool, program: Int) -> Int? {
        let kind = presets.indices.filter { presets[$0].isPercussion == isPercussion }
        return kind.first { presets[$0].program == program } ?? kind.first
    }

    /// One program by bank select and program change.
    ///
    /// - Throws: `noSuchPreset`, and whatever `program(_:)` throws.
    package func program(
        bankMSB: Int, bankLSB: Int, program: Int
    ) throws(SoundBankError) -> InstrumentProgram {
        guard let index = presetIndex(bankMSB: bankMSB, bankLSB: bankLSB, program: program) else {
            throw .noSuchPreset(path, bankMSB: bankMSB, bankLSB: bankLSB, program: program)
        }
        return try self.program(index)
    }

    /// One program by its index in `presets`, with all its samples in memory.
    ///
    /// Zones whose sample cannot be used are left out with a note. This blocks while it reads.
    /// - Throws: `unplayable` if no zone is left, `changed` if the file was written to meanwhile, `tooLarge`,
    ///   `outOfMemory`, `noSuchPresetIndex`.
    package func program(_ index: Int) throws(SoundBankError) -> InstrumentProgram {
        guard presets.indices.contains(index) else {
            throw .noSuchPresetIndex(path, index: index, available: presets.count)
        }
        try source.checkUnchanged()
        var notes = NoteList()
        let drafts = try contents.zones(ofPreset: index, &notes)
        var loader = ZoneLoader(contents, store, path: path)
        let zones = try loader.zones(drafts, &notes)
        guard !zones.isEmpty else {
            let reason =
                loader.firstFailure?.description ?? notes.notes.first?.description ?? "it has no zones"
            throw .unplayable(path, preset: place(ofPreset: index), reason: reason)
        }
        return InstrumentProgram(preset: presets[index], zones: zones, notes: notes.notes)
    }

    private func place(ofPreset index: Int) -> String { "Preset \(index) “\(presets[index].name)”" }
}
