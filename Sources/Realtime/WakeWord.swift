import CAVFRealtime
import Synchronization

/// A count that threads wait for: they look at it for some microseconds, then sleep until it goes on.
@frozen
public struct WakeWord: ~Copyable, @unchecked Sendable {
    // Proof: a futex word is made for several threads, and the count of sleepers is atomic.
    @usableFromInline static var spinNanoseconds: UInt64 { @_noLocks get { 20_000 } }

    @usableFromInline let word = OwnedCell<UInt32>(0)
    @usableFromInline let sleeperCount = Atomic<Int>(0)

    /// A count of 0.
    @inlinable
    public init() {}

    @usableFromInline var count: UnsafeMutablePointer<Atomic<UInt32>> {
        @inlinable @_noLocks get {
            UnsafeMutableRawPointer(word.pointer).assumingMemoryBound(to: Atomic<UInt32>.self)
        }
    }

    /// Counts on, and wakes the threads that sleep. [any]
    @inlinable @_noLocks
    public func signal() {
        count.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
        var sleepers = sleeperCount.load(ordering: .sequentiallyConsistent)
        while sleepers > 0 {
            avf_rt_word_wake(word.pointer)
            sleepers &-= 1
        }
    }

    /// Waits until the count is not `seen` any more; returns it. [control]
    public func wait(after seen: UInt32) -> UInt32 {
        let deadline = avf_rt_host_time() &+ Self.spinNanoseconds
        while avf_rt_host_time() < deadline {
            let now = count.pointee.load(ordering: .acquiring)
            if now != seen { return now }
            avf_rt_pause()
        }
        sleeperCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
        _ = avf_rt_word_wait(word.pointer, seen, .max)
        sleeperCount.wrappingSubtract(1, ordering: .relaxed)
        return count.pointee.load(ordering: .acquiring)
    }
}
