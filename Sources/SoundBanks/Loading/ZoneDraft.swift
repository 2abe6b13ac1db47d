/// A zone as its file describes it, before its sample has been read and its addresses are checked.
struct ZoneDraft: Sendable {
    /// Where it is, for notes.
    var place: String
    var keys: ClosedRange<UInt8> = 0...127
    var velocities: ClosedRange<UInt8> = 0...127
    var generators = GeneratorValues.defaults
    var modulators = Modulator.defaults
    var sampleIndex: Int
    var loopMode: Zone.LoopMode = .none

    /// The first frame; the sample's own where nil.
    var start: Int?
    /// The frame behind the last one; the sample's own where nil.
    var end: Int?
    /// The loop, the end exclusive; the sample's own where nil.
    var loop: (start: Int, end: Int)?
    /// What the four addresses are moved by, in frames.
    var startOffset = 0
    var endOffset = 0
    var loopStartOffset = 0
    var loopEndOffset = 0

    var rootKey: UInt8 = 60
    var tuningCents: Double = 0
    var gainDecibels: Float = 0
    var exclusiveClass = 0
    var extras: ZoneExtras?
    /// Only this channel of the sample's file; nil: all of them, panned apart.
    var onlyChannel: Int?

    init(place: String, sampleIndex: Int) {
        self.place = place
        self.sampleIndex = sampleIndex
    }
}

extension ZoneDraft {
    /// The zone for one channel of its sample; nil if nothing of it can be played, with a note.
    func zone(_ frames: SampleFrames, channel: Int, sampleLoop: Range<Int>?, _ notes: inout NoteList) -> Zone?
    {
        guard let (start, end) = played(frames.frameCount, &notes) else { return nil }
        let loop = loopMode == .none ? nil : checkedLoop(frames.frameCount, start, sampleLoop, &notes)
        return Zone(
            keys: keys, velocities: velocities, generators: generators, modulators: modulators,
            sampleIndex: sampleIndex, channel: channel, frames: frames, start: start,
            end: max(end, loop?.end ?? 0), loopMode: loop == nil ? .none : loopMode,
            loopStart: loop?.start ?? 0,
            loopEnd: loop?.end ?? 0, rootKey: min(rootKey, 127), tuningCents: tuningCents,
            gainDecibels: gainDecibels, exclusiveClass: exclusiveClass, extras: extras)
    }

    /// The frames that are played: within the sample, exchanged if they are reversed, at least one.
    private func played(_ frameCount: Int, _ notes: inout NoteList) -> (start: Int, end: Int)? {
        let from = Self.sum(start ?? 0, startOffset)
        let to = Self.sum(end ?? frameCount, endOffset)
        var range = (start: min(max(0, from), frameCount), end: min(max(0, to), frameCount))
        if range.start != from || range.end != to {
            notes.add(
                place, "frames \(from)..<\(to) of a sample with \(frameCount); cut to what there is")
        }
        if range.start > range.end {
            notes.add(place, "starts at frame \(range.start), behind its end \(range.end); exchanged")
            range = (range.end, range.start)
        }
        guard range.start < range.end else {
            notes.add(place, "has no frames; dropped")
            return nil
        }
        return range
    }

    /// The loop within the sample; nil if it is too short or out of reach, with a note.
    private func checkedLoop(
        _ frameCount: Int, _ start: Int, _ sampleLoop: Range<Int>?, _ notes: inout NoteList
    ) -> (start: Int, end: Int)? {
        let base = loop ?? sampleLoop.map { ($0.lowerBound, $0.upperBound) } ?? (0, frameCount)
        let from = Self.sum(base.start, loopStartOffset)
        let to = Self.sum(base.end, loopEndOffset)
        let low = min(max(0, min(from, to)), frameCount)
        let high = min(max(0, max(from, to)), frameCount)
        guard high - low >= 2, start < high else {
            notes.add(place, "the loop \(from)..<\(to) has fewer than 2 frames that are reached; left out")
            return nil
        }
        if low != from || high != to {
            notes.add(
                place, "the loop \(from)..<\(to) does not fit \(frameCount) frames; made \(low)..<\(high)")
        }
        return (low, high)
    }

    /// A sum of addresses, whatever a file says.
    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? (left < 0 ? .min : .max) : sum
    }
}
