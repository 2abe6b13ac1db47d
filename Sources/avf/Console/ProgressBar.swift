import AVFConsole
import Glibc

/// A bar on standard error for work that takes long, on a terminal.
struct ProgressBar {
    private static let width = 40
    private static let patienceSeconds = 0.5
    private static let periodSeconds = 0.1

    private let total: Int
    private let start = Stopwatch()
    private var lastDrawnSeconds = 0.0
    private var isDrawn = false
    private let isInteractive: Bool

    /// A bar for so many steps; drawn only once the work has lasted half a second.
    init(total: Int, isShown: Bool = true) {
        self.total = max(1, total)
        isInteractive = isShown && Console.isInteractive
    }

    /// Shows how many steps are done.
    mutating func show(_ done: Int) {
        guard isInteractive else { return }
        let seconds = start.seconds
        guard seconds > Self.patienceSeconds, seconds > lastDrawnSeconds + Self.periodSeconds else { return }
        lastDrawnSeconds = seconds
        isDrawn = true
        let filled = min(Self.width, done * Self.width / total)
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: Self.width - filled)
        Console.redraw("[\(bar)] \(min(100, done * 100 / total)) %")
    }

    /// Wipes the bar away.
    mutating func finish() {
        guard isDrawn else { return }
        Console.redraw(String(repeating: " ", count: Self.width + 10) + "\r")
        isDrawn = false
    }
}

/// Seconds since it was made.
struct Stopwatch {
    private let start = Self.now

    /// The seconds until now.
    var seconds: Double { Double(Self.now - start) / 1e9 }

    private static var now: UInt64 { clock_gettime_nsec(CLOCK_MONOTONIC) }

    private static func clock_gettime_nsec(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
