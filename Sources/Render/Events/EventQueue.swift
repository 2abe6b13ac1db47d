import AVFRealtime

/// Where any thread sends the events of one unit, as many as a bus holds: without a lock, and without
/// waiting.
///
/// It belongs to what the unit's owner keeps, so that events outlive a unit that is made anew for another
/// format.
package final class EventQueue: Sendable {
    private let queue = LazyCell<MultiProducerQueue<UnitEvent>>()

    /// A queue that takes memory when it is first used.
    package init() {}

    /// Whether the queue was ever used.
    package var isMade: Bool { queue.pointer != nil }

    /// The queue's memory; made now if it was not, so that later calls need none. [control]
    @discardableResult
    package func prepare() -> UnsafeMutablePointer<MultiProducerQueue<UnitEvent>> {
        queue.pointer { MultiProducerQueue(minimumCapacity: EventBus.capacity) }
    }

    /// Sends an event; false if the queue is full. [any, after `prepare`]
    package func enqueue(_ event: UnitEvent) -> Bool { prepare().pointee.push(event) }

    /// Sends a MIDI message of any length, as a whole; false if it is empty or does not fit. [any, after
    /// `prepare`]
    package func enqueue(
        _ bytes: UnsafePointer<UInt8>, byteCount: Int, cable: UInt8 = 0, at sampleTime: Int64
    ) -> Bool {
        guard byteCount > UnitEvent.byteCapacity else {
            return byteCount > 0
                && enqueue(UnitEvent(bytes, byteCount: byteCount, cable: cable, at: sampleTime))
        }
        return prepare().pointee.push(count: UnitEvent.count(forBytes: byteCount)) { piece in
            let done = piece &* UnitEvent.byteCapacity
            return UnitEvent(
                bytes + done, byteCount: byteCount &- done, continues: done > 0, cable: cable, at: sampleTime)
        }
    }
}
