import AVFDSP
import Testing

/// What a run of two clocks may not exceed, and how it is measured.
struct DriftBounds: Sendable {
    /// Blocks of silence after the lock.
    var gaps = 0
    /// Cents off the true pitch, ever.
    var cents = 0.0
    /// Cents off in the second half.
    var centsLater = Double.infinity
    /// From which second on it is never more than 0.1 cents off.
    var settledAfter = Double.infinity
    /// The largest line beside a tone of 1 kHz in the second half, in decibels below it.
    var line = Double.infinity
    /// Frames by which the delay moves in the second half.
    var delay = Double.infinity
}

struct DriftScenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let clocks: TwoClocks
    let bounds: DriftBounds

    init(_ name: String, _ bounds: DriftBounds, _ prepare: (inout TwoClocks) -> Void) {
        testDescription = name
        var clocks = TwoClocks()
        prepare(&clocks)
        self.clocks = clocks
        self.bounds = bounds
    }

    static let all = [
        DriftScenario(
            "equal clocks", DriftBounds(cents: 0.06, centsLater: 0.001, line: -130, delay: 0.2)
        ) { $0.drift = 0 },
        DriftScenario(
            "200 ppm",
            DriftBounds(cents: 0.4, centsLater: 0.001, settledAfter: 6, line: -130, delay: 0.2)
        ) { _ in },
        DriftScenario("500 ppm", DriftBounds(cents: 0.9, settledAfter: 45, line: -120, delay: 0.2)) {
            ($0.drift, $0.target) = (500, 520)
        },
        DriftScenario(
            "-500 ppm and 1 ms of jitter", DriftBounds(cents: 1, settledAfter: 45, line: -110, delay: 1.5)
        ) { ($0.drift, $0.target, $0.lateness) = (-500, 600, .even(microseconds: 1000)) },
        DriftScenario(
            "1 ms of jitter for an hour", DriftBounds(cents: 0.6, centsLater: 0.01, line: -110, delay: 1.5)
        ) { ($0.seconds, $0.target, $0.lateness) = (3600, 520, .even(microseconds: 1000)) },
        DriftScenario(
            "wake-ups 20 ms late for an hour",
            DriftBounds(cents: 0.6, centsLater: 0.02, line: -105, delay: 3)
        ) { ($0.seconds, $0.target, $0.lateness) = (3600, 1500, .outliers(microseconds: 1000)) },
        DriftScenario("blocks of 64 and 1024", DriftBounds(cents: 0.4, line: -125, delay: 0.3)) {
            ($0.leaderBlock, $0.followerBlock, $0.target) = (64, 1024, 1288)
        },
        DriftScenario("blocks of 1024 and 64", DriftBounds(cents: 0.45, line: -120, delay: 0.3)) {
            ($0.leaderBlock, $0.followerBlock, $0.target) = (1024, 64, 1288)
        },
        DriftScenario("blocks of 128 and 441", DriftBounds(cents: 0.4, line: -125, delay: 0.3)) {
            ($0.followerBlock, $0.target) = (441, 769)
        },
        DriftScenario(
            "a clock that becomes 200 ppm faster",
            DriftBounds(cents: 0.4, settledAfter: 345, line: -120, delay: 1)
        ) { ($0.drift, $0.driftChange, $0.seconds, $0.target) = (0, (300, 200), 900, 600) },
        DriftScenario("a dropout of 0.2 s", DriftBounds(gaps: 90, cents: 0.4, centsLater: 0.02)) {
            ($0.dropout, $0.target) = ((300, 0.2), 600)
        },
        DriftScenario(
            "a device that is back after 5 s", DriftBounds(gaps: 1950, cents: 0.6, centsLater: 0.15)
        ) { ($0.dropout, $0.target, $0.lateness) = ((300, 5), 700, .even(microseconds: 1000)) },
    ]
}

@Suite struct TwoClocksTests {
    @Test(arguments: DriftScenario.all)
    func `two clocks stay together within the bounds`(scenario: DriftScenario) {
        let record = scenario.clocks.run()
        let bounds = scenario.bounds
        let cents = record.deviation.map { abs(1200 * binaryLogarithm($0)) }
        let later = cents.suffix(cents.count / 2)
        let delays = record.delayError.suffix(record.delayError.count / 2)
        let meanDelay = delays.reduce(0, +) / Double(delays.count)
        let settled = Double((cents.lastIndex { $0 > 0.1 } ?? -1) + 1) / record.blocksPerSecond
        let line = SideLine.decibels(record.timeError, blocksPerSecond: record.blocksPerSecond)
        #expect(record.gapCount <= bounds.gaps)
        #expect(cents.max() ?? 0 <= bounds.cents)
        #expect(later.max() ?? 0 <= bounds.centsLater)
        #expect(settled <= bounds.settledAfter)
        #expect(line <= bounds.line)
        #expect(delays.map { abs($0 - meanDelay) }.max() ?? 0 <= bounds.delay)

    }

    /// log2(1 + x), exact for small x.
    private func binaryLogarithm(_ x: Double) -> Double {
        (x - x * x / 2 + x * x * x / 3) / 0.6931471805599453
    }
}
