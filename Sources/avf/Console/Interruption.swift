import AVFConsole
import AVFRealtime
import AVFRender
import Glibc
import Synchronization

/// The user's wish to end, from the keyboard (SIGINT, SIGQUIT) or the system (SIGTERM, SIGHUP).
///
/// A thread of its own waits for it, and ends the program: whatever hangs, in whatever library, cannot keep
/// it from that.
enum Interruption {
    /// How long a command that listens may take to end by itself.
    private static let graceNanoseconds = 700_000_000

    private static let wish = Atomic<Bool>(false)
    private static let hasListener = Atomic<Bool>(false)
    private static let unfinished = Mutex<Set<String>>([])
    private static let thread = Mutex<NamedThread?>(nil)

    /// Whether the wish was expressed.
    static var isRequested: Bool { wish.load(ordering: .relaxed) }

    /// Says that the command asks for the wish from now on, and ends by itself.
    static func listen() { hasListener.store(true, ordering: .relaxed) }

    /// A file that is to go if the program has to end before it is whole.
    static func begin(_ path: String) { unfinished.withLock { _ = $0.insert(path) } }

    /// Such a file is whole, or gone.
    static func finish(_ path: String) { unfinished.withLock { _ = $0.remove(path) } }

    /// Begins to wait for the wish; before any other thread is made, because they all leave it to this one.
    static func watch() {
        var signals = wanted
        // A handler that does nothing, so that what waits for data looks up.
        var look = sigaction()
        look.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGUSR2, &look, nil)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let caller = pthread_self()
        let made = try? NamedThread(.signals) { wait(caller) }
        // Without a thread the signals do what they do in every program.
        guard made == nil else { return thread.withLock { $0 = made } }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private static var wanted: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGQUIT, SIGTSTP] { sigaddset(&signals, number) }
        // `nohup` has it ignored.
        var hangUp = sigaction()
        sigaction(SIGHUP, nil, &hangUp)
        if unsafeBitCast(hangUp.__sigaction_handler.sa_handler, to: Int.self) == 0 {
            sigaddset(&signals, SIGHUP)
        }
        return signals
    }

    private static func wait(_ caller: pthread_t) {
        var (signals, number) = (wanted, Int32(0))
        repeat {
            guard sigwait(&signals, &number) == 0 else { return }
            // This thread must not go on before the program does.
            if number == SIGTSTP { TerminalMode.suspend { pthread_kill(pthread_self(), SIGSTOP) } }
        } while number == SIGTSTP
        sigdelset(&signals, SIGTSTP)
        wish.store(true, ordering: .relaxed)
        if hasListener.load(ordering: .relaxed) {
            pthread_kill(caller, SIGUSR2)
            // A second signal ends it at once.
            var grace = timespec(tv_sec: 0, tv_nsec: graceNanoseconds)
            let second = sigtimedwait(&signals, nil, &grace)
            if second > 0 { number = second }
        }
        end(number)
    }

    /// Ends the process as the signal would have.
    private static func end(_ number: Int32) -> Never {
        unfinished.withLock { for path in $0 { unlink(path) } }
        TerminalMode.end()
        signal(number, SIG_DFL)
        var signals = wanted
        kill(getpid(), number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        _exit(ExitStatus.interrupted.rawValue)
    }
}
