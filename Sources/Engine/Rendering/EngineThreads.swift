import AVFRender
import Glibc
import Synchronization

/// A counting semaphore: the one thing that the render callback touches after it has left the door.
final class Wakeup: @unchecked Sendable {
    // Proof: sem_t is made for several threads; the pointer never changes.
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Wakes the thread that waits, or spares it its next wait. [any]
    func signal() { sem_post(semaphore) }

    /// Waits for a signal, at most that long; several signals count as one.
    func wait(milliseconds: Int) {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        let nanoseconds = deadline.tv_nsec + milliseconds * 1_000_000
        deadline.tv_sec += nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        sem_timedwait(semaphore, &deadline)
        while sem_trywait(semaphore) == 0 {}
    }
}

/// A thread that does a piece of work whenever it is woken, and now and then unasked, until it is told to
/// end.
final class HelperThread: Sendable {
    private let wakeup: Wakeup
    private let isEnding: Ending
    private let thread: NamedThread

    private final class Ending: Sendable {
        let flag = Atomic<Bool>(false)
    }

    /// Starts the thread.
    ///
    /// `work` returns false when there will never be work again.
    init(
        _ role: NamedThread.Role, _ wakeup: Wakeup, everyMilliseconds: Int,
        work: @escaping @Sendable () -> Bool
    ) throws(NamedThread.Failure) {
        let isEnding = Ending()
        self.isEnding = isEnding
        self.wakeup = wakeup
        thread = try NamedThread(role) {
            while !isEnding.flag.load(ordering: .acquiring) {
                guard work() else { return }
                wakeup.wait(milliseconds: everyMilliseconds)
            }
        }
    }

    /// Ends the thread and waits for it, unless it is the caller's own.
    func end() {
        isEnding.flag.store(true, ordering: .releasing)
        wakeup.signal()
        thread.join()
    }
}
