import Glibc

/// Waits for what another thread or process does, half a millisecond at a time; gives up after ten seconds.
package func wait(until condition: () -> Bool) {
    for _ in 0..<20_000 {
        if condition() { return }
        usleep(500)
    }
}
