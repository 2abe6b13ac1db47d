import AVFRealtime
import Synchronization

/// A thread that does a piece of work whenever it is woken, and now and then unasked, until it is told to
/// end.
final class HelperThread: Sendable {
    /// What wakes it.
    let wakeup: Semaphore
    private let isEnding: Ending
    private let thread: NamedThread

    private final class Ending: Sendable {
        let flag = Atomic<Bool>(false)
    }

    /// Starts the thread.
    ///
    /// `work` returns false when there will never be work again.
    init(
        _ role: NamedThread.Role, _ wakeup: Semaphore, everyMilliseconds: Int,
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
