import CAVFRealtime
import Glibc

/// Nanoseconds of the clock of host times: CLOCK_MONOTONIC, or a test's own.
package typealias HostClock = @convention(c) () -> UInt64

/// Waiting on CLOCK_MONOTONIC, the clock of host times.
enum MonotonicClock {
    /// Waits until the clock shows `time`; returns at once when it has passed.
    ///
    /// Signals do not shorten the wait.
    static func sleep(untilNanoseconds time: UInt64) {
        var deadline = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nil) == EINTR {}
    }

    /// Waits for `nanoseconds` from now.
    static func sleep(nanoseconds: UInt64) {
        sleep(untilNanoseconds: avf_rt_host_time() + nanoseconds)
    }
}
