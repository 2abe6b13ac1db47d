/// The events of a track in the order of positions; those of one position keep the order in which they were
/// added.
///
/// A value: copies share memory until one of them changes.
package struct EventStore: Sendable, Equatable {
    /// The events without their payloads.
    package private(set) var events: [StoredEvent] = []
    /// What system exclusive, meta and other events with content are.
    package private(set) var payloads: [MusicEvent] = []
    /// The latest end of an event, or later.
    private var latestEnd = 0.0

    /// No events.
    package init() {}

    /// How many events there are.
    package var count: Int { events.count }

    /// The event at a place.
    package func event(at place: Int) -> MusicEvent { events[place].event(payloads) }

    /// The position of the event at a place.
    package func beat(at place: Int) -> Double { events[place].beat }

    /// The end of the last event to end, in beats; 0 without events.
    package var end: Double { latestEnd }

    /// The place of the first event at a position or later.
    package func firstPlace(atOrAfter beat: Double) -> Int { place { $0 < beat } }

    /// The place behind all events up to a position.
    package func firstPlace(after beat: Double) -> Int { place { $0 <= beat } }

    private func place(_ isBefore: (Double) -> Bool) -> Int {
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(events[middle].beat) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The places of the events from one position to before another.
    package func places(from start: Double, to end: Double) -> Range<Int> {
        let first = firstPlace(atOrAfter: start)
        return first..<max(first, firstPlace(atOrAfter: end))
    }

    // MARK: - Changes

    /// Adds an event behind those of the same position.
    package mutating func insert(_ event: MusicEvent, at beat: Double) {
        let stored = store(event, at: beat)
        if let last = events.last, last.beat > beat {
            events.insert(stored, at: firstPlace(after: beat))
        } else {
            events.append(stored)
        }
        latestEnd = max(latestEnd, beat + stored.duration)
    }

    /// Adds an event that is not before any other.
    mutating func append(_ stored: StoredEvent) {
        events.append(stored)
        latestEnd = max(latestEnd, stored.beat + stored.duration)
    }

    /// Adds an event with content that is not before any other.
    mutating func append(_ event: MusicEvent, at beat: Double) { append(store(event, at: beat)) }

    /// Changes the event at a place without moving it, such as a note whose end has been found.
    mutating func update(at place: Int, _ change: (inout StoredEvent) -> Void) {
        change(&events[place])
        latestEnd = max(latestEnd, events[place].beat + events[place].duration)
    }

    /// Removes the last event if it is a tempo at this position.
    mutating func removeLastTempo(at beat: Double) {
        guard let last = events.last, last.kind == .payload, last.beat == beat,
            Int(last.extra) == payloads.count - 1,
            case .meta(MusicEvent.MetaType.tempo, _) = event(at: events.count - 1)
        else { return }
        events.removeLast()
        payloads.removeLast()
    }

    private mutating func store(_ event: MusicEvent, at beat: Double) -> StoredEvent {
        if let stored = StoredEvent(event, at: beat) { return stored }
        payloads.append(event)
        return StoredEvent(
            .payload, beat: beat, duration: event.duration, channel: 0, 0,
            extra: UInt32(truncatingIfNeeded: payloads.count - 1))
    }

    /// The events of these places as they are, in the same order, with other positions.
    func entries(_ places: Range<Int>) -> [(beat: Double, event: MusicEvent)] {
        places.map { (events[$0].beat, event(at: $0)) }
    }

    /// Removes the events of these places.
    mutating func remove(_ places: Range<Int>) {
        guard !places.isEmpty else { return }
        let hadPayload = places.contains { events[$0].kind == .payload }
        events.removeSubrange(places)
        if hadPayload { dropPayloads() }
        latestEnd = events.reduce(0) { max($0, $1.beat + $1.duration) }
    }

    /// Takes the events with content that fit out; their positions and what they are.
    mutating func extract(
        where fits: (MusicEvent) -> Bool
    ) -> [(beat: Double, event: MusicEvent)] {
        guard payloads.contains(where: fits) else { return [] }
        var taken: [(beat: Double, event: MusicEvent)] = []
        events.removeAll { stored in
            guard stored.kind == .payload, fits(payloads[Int(stored.extra)]) else { return false }
            taken.append((stored.beat, payloads[Int(stored.extra)]))
            return true
        }
        dropPayloads()
        latestEnd = events.reduce(0) { max($0, $1.beat + $1.duration) }
        return taken
    }

    /// Moves the events from a place on by so many beats.
    mutating func shift(from place: Int, by beats: Double) {
        for index in place..<max(place, events.count) { events[index].beat += beats }
        latestEnd = events.reduce(0) { max($0, $1.beat + $1.duration) }
    }

    /// Forgets the payloads that no event refers to.
    private mutating func dropPayloads() {
        var kept: [MusicEvent] = []
        for index in events.indices where events[index].kind == .payload {
            kept.append(payloads[Int(events[index].extra)])
            events[index].extra = UInt32(truncatingIfNeeded: kept.count - 1)
        }
        payloads = kept
    }

    /// Replaces all events by these, in any order; those of one position keep theirs.
    mutating func replaceAll(_ entries: [(beat: Double, event: MusicEvent)]) {
        let order = entries.indices.sorted {
            (entries[$0].beat, $0) < (entries[$1].beat, $1)
        }
        self = EventStore()
        events.reserveCapacity(entries.count)
        for index in order { append(entries[index].event, at: entries[index].beat) }
    }

    package static func == (left: EventStore, right: EventStore) -> Bool {
        left.count == right.count
            && (0..<left.count).allSatisfy {
                left.beat(at: $0) == right.beat(at: $0) && left.event(at: $0) == right.event(at: $0)
            }
    }
}
