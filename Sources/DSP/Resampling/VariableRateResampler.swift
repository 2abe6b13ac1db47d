import CAVFDSP

/// Reads planar audio as a stream at a pace between 1/4 and 4, which may change, with linear phase and
/// without aliases.
///
/// Output frame n lies where the sum of the paces before it says, exactly; the filter's reach into the future
/// only decides how much input it must be given. How the stream is cut changes no bit.
package struct VariableRateResampler: ~Copyable {
    /// Channels of the signal.
    package let channelCount: Int

    private let reach: Int
    /// Frames that the filter reaches at the fastest pace.
    package let longestReach: Int
    private let capacity: Int
    private let history: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let row: UnsafeMutablePointer<Float>
    private var filledFrameCount = 0
    private var position: UInt64 = 0
    private var ramp = PaceRamp()

    /// A reader at the beginning of its stream, whose filter reaches so many frames at paces up to 1.
    /// [control]
    ///
    /// A reach of 96 frames leaves 90.7 % of the band as it is, one of 48 leaves 81 %.
    package init(channelCount: Int, reach: Int) {
        self.channelCount = max(0, channelCount)
        self.reach = (max(16, reach) + 15) / 16 * 16
        longestReach = self.reach * Int(AVF_DSP_FASTEST_PACE)
        capacity = 2 * longestReach + 2048
        row = .allocate(capacity: 2 * longestReach)
        history = .allocate(capacity: max(1, channelCount))
        for channel in 0..<self.channelCount {
            (history + channel).initialize(to: .allocate(capacity: capacity))
        }
        reset()
    }

    deinit {
        for channel in 0..<channelCount { history[channel].deallocate() }
        history.deallocate()
        row.deallocate()
    }

    /// Input frames for the next output frame.
    package var rate: Double { @_noLocks get { Double(ramp.rate) * 0x1p-32 } }

    /// Input frames that have been taken and lie behind the next output's own place.
    package var aheadFrameCount: Int {
        @_noLocks get { filledFrameCount - Int(position / PaceRamp.frame) }
    }

    /// The same with the fraction of a frame: how far the input goes beyond the next output's place.
    package var exactAheadFrameCount: Double {
        @_noLocks get {
            Double(Int64(filledFrameCount) - Int64(position >> 32)) - Double(position & 0xFFFF_FFFF) * 0x1p-32
        }
    }

    /// Moves the next output's place by so many input frames, fractions included.
    ///
    /// What lies between is not read. The place cannot go back behind the history.
    @_noLocks
    package mutating func skip(_ frameCount: Double) {
        let earliest = Int64(longestReach) << 32
        position = UInt64(max(Int64(position) + Int64(frameCount * 0x1p32), earliest))
    }

    /// Takes a new pace: at once, or over `frameCount` output frames.
    @_noLocks
    package mutating func follow(_ rate: Double, over frameCount: Int) {
        ramp.follow(min(max(rate, 0.25), Double(AVF_DSP_FASTEST_PACE)), over: frameCount)
    }

    /// Goes on to the next whole frame, once the pace has settled, so that a pace of 1 copies; returns how
    /// far it went, in 2⁻³² of a frame.
    @_noLocks
    package mutating func settleOnFrame() -> UInt64 {
        guard ramp.rateStep == 0 else { return 0 }
        let before = position
        position = (position + PaceRamp.frame - 1) / PaceRamp.frame * PaceRamp.frame
        return position - before
    }

    /// Input frames that `process` must be given next to make exactly `frameCount` output frames.
    @_noLocks
    package func inputFrameCount(forOutput frameCount: Int) -> Int {
        guard frameCount > 0 else { return 0 }
        let last = Int((position + ramp.distance(over: frameCount - 1)) / PaceRamp.frame)
        let reached = last + avf_dsp_varispeed_reach(reach, max(ramp.rate, ramp.target)) + 1
        return max(0, reached - filledFrameCount)
    }

    /// Makes the output frames that `inputFrameCount` was asked for, of that input, from frame `firstOutput`
    /// on.
    ///
    /// The input may come in several parts: the frames that were made are returned.
    @_noLocks
    package mutating func process(
        input: UnsafePointer<UnsafeMutablePointer<Float>>, inputFrameCount: Int,
        output: UnsafePointer<UnsafeMutablePointer<Float>>, from firstOutput: Int = 0, outputFrameCount: Int
    ) -> Int {
        var consumed = 0
        var produced = 0
        while true {
            produced += make(
                output, from: firstOutput + produced, atMost: outputFrameCount - firstOutput - produced)
            let taken = append(input, from: consumed, count: inputFrameCount - consumed)
            consumed += taken
            if taken == 0 { return produced }
        }
    }

    /// Goes back to the beginning of the stream, at the pace that is the target.
    @_noLocks
    package mutating func reset() {
        filledFrameCount = longestReach
        position = UInt64(longestReach) * PaceRamp.frame
        ramp.advance(ramp.framesUntilTurn)
        for channel in 0..<channelCount { avf_dsp_clear(history[channel], filledFrameCount) }
    }

    /// Makes frames while their windows are in the history.
    @_noLocks
    private mutating func make(
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int, atMost count: Int
    ) -> Int {
        var made = 0
        while made < count {
            let wanted = min(count - made, ramp.framesUntilTurn)
            var pace = avf_dsp_pace(
                position: position, rate: ramp.rate, rateStep: ramp.rateStep, reach: reach)
            let done = avf_dsp_varispeed(
                &pace, history, filledFrameCount, output, channelCount, first + made, wanted, row)
            position = pace.position
            ramp.advance(done)
            made += done
            if done < wanted { break }
        }
        return made
    }

    /// Takes up to `count` frames into the history.
    @_noLocks
    private mutating func append(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int, count: Int
    ) -> Int {
        if filledFrameCount + count > capacity { dropPast() }
        let taken = min(count, capacity - filledFrameCount)
        for channel in 0..<channelCount {
            avf_dsp_copy(history[channel] + filledFrameCount, input[channel] + first, taken)
        }
        filledFrameCount += taken
        return taken
    }

    /// Moves the frames that are still needed to the start of the history.
    @_noLocks
    private mutating func dropPast() {
        let past = min(max(0, Int(position / PaceRamp.frame) - longestReach), filledFrameCount)
        for channel in 0..<channelCount {
            avf_dsp_copy(history[channel], history[channel] + past, filledFrameCount - past)
        }
        position -= UInt64(past) * PaceRamp.frame
        filledFrameCount -= past
    }
}
