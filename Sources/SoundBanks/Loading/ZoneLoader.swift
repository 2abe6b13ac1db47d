/// Reads the samples of a program's zones and checks the zones against them.
struct ZoneLoader {
    private let contents: BankReader
    private let store: SampleStore
    private var budget: MemoryBudget
    private var loaded: [Int: [SampleFrames]] = [:]
    /// The loops of those samples that have one.
    private var loops: [Int: Range<Int>] = [:]
    /// Samples that cannot be used.
    private var failed: Set<Int> = []
    /// Why the first of them cannot.
    private(set) var firstFailure: SoundBankError?

    init(_ contents: BankReader, _ store: SampleStore, path: String) {
        self.contents = contents
        self.store = store
        budget = MemoryBudget(path: path, byteLimit: SoundBank.sampleByteLimit)
    }

    /// The zones that can be played.
    mutating func zones(_ drafts: [ZoneDraft], _ notes: inout NoteList) throws(SoundBankError) -> [Zone] {
        var zones: [Zone] = []
        zones.reserveCapacity(drafts.count)
        for draft in drafts {
            guard let frames = try frames(draft, &notes) else { continue }
            append(draft, frames, to: &zones, &notes)
        }
        return zones
    }

    /// The channels of a draft's sample; nil if it cannot be used, with a note.
    private mutating func frames(
        _ draft: ZoneDraft, _ notes: inout NoteList
    ) throws(SoundBankError) -> [SampleFrames]? {
        let index = draft.sampleIndex
        if let frames = loaded[index] { return frames }
        guard !failed.contains(index) else { return nil }
        do throws(SoundBankError) {
            let frames = try kept(index)
            loaded[index] = frames
            loops[index] = contents.sample(index).loop
            contents.check(sample: index, &notes)
            return frames
        } catch {
            switch error {
            case .tooLarge, .outOfMemory, .changed: throw error
            default: break
            }
            failed.insert(index)
            firstFailure = firstFailure ?? error
            notes.add(contents.place(ofSample: index), "\(error) Its zones are dropped.")
            return nil
        }
    }

    private mutating func kept(_ index: Int) throws(SoundBankError) -> [SampleFrames] {
        if let frames = store.frames(ofSample: index) { return frames }
        return store.keep(try contents.frames(ofSample: index, &budget), ofSample: index)
    }

    /// One zone for each channel; two channels are panned to both sides, further ones are left out.
    private func append(
        _ draft: ZoneDraft, _ frames: [SampleFrames], to zones: inout [Zone], _ notes: inout NoteList
    ) {
        let only = draft.onlyChannel.map { min($0, frames.count - 1) }
        if frames.count > 2, only == nil {
            notes.add(draft.place, "the sample has \(frames.count) channels; the first two are played")
        }
        for channel in 0..<min(2, frames.count) where only == nil || only == channel {
            guard
                var zone = draft.zone(
                    frames[channel], channel: channel, sampleLoop: loops[draft.sampleIndex], &notes)
            else { continue }
            if frames.count > 1, only == nil { zone.generators[.pan] += channel == 0 ? -500 : 500 }
            zones.append(zone)
        }
    }
}
