import Glibc

/// How the control side waits for the end of a block.
enum Nap {
    /// Sleeps for 50 µs, a small part of a block.
    static func briefly() { usleep(50) }
}
