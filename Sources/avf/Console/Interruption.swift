import Glibc
import Synchronization

/// The user's wish to end, from the keyboard (SIGINT) or the system (SIGTERM).
enum Interruption {
    private static let wish = Atomic<Bool>(false)

    /// Whether the wish was expressed.
    static var isRequested: Bool { wish.load(ordering: .relaxed) }

    /// Takes note of signals instead of ending at once; a second signal ends at once.
    static func listen() {
        // The word exists before the handler, which must not be the first to touch it.
        _ = isRequested
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in [SIGINT, SIGTERM] {
            sigaddset(&wanted, number)
            signal(number) { number in
                Interruption.wish.store(true, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
        }
        // Whoever started the tool from a thread that blocks signals has left us that.
        pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
    }
}
