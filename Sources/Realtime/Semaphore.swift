import Glibc

/// A counting semaphore: how a thread that must not wait wakes one that may.
public final class Semaphore: @unchecked Sendable {
    // Proof: sem_t is made for several threads; the pointer never changes.
    private let semaphore = OwnedCell(sem_t())

    /// A semaphore that has not been signalled.
    public init() { sem_init(semaphore.pointer, 0, 0) }

    deinit { sem_destroy(semaphore.pointer) }

    /// Wakes the thread that waits, or spares it its next wait. [any]
    public func signal() { sem_post(semaphore.pointer) }

    /// Waits for a signal, at most that long; several signals count as one.
    public func wait(milliseconds: Int) {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        let nanoseconds = deadline.tv_nsec + milliseconds * 1_000_000
        deadline.tv_sec += nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        sem_timedwait(semaphore.pointer, &deadline)
        while sem_trywait(semaphore.pointer) == 0 {}
    }
}
