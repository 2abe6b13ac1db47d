import Synchronization

/// A moment of the render timeline: a sample time and the host time that belongs to it.
package struct RenderInstant: Sendable, Equatable {
    /// Frames since the timeline began.
    package var sampleTime: Int64
    /// Nanoseconds of CLOCK_MONOTONIC; 0 where the host's clock has no meaning (offline).
    package var hostTime: UInt64

    /// A moment.
    package init(sampleTime: Int64, hostTime: UInt64) {
        self.sampleTime = sampleTime
        self.hostTime = hostTime
    }
}

/// The time of the newest block: written by the render thread, read by any other without waiting for it.
///
/// A sequence lock: the count is odd while the two words are being written, and a reader tries again.
package struct RenderClock: @unchecked Sendable {
    // Proof: all words are atomic, ordered by the sequence count.
    private struct Words: ~Copyable {
        let sequence = Atomic<UInt32>(0)
        let sampleTime = Atomic<Int64>(0)
        let hostTime = Atomic<UInt64>(0)
        let hasTicked = Atomic<Bool>(false)
    }

    private let words: UnsafeMutablePointer<Words>

    /// A clock that has not ticked.
    package init() {
        words = .allocate(capacity: 1)
        words.initialize(to: Words())
    }

    /// Frees the clock, once, when no thread reads it any more.
    package func deallocate() {
        words.deinitialize(count: 1)
        words.deallocate()
    }

    /// Publishes the time of a block.
    ///
    /// Render thread, or control with the renderer stopped.
    @_noLocks
    package func publish(sampleTime: Int64, hostTime: UInt64) {
        let sequence = words.pointee.sequence.load(ordering: .relaxed)
        words.pointee.sequence.store(sequence &+ 1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        words.pointee.sampleTime.store(sampleTime, ordering: .relaxed)
        words.pointee.hostTime.store(hostTime, ordering: .relaxed)
        words.pointee.sequence.store(sequence &+ 2, ordering: .releasing)
        words.pointee.hasTicked.store(true, ordering: .releasing)
    }

    /// The time of the newest block, or nil if there has been none. [any]
    package var now: RenderInstant? {
        while true {
            guard words.pointee.hasTicked.load(ordering: .acquiring) else { return nil }
            let before = words.pointee.sequence.load(ordering: .acquiring)
            let sampleTime = words.pointee.sampleTime.load(ordering: .relaxed)
            let hostTime = words.pointee.hostTime.load(ordering: .relaxed)
            atomicMemoryFence(ordering: .acquiring)
            if before & 1 == 0, words.pointee.sequence.load(ordering: .relaxed) == before {
                return RenderInstant(sampleTime: sampleTime, hostTime: hostTime)
            }
        }
    }

    /// Forgets the time, with the renderer stopped.
    ///
    /// The sequence goes on: a reader that is still at an old time must not take a new one for it.
    package func clear() { words.pointee.hasTicked.store(false, ordering: .releasing) }
}
