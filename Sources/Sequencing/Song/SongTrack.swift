/// A track of a sequence: its events, and how they are played.
///
/// A value of the control side. A refused change throws and changes nothing.
package struct SongTrack: Sendable {
    /// Tells it from the sequence's other tracks; never used again.
    package let identifier: Int32
    /// Whether it is the tempo track.
    package let isTempoTrack: Bool
    /// What its ticks count, for the latest position.
    let timeBase: TimeBase
    /// The events, in the order of positions.
    package internal(set) var events = EventStore() {
        didSet { memory = nil }
    }
    /// Whether it is silent; default false.
    package var isMuted = false
    /// Whether the tracks that are not soloed are silent; default false.
    ///
    /// A muted track stays silent, and its solo silences no other.
    package var isSoloed = false
    /// The event bus that it is played on.
    package var bus = 0
    /// Whether the loop range is played again and again; default false.
    package var isLooping = false
    /// How often the loop range is played in all; nil for ever, which is the default.
    package private(set) var passCount: Int?
    private var setLoopRange: BeatRange?
    private(set) var setLength = 0.0
    private var setOffset = 0.0
    /// Whether it takes parameter events only.
    package private(set) var isOfParameters = false
    /// Where the parameters of its destination are; its identifiers are taken for places if it is nil.
    package var parameterPlace: (@Sendable (MusicEvent.Parameter) -> Int?)? {
        didSet { memory = nil }
    }
    /// The events made ready for the render side, since the last change.
    private var memory: LaneMemory?

    init(_ identifier: Int32, timeBase: TimeBase, isTempoTrack: Bool = false) {
        self.identifier = identifier
        self.timeBase = timeBase
        self.isTempoTrack = isTempoTrack
    }

    /// The name that the first event of that kind gives it; empty without one.
    package var name: String {
        for case .meta(MusicEvent.MetaType.trackName, let data) in events.payloads {
            return MusicEvent.text(data)
        }
        return ""
    }

    /// The latest position in beats.
    package var lastBeat: Double { timeBase.beat(ofUnit: TimeBase.lastUnit) }

    // MARK: - How it is played

    /// Beats from the song's beginning to the track's; default 0.
    ///
    /// A negative offset cuts the track's beginning off.
    package var offset: Double { setOffset }

    /// Moves the track as a whole.
    package mutating func setOffset(_ beats: Double) throws(SongError) {
        guard abs(beats) <= lastBeat else { throw .position(beats, last: lastBeat) }
        setOffset = beats
    }

    /// What is looped: the whole track unless set.
    package var loopRange: BeatRange { setLoopRange ?? BeatRange(start: 0, length: length) }

    /// Whether a loop range was set.
    package var hasLoopRange: Bool { setLoopRange != nil }

    /// Sets what is looped; nil for the whole track.
    ///
    /// A loop shorter than a tick is not looped.
    package mutating func setLoopRange(_ range: BeatRange?) throws(SongError) {
        if let range { _ = try beats(range) }
        setLoopRange = range
    }

    /// Sets how often the loop is played in all; nil for ever.
    package mutating func setPassCount(_ count: Int?) throws(SongError) {
        if let count, count < 1 { throw .passCount(count) }
        passCount = count
    }

    /// Length in beats: what was set, or the end of the last event if that is later.
    package var length: Double { max(setLength, events.end) }

    /// Sets the least length, in beats.
    package mutating func setLength(_ beats: Double) throws(SongError) {
        guard beats >= 0, beats <= lastBeat else { throw .length(beats) }
        setLength = beats
    }

    /// Makes it a track of parameters, or one of music; it must not have events of the other kind.
    package mutating func setOfParameters(_ isOfParameters: Bool) throws(SongError) {
        let fits = events.payloads.count { if case .parameter = $0 { true } else { false } }
        guard !isOfParameters || fits == events.count else { throw .notForParameterTrack }
        self.isOfParameters = isOfParameters
    }

    /// The end in units of the song, with loops; the largest number if it is played for ever.
    var endUnit: Int64 {
        let end = timeBase.unit(ofBeat: offset + length)
        let range = loopRange
        guard isLooping, timeBase.unit(ofBeat: range.length) >= TimeBase.unitsPerTick else { return end }
        guard let passCount else { return .max }
        let again = Double(passCount - 1) * range.length * Double(timeBase.unitsPerBeat)
        return again < 0x1p61 ? max(end, end + Int64(again)) : .max
    }

    /// The track for the render side; its memory is made if events have changed.
    mutating func lane() -> (LaneMemory, Lane) {
        let memory = memory ?? LaneMemory(events, timeBase: timeBase, parameterPlace: parameterPlace)
        self.memory = memory
        var lane = memory.lane
        lane.track = identifier
        lane.bus = Int32(clamping: bus)
        lane.offset = timeBase.unit(ofBeat: offset)
        if isLooping {
            let range = loopRange
            lane.setLoop(
                from: timeBase.unit(ofBeat: range.start), to: timeBase.unit(ofBeat: range.end),
                passCount: passCount.map { Int64($0) } ?? .max)
        }
        return (memory, lane)
    }

    // MARK: - Checks

    /// The beats of a range that lies within positions.
    func beats(_ range: BeatRange) throws(SongError) -> (start: Double, end: Double) {
        guard range.start >= 0, range.start <= lastBeat else {
            throw .position(range.start, last: lastBeat)
        }
        guard range.length >= 0 else { throw .length(range.length) }
        return (range.start, range.end)
    }

    /// Refuses an event that does not belong here or whose numbers cannot be.
    func check(_ event: MusicEvent, at beat: Double) throws(SongError) {
        guard beat >= 0, beat <= lastBeat else { throw .position(beat, last: lastBeat) }
        try event.check()
        guard !isTempoTrack || event.isOfTempoTrack else { throw .notForTempoTrack }
        guard isTempoTrack || !event.isOfTempoTrack else { throw .onlyForTempoTrack }
        let isParameter = if case .parameter = event { true } else { false }
        guard isParameter ? isOfParameters || events.count == 0 : !isOfParameters else {
            throw .notForParameterTrack
        }
    }

    /// Makes an empty track one of parameters if these are; parameters and music together are refused.
    mutating func admit(_ events: [MusicEvent]) throws(SongError) {
        let count = events.count { if case .parameter = $0 { true } else { false } }
        guard count > 0 else { return }
        guard count == events.count else { throw .notForParameterTrack }
        try setOfParameters(true)
    }
}
