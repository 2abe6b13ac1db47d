import CAVFRealtime
import Synchronization

/// Lets any number of helping threads into a piece of work that one thread owns.
///
/// The owner opens the gate, works too, and closes it: then it waits, without sleeping, for those who are
/// inside. Both are over within a block.
@frozen
public struct WorkerGate: ~Copyable, Sendable {
    /// Added to the count while the gate is closed; more than there can be threads.
    @usableFromInline static var closed: Int { @_noLocks get { -1_000_000 } }

    /// How many threads are inside; negative while none may come in.
    @usableFromInline let count = Atomic<Int>(WorkerGate.closed)

    /// A closed gate.
    @inlinable
    public init() {}

    /// Lets helpers in, who see what the owner has written before. [owner]
    @inlinable @_noLocks
    public func open() { count.wrappingSubtract(Self.closed, ordering: .acquiringAndReleasing) }

    /// Closes the gate, and waits for those who are inside; what they have written is seen. [owner]
    @inlinable @_noLocks
    public func closeAndWait() {
        count.wrappingAdd(Self.closed, ordering: .acquiringAndReleasing)
        while count.load(ordering: .acquiring) != Self.closed { avf_rt_pause() }
    }

    /// Comes in; false if the gate is closed.
    ///
    /// `leave` follows only if true. [helper]
    @inlinable @_noLocks
    public func enter() -> Bool {
        if count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > 0 { return true }
        count.wrappingSubtract(1, ordering: .relaxed)
        return false
    }

    /// Goes out. [helper]
    @inlinable @_noLocks
    public func leave() { count.wrappingSubtract(1, ordering: .releasing) }
}
