import AVFDSP
import CAVFDSP

/// The leader's end of a playback with a clock of its own: writes blocks at the device's pace and rate.
///
/// Used by the thread that renders; the ring must outlive it.
package struct DriftCorrectedWriter: ~Copyable {
    private let settings: DriftSettings
    private let frames: FrameRingWriter
    private let originNanoseconds: UInt64
    private var latest: LatestPosition
    private var loop: DriftLoop
    private var resampler: VariableRateResampler
    private let output: ChannelRoom
    private var tail: FadeTail
    private let reach: Double
    private var writtenFrameCount = 0
    private var dropFrameCount = 0

    /// The writing end of `ring`.
    package init(_ ring: FrameRing, _ settings: DriftSettings) {
        self.settings = settings
        frames = ring.writer
        originNanoseconds = ring.originNanoseconds
        latest = LatestPosition(ring)
        loop = DriftLoop(settings, direction: .write)
        let pace = max(1, settings.nominalPace)
        let base = Int((Double(settings.reachFrameCount) / pace).rounded())
        resampler = VariableRateResampler(channelCount: ring.channelCount, reach: base)
        resampler.follow(1 / settings.nominalPace, over: 0)
        reach = Double(base) * max(1, 1 / settings.nominalPace)
        // Two per mille more than the rates say, and the rest of the block before.
        let longest = Int(Double(settings.leaderBlockFrameCount) * settings.nominalPace * 1.01) + 16
        output = ChannelRoom(channelCount: ring.channelCount, frameCapacity: longest)
        tail = FadeTail(channelCount: ring.channelCount, sampleRateHz: settings.followerRateHz)
    }

    /// Leader's frames between the block that is written and the device's end of the ring.
    package var latencyFrameCount: Int {
        @_noLocks get { Int(loop.targetFrameCount / settings.nominalPace + reach) }
    }
    /// How often the device found too little.
    package var shortageCount: Int { @_noLocks get { loop.shortageCount } }
    /// How often frames were dropped because the device had stood still.
    package var floodCount: Int { @_noLocks get { loop.floodCount } }
    /// Seconds of the latency that the loop keeps.
    package var latencySeconds: Double {
        @_noLocks get { loop.targetFrameCount / settings.followerRateHz }
    }
    /// How much faster the device's clock is, as far as it is known.
    package var drift: Double { @_noLocks get { loop.drift } }

    /// Hands a block over; false when the device does not run, and the block is not heard.
    ///
    /// `hostTimeNanoseconds` is when the leader's clock came to this block.
    @_noLocks
    package mutating func write(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, hostTimeNanoseconds: UInt64
    ) -> Bool {
        let step = nextStep(frameCount, hostTimeNanoseconds)
        guard !step.isSilent else { return false }
        let skip = Int(step.skipFrameCount)
        let made = make(input, frameCount, pace: step.pace)
        if skip == 0 {
            goOn(made)
        } else {
            jump(by: skip, made)
        }
        return true
    }

    /// Tells that the leader was interrupted: the latency is set anew.
    @_noLocks
    package mutating func restartLeader() { loop.restartLeader() }

    /// Tells that another device reads from now on, whose clock is unknown.
    @_noLocks
    package mutating func restart() { loop.restart() }

    @_noLocks
    private mutating func nextStep(_ frameCount: Int, _ hostTimeNanoseconds: UInt64) -> DriftStep {
        let position = latest.newestPosition()
        // Outputs that the input has room for, which are less than one, belong to the own position.
        let rest = (resampler.exactAheadFrameCount - reach) / resampler.rate
        let fill = Double(writtenFrameCount - (position?.frameCount ?? 0) - dropFrameCount) + rest
        let elapsed = Int64(bitPattern: hostTimeNanoseconds &- originNanoseconds)
        return loop.step(
            frameCount: frameCount, at: Double(elapsed) * 1e-9, follower: position, fillFrameCount: fill,
            availableFrameCount: 0)
    }

    @_noLocks
    private mutating func make(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int, pace: Double
    ) -> Int {
        resampler.follow(1 / pace, over: max(1, Int(Double(frameCount) * settings.nominalPace)))
        return resampler.process(
            input: input, inputFrameCount: frameCount, output: output.channels,
            outputFrameCount: output.frameCapacity)
    }

    /// Hands over what was made, less what is still to be dropped.
    @_noLocks
    private mutating func goOn(_ made: Int) {
        let dropped = min(dropFrameCount, made)
        dropFrameCount -= dropped
        tail.play(output.channels, from: dropped, frameCount: made)
        push(from: dropped, to: made)
    }

    /// Puts silence in, or has the next frames dropped.
    ///
    /// Where sound comes before, it fades out in this block; the next block that is heard fades in.
    @_noLocks
    private mutating func jump(by skip: Int, _ made: Int) {
        dropFrameCount = max(0, -skip)
        guard frames.room < settings.ringFrameCount else {
            // The device has found nothing and has faded out by itself.
            tail.forget()
            writtenFrameCount += frames.pushSilence(frameCount: skip)
            return goOn(made)
        }
        tail.rest(output.channels, frameCount: made)
        push(from: 0, to: made)
        writtenFrameCount += frames.pushSilence(frameCount: skip)
    }

    @_noLocks
    private mutating func push(from first: Int, to end: Int) {
        guard end > first else { return }
        writtenFrameCount += frames.push(output.channels, from: first, frameCount: end - first)
    }
}
