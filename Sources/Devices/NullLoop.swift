import CAVFRealtime

/// What the null device's thread does: render a period, wait until it would have been heard, go on.
struct NullLoop: Sendable {
    let format: DeviceStreamFormat
    let rendering: DeviceRendering
    let buffer: PlanarBuffer
    let status: DeviceStreamStatus

    /// Longest wait in one piece, so that `stop()` returns soon whatever the period.
    private static let longestWaitNanoseconds: UInt64 = 100_000_000

    func run() {
        var begin = avf_rt_host_time()
        var frameTime = 0
        while !status.stopIsRequested {
            frameTime += format.periodFrameCount
            let deadline = begin + format.nanoseconds(ofFrames: frameTime)
            buffer.render(
                rendering, frameCount: format.periodFrameCount, hostTimeNanoseconds: deadline)
            begin += lateness(pastNanoseconds: deadline)
            wait(untilNanoseconds: deadline)
        }
    }

    /// A whole period late is an interruption: the clock goes on from here, without a burst to catch up.
    private func lateness(pastNanoseconds deadline: UInt64) -> UInt64 {
        let now = avf_rt_host_time()
        guard now > deadline + format.nanoseconds(ofFrames: format.periodFrameCount) else { return 0 }
        let late = now - deadline
        status.noteXrun(lostFrameCount: Int(Double(late) * format.sampleRateHz / 1e9))
        return late
    }

    private func wait(untilNanoseconds deadline: UInt64) {
        while !status.stopIsRequested {
            let soon = avf_rt_host_time() + Self.longestWaitNanoseconds
            MonotonicClock.sleep(untilNanoseconds: min(soon, deadline))
            if deadline <= soon { return }
        }
    }
}
