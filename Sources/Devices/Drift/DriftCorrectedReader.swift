import AVFDSP
import CAVFDSP

/// The leader's end of a capture with a clock of its own: reads blocks at the leader's pace and rate.
///
/// Used by the thread that renders; the ring must outlive it.
package struct DriftCorrectedReader: ~Copyable {
    private let settings: DriftSettings
    private let frames: FrameRingReader
    private let originNanoseconds: UInt64
    private var latest: LatestPosition
    private var loop: DriftLoop
    private var resampler: VariableRateResampler
    private let input: ChannelRoom
    private let earlier: ChannelRoom
    private var tail: FadeTail
    private var takenFrameCount = 0
    private var isSilent = true

    private static var chunkFrameCount: Int { @_noLocks get { 256 } }
    private static var crossfadeFrameCount: Int { @_noLocks get { 64 } }

    /// The reading end of `ring`.
    package init(_ ring: FrameRing, _ settings: DriftSettings) {
        self.settings = settings
        frames = ring.reader
        originNanoseconds = ring.originNanoseconds
        latest = LatestPosition(ring)
        loop = DriftLoop(settings, direction: .read)
        let pace = max(1, settings.nominalPace)
        let reach = Int((Double(settings.reachFrameCount) / pace).rounded())
        resampler = VariableRateResampler(channelCount: ring.channelCount, reach: reach)
        resampler.follow(settings.nominalPace, over: 0)
        input = ChannelRoom(channelCount: ring.channelCount, frameCapacity: Self.chunkFrameCount)
        earlier = ChannelRoom(channelCount: ring.channelCount, frameCapacity: Self.crossfadeFrameCount)
        tail = FadeTail(channelCount: ring.channelCount, sampleRateHz: settings.leaderRateHz)
    }

    /// Leader's frames between capture's end of the ring and the block that is read.
    package var latencyFrameCount: Int {
        @_noLocks get { Int(loop.targetFrameCount / settings.nominalPace) }
    }
    /// How often the ring ran dry.
    package var shortageCount: Int { @_noLocks get { loop.shortageCount } }
    /// How often frames were dropped because the leader had stood still.
    package var floodCount: Int { @_noLocks get { loop.floodCount } }
    /// Seconds of the latency that the loop keeps.
    package var latencySeconds: Double {
        @_noLocks get { loop.targetFrameCount / settings.followerRateHz }
    }
    /// How much faster the device's clock is, as far as it is known.
    package var drift: Double { @_noLocks get { loop.drift } }

    /// Fills a block; false when the device has nothing to hear, which is silence after a short fade.
    ///
    /// `hostTimeNanoseconds` is when the leader's clock came to this block.
    @_noLocks
    package mutating func read(
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, hostTimeNanoseconds: UInt64
    ) -> Bool {
        let step = nextStep(frameCount, hostTimeNanoseconds)
        if step.isSilent {
            tail.rest(output, frameCount: frameCount)
            isSilent = true
            return false
        }
        if step.skipFrameCount != 0 { jump(by: step.skipFrameCount) }
        resampler.follow(step.pace, over: frameCount)
        let made = make(output, frameCount: frameCount)
        if step.skipFrameCount != 0, !isSilent { crossfade(output, frameCount: made) }
        isSilent = false
        tail.play(output, frameCount: made)
        tail.rest(output, from: made, frameCount: frameCount)
        return true
    }

    /// Tells that the leader was interrupted: the latency is set anew.
    @_noLocks
    package mutating func restartLeader() { loop.restartLeader() }

    /// Tells that another device writes from now on, whose clock is unknown.
    @_noLocks
    package mutating func restart() { loop.restart() }

    @_noLocks
    private mutating func nextStep(_ frameCount: Int, _ hostTimeNanoseconds: UInt64) -> DriftStep {
        let position = latest.newestPosition()
        let ahead = resampler.exactAheadFrameCount
        let elapsed = Int64(bitPattern: hostTimeNanoseconds &- originNanoseconds)
        return loop.step(
            frameCount: frameCount, at: Double(elapsed) * 1e-9, follower: position,
            fillFrameCount: Double((position?.frameCount ?? 0) - takenFrameCount) + ahead,
            availableFrameCount: Double(frames.count) + ahead)
    }

    /// Goes on elsewhere; while sound is heard, the next frames of the old place are kept for a crossfade.
    @_noLocks
    private mutating func jump(by frameCount: Double) {
        guard !isSilent else { return resampler.skip(frameCount) }
        let before = resampler.exactAheadFrameCount - Double(takenFrameCount)
        let made = make(earlier.channels, frameCount: Self.crossfadeFrameCount)
        for channel in 0..<frames.channelCount {
            avf_dsp_clear(earlier.channels[channel] + made, Self.crossfadeFrameCount - made)
        }
        let passed = before - (resampler.exactAheadFrameCount - Double(takenFrameCount))
        resampler.skip(frameCount - passed)
    }

    /// Makes frames as long as the ring has what they need; returns how many.
    @_noLocks
    private mutating func make(
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int
    ) -> Int {
        var made = 0
        while made < frameCount {
            let wanted = min(
                resampler.inputFrameCount(forOutput: frameCount - made), Self.chunkFrameCount)
            let taken = frames.pop(into: input.channels, frameCount: wanted)
            takenFrameCount += taken
            made += resampler.process(
                input: input.channels, inputFrameCount: taken, output: output, from: made,
                outputFrameCount: frameCount)
            if taken == 0, made < frameCount { break }
        }
        return made
    }

    @_noLocks
    private func crossfade(_ output: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
        let count = min(frameCount, Self.crossfadeFrameCount)
        for channel in 0..<frames.channelCount {
            let old = earlier.channels[channel]
            for frame in 0..<count {
                let share = Float(frame) / Float(Self.crossfadeFrameCount)
                output[channel][frame] = old[frame] + share * (output[channel][frame] - old[frame])
            }
        }
    }
}
