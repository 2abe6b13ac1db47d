import Glibc

/// Lets the other threads of a test run while one has nothing to do.
enum Pause {
    static func briefly() { sched_yield() }
}
