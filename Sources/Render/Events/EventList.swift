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

    /// The end of the MIDI message that begins at a place; the place itself if no whole one does.
    @_noLocks
    package func endOfMessage(at place: Int) -> Int {
        let first = self[place]
        guard first.isMIDI, !first.continues, first.messageByteCount > 0 else { return place }
        let pieceCount = first.pieceCount
        guard pieceCount <= count &- place else { return place }
        for piece in 1..<max(1, pieceCount) {
            let event = self[place &+ piece]
            let rest = first.messageByteCount &- piece &* UnitEvent.byteCapacity
            guard event.isMIDI, event.continues, event.messageByteCount == rest else { return place }
        }
        return place &+ pieceCount
    }

    /// The place of the first event from `start` on that is not before a time.
    @_noLocks
    package func firstPlace(from start: Int, notBefore time: Int64) -> Int {
        var place = start
        while place < count, self[place].sampleTime < time { place &+= 1 }
        return place
    }
}
