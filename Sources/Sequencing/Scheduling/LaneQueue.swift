/// The lanes in the order of their next events; of equal positions the first lane comes first.
///
/// A binary heap in memory that the snapshot owns (Williams, "Algorithm 232: Heapsort", 1964).
struct LaneQueue: BitwiseCopyable {
    /// A lane and the song's unit of its next event.
    struct Entry: BitwiseCopyable {
        var unit: Int64
        var lane: Int32

        @_noLocks
        init(unit: Int64, lane: Int32) {
            self.unit = unit
            self.lane = lane
        }

        @_noLocks
        func isBefore(_ other: Entry) -> Bool {
            unit < other.unit || unit == other.unit && lane < other.lane
        }
    }

    private let entries: UnsafeMutablePointer<Entry>
    /// How many lanes have events left.
    private(set) var count = 0

    /// An empty queue in memory for all lanes.
    init(_ entries: UnsafeMutablePointer<Entry>) { self.entries = entries }

    /// The lane whose event is next.
    var first: Entry? { @_noLocks get { count > 0 ? entries[0] : nil } }

    @_noLocks
    mutating func removeAll() { count = 0 }

    /// Adds a lane; one without events is left out.
    @_noLocks
    mutating func insert(_ entry: Entry) {
        guard entry.unit < .max else { return }
        var place = count
        while place > 0, entry.isBefore(entries[(place &- 1) >> 1]) {
            entries[place] = entries[(place &- 1) >> 1]
            place = (place &- 1) >> 1
        }
        entries[place] = entry
        count &+= 1
    }

    /// Gives the first lane another next event, or removes it if it has none.
    @_noLocks
    mutating func updateFirst(unit: Int64) {
        guard count > 0 else { return }
        var entry = Entry(unit: unit, lane: entries[0].lane)
        if unit == .max {
            count &-= 1
            entry = entries[count]
        }
        var place = 0
        while true {
            var child = 2 &* place &+ 1
            guard child < count else { break }
            if child &+ 1 < count, entries[child &+ 1].isBefore(entries[child]) { child &+= 1 }
            guard entries[child].isBefore(entry) else { break }
            entries[place] = entries[child]
            place = child
        }
        if count > 0 { entries[place] = entry }
    }
}
