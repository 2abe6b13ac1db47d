import AVFRealtime
import Glibc
import Synchronization

/// Lets a file that grows reach the disk, so that a loss of power costs little: each five seconds, when it
/// is told, and at the end.
///
/// That takes milliseconds, and may take much longer; so it has a thread of its own, for which no other
/// waits.
final class FileSync: Sendable {
    private struct State {
        var thread: HelperThread?
        var isEnding = false
    }

    private let path: String
    private let flush: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let wakeup = Semaphore()

    private static let milliseconds = 5_000

    /// Begins with a file that exists; `flush` is what brings it to the disk.
    ///
    /// - Throws: `NamedThread.Failure` when there is no thread.
    init(
        _ path: String, flush: @escaping @Sendable (String) -> Void = FileSync.writeToDisk
    ) throws(NamedThread.Failure) {
        self.path = path
        self.flush = flush
        let thread = try HelperThread(.disk, wakeup, everyMilliseconds: Self.milliseconds) { self.work() }
        state.withLock { $0.thread = thread }
    }

    /// Writes it soon. [any]
    func now() { wakeup.signal() }

    /// Writes it for the last time; the thread ends then, and with it what it holds. [any]
    func end() {
        state.withLock { $0.isEnding = true }
        wakeup.signal()
    }

    /// The thread keeps this object, and lets itself go: whoever records does not wait for a disk.
    private func work() -> Bool {
        let isLast = state.withLock { $0.isEnding }
        flush(path)
        guard isLast else { return true }
        let thread = state.withLock { $0.thread.take() }
        withExtendedLifetime(thread) {}
        return false
    }

    /// Brings what the system holds of a file to its disk, by whichever descriptor; what cannot be opened is
    /// left alone.
    static let writeToDisk: @Sendable (String) -> Void = { path in
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = fdatasync(file)
        close(file)
    }
}
