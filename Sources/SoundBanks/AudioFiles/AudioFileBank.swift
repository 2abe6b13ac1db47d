/// One or several audio files as an instrument.
///
/// A file's own metadata say which key is its own and which keys and velocities play it. A single file
/// without them has root key 60 and plays on all keys. Among several, a file without a root key takes it
/// from its name, whose last word may be a note (`Piano-C4`, where C4 is 60) or a number (`Piano_060`); the
/// keys between two neighbouring roots are shared out half way. Those whose name says nothing play on white
/// keys of their own, from 60 upwards.
struct AudioFileBank: BankContents {
    let name: String
    let presets: [BankPreset]
    let notes: [BankNote]
    let decoder: SoundDecoder
    private let files: SampleFiles
    /// The bytes of a file that is in memory.
    private let bytes: BankBytes?
    private let drafts: [ZoneDraft]
    var format: SoundBankFormat { .audioFile }
    var sampleCount: Int { files.paths.count }

    /// An instrument of files; at least one.
    init(paths: [String], _ decoder: SoundDecoder) {
        var files = SampleFiles()
        let indices = paths.map { files.index(of: $0) }
        self.init(files, indices, decoder, nil)
    }

    /// An instrument of one file in memory.
    init(_ source: BankBytes, _ decoder: SoundDecoder) {
        guard source.identity == nil else {
            self.init(paths: [source.path], decoder)
            return
        }
        var files = SampleFiles()
        let index = files.index(of: source.path, AudioFileFacts.read(source))
        self.init(files, [index], decoder, source)
    }

    private init(
        _ files: SampleFiles, _ indices: [Int], _ decoder: SoundDecoder, _ bytes: BankBytes?
    ) {
        self.files = files
        self.decoder = decoder
        self.bytes = bytes
        name = FilePath.stem(files.paths.first ?? "")
        presets = [
            BankPreset(
                name: name, bankMSB: BankPreset.melodicMSB, bankLSB: 0, program: 0, isPercussion: false)
        ]
        var notes = NoteList()
        drafts = Self.drafts(indices, files.paths, files.facts, &notes)
        self.notes = notes.notes
    }

    func sample(_ index: Int) -> Sample { files.sample(index) }

    func zones(ofPreset index: Int, _ notes: inout NoteList) throws(SoundBankError) -> [ZoneDraft] { drafts }

    func frames(ofSample index: Int, _ budget: inout MemoryBudget) throws(SoundBankError) -> [SampleFrames] {
        guard let bytes else { return try files.frames(index, decoder, bank: files.paths[index], &budget) }
        let content = try bytes.read(at: 0, count: bytes.count).array
        let limit = min(SampleFiles.frameLimit, budget.frameLimit)
        let sound = try decoder.sound(
            .bytes(content), frameLimit: limit, path: bytes.path, sample: bytes.path)
        return try sound.frames(&budget)
    }
}

// MARK: - Which keys play what

extension AudioFileBank {
    private static func drafts(
        _ indices: [Int], _ paths: [String], _ facts: [AudioFileFacts], _ notes: inout NoteList
    ) -> [ZoneDraft] {
        let roots = roots(indices, paths, facts, &notes)
        let isAlone = indices.count == 1
        return indices.enumerated().map { place, index in
            let fact = facts[index]
            var draft = ZoneDraft(place: "“\(paths[index])”", sampleIndex: index)
            draft.rootKey = roots[place].key
            draft.keys = fact.keys ?? (isAlone ? 0...127 : share(of: place, roots))
            draft.velocities = fact.velocities ?? 0...127
            draft.tuningCents = fact.tuningCents
            draft.gainDecibels = fact.gainDecibels
            draft.loop = fact.loop.map { ($0.lowerBound, $0.upperBound) }
            draft.loopMode = fact.loopMode
            return draft
        }
    }

    private typealias Root = (key: UInt8, isStated: Bool)

    /// Each file's root key, and whether the file or its name states it.
    private static func roots(
        _ indices: [Int], _ paths: [String], _ facts: [AudioFileFacts], _ notes: inout NoteList
    ) -> [Root] {
        var nextWhiteKey = 60
        return indices.map { index in
            if let key = facts[index].rootKey { return (key, true) }
            guard indices.count > 1 else { return (60, true) }
            if let key = FilePath.key(in: FilePath.stem(paths[index])) { return (key, true) }
            let key = Convert.midi(nextWhiteKey)
            notes.add("“\(paths[index])”", "states no key, nor does its name; it plays on key \(key)")
            nextWhiteKey += [4, 11].contains(nextWhiteKey % 12) ? 1 : 2
            return (key, false)
        }
    }

    /// The keys from half way to the next lower root up to half way to the next higher one.
    private static func share(of place: Int, _ roots: [Root]) -> ClosedRange<UInt8> {
        let own = Int(roots[place].key)
        guard roots[place].isStated else { return roots[place].key...roots[place].key }
        let others = roots.filter { $0.isStated }.map { Int($0.key) }
        let lower = others.filter { $0 < own }.max().map { ($0 + own) / 2 + 1 } ?? 0
        let upper = others.filter { $0 > own }.min().map { ($0 + own) / 2 } ?? 127
        return Convert.range(lower, upper)
    }
}
