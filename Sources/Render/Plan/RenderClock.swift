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
package struct RenderClock: ~Copyable, Sendable {
    private let sequence = Atomic<UInt32>(0)
    private let sampleTime = Atomic<Int64>(0)
    private let hostTime = Atomic<UInt64>(0)
    private let hasTicked = Atomic<Bool>(false)

    /// A clock that has not ticked.
    package init() {}

    /// Publishes the time of a block.
    ///
    /// Render thread, or control with the renderer stopped.
    @_noLocks
    package func publish(sampleTime: Int64, hostTime: UInt64) {
        let count = sequence.load(ordering: .relaxed)
        sequence.store(count &+ 1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        self.sampleTime.store(sampleTime, ordering: .relaxed)
        self.hostTime.store(hostTime, ordering: .relaxed)
        sequence.store(count &+ 2, ordering: .releasing)
        hasTicked.store(true, ordering: .releasing)
    }

    /// The time of the newest block, or nil if there has been none. [any]
    package var now: RenderInstant? {
        while true {
            guard hasTicked.load(ordering: .acquiring) else { return nil }
            let before = sequence.load(ordering: .acquiring)
            let sampleTime = self.sampleTime.load(ordering: .relaxed)
            let hostTime = self.hostTime.load(ordering: .relaxed)
            atomicMemoryFence(ordering: .acquiring)
            if before & 1 == 0, sequence.load(ordering: .relaxed) == before {
                return RenderInstant(sampleTime: sampleTime, hostTime: hostTime)
            }
        }
    }

    /// Forgets the time, with the renderer stopped.
    ///
    /// The sequence goes on: a reader that is still at an old time must not take a new one for it.
    package func clear() { hasTicked.store(false, ordering: .releasing) }
}
