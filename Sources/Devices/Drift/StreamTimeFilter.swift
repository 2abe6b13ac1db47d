import CAVFDSP

/// The time of a stream's wake-ups without their jitter: a delay-locked loop of second order.
///
/// After F. Adriaensen, "Using a DLL to filter time" (2005). What is late by more than four mean deviations
/// counts as late by that much, so that single late wake-ups do not move it. One period of the loop is 1 s
/// during the first two seconds, then 10 s.
package struct StreamTimeFilter: BitwiseCopyable, Sendable {
    private enum Constant {
        static var fastHz: Double { @_noLocks get { 1 } }
        static var slowHz: Double { @_noLocks get { 0.1 } }
        static var fastSeconds: Double { @_noLocks get { 2 } }
        static var firstDeviation: Double { @_noLocks get { 200e-6 } }
        static var leastLimit: Double { @_noLocks get { 20e-6 } }
        static var deviationStep: Double { @_noLocks get { 0.02 } }
        static var gapSeconds: Double { @_noLocks get { 0.05 } }
        static var longestGapSeconds: Double { @_noLocks get { 0.25 } }
    }

    private let nominalHz: Double
    private let blockFrameCount: Int
    private var framesSinceStart = 0
    private var isStarted = false
    private var time = 0.0
    private var next = 0.0
    private var deviation = Constant.firstDeviation
    /// How long one frame lasts, as measured.
    package private(set) var secondsPerFrame: Double

    /// A filter for a stream that moves `blockFrameCount` frames at a time, `sampleRateHz` in a second.
    @_noLocks
    package init(sampleRateHz: Double, blockFrameCount: Int) {
        nominalHz = sampleRateHz
        self.blockFrameCount = blockFrameCount
        secondsPerFrame = 1 / sampleRateHz
    }

    /// When the stream last woke, in seconds since the ring's origin.
    package var seconds: Double { @_noLocks get { time } }

    /// Where a stream stands that has moved so many frames.
    @_noLocks
    package func position(frameCount: Int) -> StreamPosition {
        StreamPosition(
            frameCount: frameCount, seconds: time, secondsPerFrame: secondsPerFrame,
            blockFrameCount: blockFrameCount)
    }

    /// Takes note that `moved` frames more were there at a time in seconds.
    ///
    /// After a gap the filter begins again at that time and keeps the measured duration of a frame.
    @_noLocks
    package mutating func note(frameCount moved: Int, at seconds: Double) {
        guard isStarted else { return start(at: seconds) }
        // Moved by another number of frames than foretold.
        next += Double(moved - blockFrameCount) * secondsPerFrame
        let lateness = seconds - next
        let longest = max(8 * Double(blockFrameCount) * secondsPerFrame, Constant.gapSeconds)
        guard abs(lateness) <= min(longest, Constant.longestGapSeconds) else { return start(at: seconds) }
        follow(limited(lateness), moved: max(1, moved))
        framesSinceStart += moved
    }

    @_noLocks
    private mutating func start(at seconds: Double) {
        isStarted = true
        framesSinceStart = 0
        time = seconds
        next = seconds + Double(blockFrameCount) * secondsPerFrame
    }

    @_noLocks
    private mutating func follow(_ error: Double, moved: Int) {
        let isFast = Double(framesSinceStart) < Constant.fastSeconds * nominalHz
        let bandwidthHz = isFast ? Constant.fastHz : Constant.slowHz
        let omega = 2 * Double.pi * bandwidthHz * Double(moved) / nominalHz
        time = next
        next += Double(blockFrameCount) * secondsPerFrame + avf_dsp_sqrt(2) * omega * error
        let duration = secondsPerFrame + omega * omega * error / Double(moved)
        // No clock is wrong by half; what seems so is a stream that jumps.
        secondsPerFrame = min(max(duration, 0.5 / nominalHz), 2 / nominalHz)
    }

    /// The error with outliers cut down to four mean deviations (Huber, "Robust Estimation of a Location
    /// Parameter", 1964).
    @_noLocks
    private mutating func limited(_ error: Double) -> Double {
        let limit = max(4 * deviation, Constant.leastLimit)
        let size = min(abs(error), 2 * deviation + Constant.leastLimit)
        deviation += Constant.deviationStep * (size - deviation)
        return min(max(error, -limit), limit)
    }
}
