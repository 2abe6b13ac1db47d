import Testing

/// A plugin of `Plugins/rogue_deeds.c`, and what must come of it.
struct Rogue: CustomTestStringConvertible, Sendable {
    enum End: Sendable {
        /// It does not start; the error says so.
        case refused(String)
        /// Its process is lost while it runs or ends; the report says so.
        case lost(String)
        /// What is wrong is kept from others, and reported once with this in the sentence.
        case told(String)
        /// Nothing: whatever it does, it does to itself.
        case unnoticed
    }

    /// Its name in `rogue_deeds.c`.
    let name: String
    let end: End
    /// It can be run in this process, which it harms no more than one of its own.
    var isTame = false

    /// It never comes back from somewhere.
    var hangs: Bool { name.hasPrefix("hang-") || name.hasPrefix("spin-") }

    var testDescription: String { name }

    private init(_ name: String, _ end: End, tame isTame: Bool = false) {
        self.name = name
        self.end = end
        self.isTame = isTame
    }

    /// All of them.
    static let all: [Rogue] = starting + running + ending + sounding + writing + meddling + talking

    private static let starting =
        [
            "crash-when-loaded", "crash-when-asked", "crash-in-instantiate", "crash-in-connect",
            "crash-in-activate", "crash-in-deactivate",
        ].map { Rogue($0, .refused("crashed while it started (SIGSEGV)")) } + [
            Rogue("hang-in-instantiate", .refused("did not answer for 0.4 s while it started")),
            Rogue("slow-start", .unnoticed, tame: true),
        ]

    private static let running = [
        Rogue("crash-in-run", .lost("crashed in run() (SIGSEGV)")),
        Rogue("stack-overflow", .lost("crashed in run() (SIGSEGV)")),
        Rogue("double-free", .lost("crashed in run() (SIGABRT)")),
        Rogue("exception", .lost("crashed in run() (SIGABRT)")),
        Rogue("heap-smasher", .lost("crashed in run() (SIGABRT)")),
        Rogue("trap", .lost("crashed in run() (SIGILL)")),
        Rogue("division-by-zero", .lost("crashed in run() (SIGFPE)")),
        Rogue("kill", .lost("crashed in run() (SIGKILL)")),
        Rogue("exit", .lost("ended its process in run() with status 3")),
        Rogue("crash-in-work", .lost("(SIGSEGV)")),
        Rogue("hang-in-run", .lost("did not answer for 0.4 s in run()")),
        Rogue("spin-in-run", .lost("did not answer for 0.4 s in run()")),
        Rogue("hang-in-work", .lost("did not answer for 0.4 s")),
        Rogue("memory-leak", .lost("ran out of memory: it may have 256 MiB (SIGSEGV)")),
        Rogue("far-underrun", .lost("crashed in run() (SIGSEGV)")),
    ]

    private static let ending = [
        Rogue("crash-in-cleanup", .lost("crashed while it ended (SIGSEGV)")),
        Rogue("abort-in-cleanup", .lost("crashed while it ended (SIGABRT)")),
        Rogue("hang-in-cleanup", .lost("while it ended")),
    ]

    private static let sounding =
        ["nan", "infinity", "loud"].map {
            Rogue($0, .told("NaN, infinity or noise beyond measure; such samples are silent"), tame: true)
        }
        + ["denormals", "constant", "unwritten"].map { Rogue($0, .unnoticed, tame: true) }

    private static let writing =
        [Rogue("input-writer", .unnoticed, tame: true)]
        + ["overrun", "underrun"].map { Rogue($0, .told("wrote outside of its audio buffers")) }
        + [Rogue("late-writer", .unnoticed)]

    private static let meddling =
        ["allocation", "lock", "print", "file-read", "arithmetic", "slow-run"].map {
            Rogue($0, .unnoticed, tame: $0 != "print")
        }
        + [
            "parent-signaller", "self-signaller",
            "descriptor-leak", "thread-leak", "locale", "signals", "closed-files", "folder", "environment",
            "folder-in-cleanup", "environment-in-activate", "signals-in-deactivate", "flushing", "limits",
            "arithmetic-in-instantiate", "writer-for-ever",
        ].map { Rogue($0, .unnoticed) }

    private static let talking =
        [
            "disordered-events", "late-events", "mangled-messages", "garbage-events", "latency-lies",
            "worker-flood",
        ]
        .map { Rogue($0, .unnoticed, tame: true) } + [
            Rogue("too-many-events", .told("messages that cannot be read"), tame: true)
        ]
}
