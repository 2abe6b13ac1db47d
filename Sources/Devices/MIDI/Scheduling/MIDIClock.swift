import CAVFRealtime
import Synchronization

/// The clock that messages are stamped and scheduled by.
package protocol MIDIClock: Sendable {
    /// The present time, in nanoseconds. [any]
    var nowNanoseconds: UInt64 { get }
}

/// CLOCK_MONOTONIC, the clock of host times.
package struct MIDISystemClock: MIDIClock {
    /// The clock.
    package init() {}

    package var nowNanoseconds: UInt64 { avf_rt_host_time() }
}

/// A clock that stands still until it is set: for tests, and exact in every run.
package final class MIDIManualClock: MIDIClock {
    private let time: Atomic<UInt64>

    /// A clock that shows a time.
    package init(_ nanoseconds: UInt64 = 0) { time = Atomic(nanoseconds) }

    package var nowNanoseconds: UInt64 { time.load(ordering: .acquiring) }

    /// Shows another time.
    package func set(_ nanoseconds: UInt64) { time.store(nanoseconds, ordering: .releasing) }
}
