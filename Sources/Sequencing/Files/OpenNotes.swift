/// The notes of a track whose ends have not been read.
///
/// Of several notes of one key the one that began first ends first.
struct OpenNotes {
    private static let none = UInt32.max
    /// The oldest and the newest open note of each key of each channel; while a note is open, its `extra` is
    /// the place of the next one of its key.
    private var oldest: [UInt32] = []
    private var newest: [UInt32] = []
    private var unmatchedCount = 0

    private static func key(_ channel: UInt8, _ key: UInt8) -> Int { Int(channel & 15) << 7 | Int(key & 127) }

    /// Begins a note.
    mutating func begin(
        _ channel: UInt8, _ key: UInt8, velocity: UInt8, at beat: Double, _ events: inout EventStore
    ) {
        if oldest.isEmpty {
            oldest = Array(repeating: Self.none, count: 2048)
            newest = oldest
        }
        let place = UInt32(truncatingIfNeeded: events.count)
        let slot = Self.key(channel, key)
        events.append(StoredEvent(.note, beat: beat, channel: channel, key, velocity, extra: Self.none))
        if oldest[slot] == Self.none {
            oldest[slot] = place
        } else {
            events.update(at: Int(newest[slot])) { $0.extra = place }
        }
        newest[slot] = place
    }

    /// Ends the oldest open note of a key, or counts an end without a note.
    mutating func end(
        _ channel: UInt8, _ key: UInt8, releaseVelocity: UInt8, atTick tick: Int64, _ timeBase: TimeBase,
        _ events: inout EventStore
    ) {
        let slot = Self.key(channel, key)
        guard !oldest.isEmpty, oldest[slot] != Self.none else {
            unmatchedCount += 1
            return
        }
        let place = Int(oldest[slot])
        oldest[slot] = events.events[place].extra
        Self.end(place, releaseVelocity, atTick: tick, timeBase, &events)
    }

    private static func end(
        _ place: Int, _ releaseVelocity: UInt8, atTick tick: Int64, _ timeBase: TimeBase,
        _ events: inout EventStore
    ) {
        let start = timeBase.tick(ofBeat: events.beat(at: place)) ?? tick
        events.update(at: place) {
            $0.extra = UInt32(releaseVelocity)
            $0.duration = timeBase.beat(ofTick: max(0, tick - start))
        }
    }

    /// Ends all open notes; how many there were, and how many ends had no note.
    mutating func endAll(
        atTick tick: Int64, _ timeBase: TimeBase, _ events: inout EventStore
    ) -> (open: Int, unmatched: Int) {
        var count = 0
        for slot in oldest.indices {
            while oldest[slot] != Self.none {
                let place = Int(oldest[slot])
                oldest[slot] = events.events[place].extra
                Self.end(place, 64, atTick: tick, timeBase, &events)
                count += 1
            }
        }
        return (count, unmatchedCount)
    }
}
