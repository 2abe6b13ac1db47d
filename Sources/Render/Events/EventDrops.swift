import AVFRealtime
import Synchronization

/// Messages that found no room in an event bus, counted by the render threads.
@usableFromInline
package struct EventDrops: ~Copyable {
    private let count = Atomic<Int>(0)
    private let newestUnit = Atomic<UInt64>(0)

    /// None yet.
    package init() {}

    /// Counts messages that a unit made. [render]
    @_noLocks
    package func add(_ messageCount: Int, unit: UInt64) {
        newestUnit.store(unit, ordering: .relaxed)
        count.add(messageCount, ordering: .releasing)
    }

    /// How many there were since the last call, and the `serialNumber` of the unit that made the newest one;
    /// nil for none. [control]
    package func take() -> (count: Int, unit: UInt64)? {
        let taken = count.exchange(0, ordering: .acquiring)
        return taken == 0 ? nil : (taken, newestUnit.load(ordering: .relaxed))
    }
}

/// The count of an engine, which lives as long as any of its plans.
package final class EventDropCounter: Sendable {
    private let drops = OwnedCell(EventDrops())

    /// A count of nothing.
    package init() {}

    /// The count, valid as long as this object.
    package var pointer: UnsafePointer<EventDrops> { UnsafePointer(drops.pointer) }
}
