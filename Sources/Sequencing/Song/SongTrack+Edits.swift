extension SongTrack {
    /// Adds an event behind those of the same position.
    package mutating func add(_ event: MusicEvent, at beat: Double) throws(SongError) {
        try check(event, at: beat)
        try admit([event])
        events.insert(event, at: beat)
    }

    /// Removes the events that begin in a range.
    package mutating func clear(_ range: BeatRange) throws(SongError) {
        let (start, end) = try beats(range)
        events.remove(events.places(from: start, to: end))
    }

    /// Removes the events that begin in a range, and closes the gap.
    package mutating func cut(_ range: BeatRange) throws(SongError) {
        let (start, end) = try beats(range)
        let places = events.places(from: start, to: end)
        guard places.upperBound < events.count else {
            events.remove(places)
            return
        }
        events.remove(places)
        events.shift(from: places.lowerBound, by: -range.length)
    }

    /// Moves the events that begin in a range by so many beats, forwards or back.
    package mutating func move(_ range: BeatRange, by beatCount: Double) throws(SongError) {
        let (start, end) = try beats(range)
        let places = events.places(from: start, to: end)
        guard let first = places.first, let last = places.last else { return }
        for beat in [events.beat(at: first) + beatCount, events.beat(at: last) + beatCount] {
            guard beat >= 0, beat <= lastBeat else { throw .position(beat, last: lastBeat) }
        }
        let moved = events.entries(places).map { (beat: $0.beat + beatCount, event: $0.event) }
        var left = events
        left.remove(places)
        left.replaceAll(left.entries(0..<left.count) + moved)
        events = left
    }

    /// Inserts a copy of another track's events, and pushes later events back by the range's length.
    ///
    /// A range to the end of the track pushes them by what there is from its start.
    package mutating func copy(
        _ range: BeatRange, from source: SongTrack, insertAt beat: Double
    ) throws(SongError) {
        let copies = try copies(range, from: source, at: beat)
        let end = min(range.end, max(source.length, range.start))
        let (gap, first) = (end - range.start, events.firstPlace(atOrAfter: beat))
        if first < events.count {
            let last = events.beat(at: events.count - 1) + gap
            guard last <= lastBeat else { throw .position(last, last: lastBeat) }
        }
        var pushed = events
        pushed.shift(from: first, by: gap)
        try merge(copies, into: &pushed)
    }

    /// Lays a copy of another track's events over this one's.
    package mutating func copyAndMerge(
        _ range: BeatRange, from source: SongTrack, mergeAt beat: Double
    ) throws(SongError) {
        var merged = events
        try merge(try copies(range, from: source, at: beat), into: &merged)
    }

    private typealias Entry = (beat: Double, event: MusicEvent)

    /// Copies of a track's events, where they go to, each checked.
    private func copies(
        _ range: BeatRange, from source: SongTrack, at beat: Double
    ) throws(SongError) -> [Entry] {
        let (start, end) = try beats(range)
        guard beat >= 0, beat <= lastBeat else { throw .position(beat, last: lastBeat) }
        let entries = source.events.entries(source.events.places(from: start, to: end))
            .map { (beat: $0.beat - start + beat, event: $0.event) }
        for entry in entries { try check(entry.event, at: entry.beat) }
        return entries
    }

    private mutating func merge(
        _ copies: [Entry], into store: inout EventStore
    ) throws(SongError) {
        try admit(copies.map(\.event))
        store.replaceAll(store.entries(0..<store.count) + copies)
        events = store
    }

    /// Shows the events that begin in a range, each with its position; both may be changed, and the event be
    /// removed by setting the flag.
    package mutating func enumerate(
        _ range: BeatRange,
        _ body: (_ event: inout MusicEvent, _ beat: inout Double, _ isRemoved: inout Bool) -> Void
    ) throws(SongError) {
        let (start, end) = try beats(range)
        let places = events.places(from: start, to: end)
        var (kept, hasChanged) = ([Entry](), false)
        for place in places {
            var (event, beat, isRemoved) = (events.event(at: place), events.beat(at: place), false)
            let (eventBefore, beatBefore) = (event, beat)
            body(&event, &beat, &isRemoved)
            let isChanged = event != eventBefore || beat != beatBefore
            if isChanged, !isRemoved { try check(event, at: beat) }
            hasChanged = hasChanged || isChanged || isRemoved
            if !isRemoved { kept.append((beat, event)) }
        }
        guard hasChanged else { return }
        let (before, behind) = (0..<places.lowerBound, places.upperBound..<events.count)
        var store = events
        store.replaceAll(events.entries(before) + kept + events.entries(behind))
        events = store
    }

    /// Turns the order of events around: what ended `length` beats before the end begins there.
    mutating func reverse(length: Double) {
        let entries = events.entries(0..<events.count).reversed().map {
            (beat: max(0, length - $0.beat - $0.event.duration), event: $0.event)
        }
        events.replaceAll(isTempoTrack ? reversedTempi(length) : entries)
    }

    /// The events of a tempo track, so that each tempo holds where it held.
    private func reversedTempi(_ length: Double) -> [Entry] {
        let all = events.entries(0..<events.count)
        var tempi = all.filter { $0.event.picosecondsPerQuarter != nil && $0.beat < length }
        let others = all.filter { $0.event.picosecondsPerQuarter == nil }
        if let first = tempi.first, first.beat > 0 {
            tempi.insert((0, .tempo(microseconds: 500_000)), at: 0)
        }
        let ends = tempi.dropFirst().map(\.beat) + [length]
        let turned = zip(tempi, ends).reversed().map { (beat: length - $1, event: $0.event) }
        return turned + others.map { (beat: max(0, length - $0.beat), event: $0.event) }
    }
}
