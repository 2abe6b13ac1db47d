/// When to try again to open a device that is gone.
///
/// udev and sound servers need some time with a new card, so the first tries come soon one after the other;
/// then there is one each five seconds.
struct RetryPauses: Sendable {
    private static let milliseconds: [UInt64] = [50, 200, 800, 1_600, 3_200, 5_000]

    private var count = 0
    private var nextNanoseconds: UInt64 = 0

    /// Whether a try is due.
    func isDue(now: UInt64) -> Bool { now >= nextNanoseconds }

    /// After a try that failed, or a loss.
    mutating func fail(now: UInt64) {
        nextNanoseconds = now + Self.milliseconds[min(count, Self.milliseconds.count - 1)] * 1_000_000
        count += 1
    }

    /// After a success.
    mutating func succeed() { count = 0 }

    /// After news of devices: now, and soon again.
    mutating func restart() { (count, nextNanoseconds) = (0, 0) }
}
