import CAVFRealtime

/// Gives a device without a clock its periods, by CLOCK_MONOTONIC.
struct PeriodPacer {
    private let format: DeviceStreamFormat
    private var begin: UInt64
    private var frameTime = 0

    /// Longest wait in one piece, so that `stop()` returns soon whatever the period.
    private static let longestWaitNanoseconds: UInt64 = 100_000_000

    /// Time begins when the frames that the device has taken before will have been heard.
    init(format: DeviceStreamFormat, aheadFrameCount: Int = 0) {
        self.format = format
        begin = avf_rt_host_time() + format.nanoseconds(ofFrames: aheadFrameCount)
    }

    /// When the next period will have been heard.
    mutating func nextDeadline() -> UInt64 {
        frameTime += format.periodFrameCount
        return begin + format.nanoseconds(ofFrames: frameTime)
    }

    /// Waits for `deadline`; a whole period late is an interruption, after which time goes on from now,
    /// without a burst to catch up.
    mutating func wait(untilNanoseconds deadline: UInt64, status: DeviceStreamStatus) {
        let now = avf_rt_host_time()
        if now > deadline + format.nanoseconds(ofFrames: format.periodFrameCount) {
            status.noteXrun(lostFrameCount: format.frameCount(inNanoseconds: now - deadline))
            begin += now - deadline
            return
        }
        while !status.stopIsRequested {
            let soon = avf_rt_host_time() + Self.longestWaitNanoseconds
            MonotonicClock.sleep(untilNanoseconds: min(soon, deadline))
            if deadline <= soon { return }
        }
    }
}
