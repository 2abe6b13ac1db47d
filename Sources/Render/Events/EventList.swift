/// Events in the order of time, somewhere in memory.
///
/// Borrowed: valid inside `process` only.
@frozen
public struct EventList: BitwiseCopyable {
    @usableFromInline let first: UnsafePointer<UnitEvent>?
    /// How many events there are.
    public let count: Int

    /// A list of `count` events.
    @inlinable @_noLocks
    public init(_ first: UnsafePointer<UnitEvent>?, count: Int) {
        self.first = first
        self.count = first == nil ? 0 : count
    }

    /// No events.
    @inlinable @_noLocks
    public init() {
        first = nil
        count = 0
    }

    /// The event at a place.
    @inlinable
    public subscript(_ place: Int) -> UnitEvent {
        @_noLocks get {
            assert(place < count)
            // A list with events has memory.
            return first.unsafelyUnwrapped[place]
        }
    }

    /// The events of these places.
    @_noLocks
    package func slice(from start: Int, to end: Int) -> EventList {
        EventList(first.map { $0 + start }, count: end &- start)
    }

    /// The place of the first event from `start` on that is not before a time.
    @_noLocks
    package func firstPlace(from start: Int, notBefore time: Int64) -> Int {
        var place = start
        while place < count, self[place].sampleTime < time { place &+= 1 }
        return place
    }
}
