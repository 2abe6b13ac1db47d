import CAVFDSP

/// Changes the sample rate of planar audio, as a stream, in single precision.
///
/// Output frame n lies at input time n · inputRate / outputRate exactly: before the first input frame and
/// after the last there is silence, and the filter's reach into the future only decides when an output can be
/// made (`lookaheadFrameCount`). Whole rates keep exact integer positions. How the stream is cut changes
/// no bit. Equal rates hand the samples on.
package struct Resampler: ~Copyable {
    /// Channels of the signal.
    package let channelCount: Int

    private let ratio: RateRatio
    private let table: ResamplerTable
    private let capacity: Int
    private let history: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var filledFrameCount = 0
    private var position = avf_dsp_sinc_position(firstFrame: 0, phase: 0)

    /// A resampler at the beginning of its stream. [control]
    ///
    /// Rates from 1/256 of each other to 256 times each other; others are held to that.
    package init(
        inputRateHz: Double, outputRateHz: Double, channelCount: Int, quality: ResamplerQuality = .high,
        phase: ResamplerPhase = .linear
    ) {
        ratio = RateRatio(held: inputRateHz, outputRateHz: outputRateHz)
        table = ResamplerTable(ratio: ratio, quality: quality, phase: phase)
        self.channelCount = max(0, channelCount)
        capacity = table.tapCount + max(1024, 2 * table.tapCount)
        history = .allocate(capacity: max(1, channelCount))
        for channel in 0..<self.channelCount {
            (history + channel).initialize(to: .allocate(capacity: capacity))
        }
        reset()
    }

    deinit {
        for channel in 0..<channelCount { history[channel].deallocate() }
        history.deallocate()
    }

    /// Input frames that must follow an output's own place before it can be made.
    package var lookaheadFrameCount: Int { @_noLocks get { table.lookaheadFrameCount } }

    /// Output frames that an input of `frameCount` frames lasts: rounded up. [control]
    package func outputFrameCount(forInput frameCount: Int) -> Int {
        ratio.outputFrameCount(forInput: frameCount)
    }

    /// Input frames that `process` must be given next to make exactly `frameCount` output frames.
    @_noLocks
    package func inputFrameCount(forOutput frameCount: Int) -> Int {
        guard frameCount > 0 else { return 0 }
        let phases = position.phase + UInt64(frameCount - 1) * ratio.phasesPerOutput
        let windowEnd = position.firstFrame + phases / ratio.phaseCount + UInt64(table.tapCount)
        return max(0, Int(windowEnd) - filledFrameCount)
    }

    /// Makes up to `outputFrameCount` frames and takes as much input as they need, at most what there is.
    @_noLocks
    package mutating func process(
        input: UnsafePointer<UnsafeMutablePointer<Float>>, inputFrameCount: Int,
        output: UnsafePointer<UnsafeMutablePointer<Float>>, outputFrameCount: Int
    ) -> (consumedFrameCount: Int, producedFrameCount: Int) {
        run(input, inputFrameCount, output, outputFrameCount)
    }

    /// Makes the frames that are left after the last input, as if silence followed.
    @_noLocks
    package mutating func drain(
        output: UnsafePointer<UnsafeMutablePointer<Float>>, outputFrameCount: Int
    ) {
        _ = run(nil, .max, output, outputFrameCount)
    }

    /// Goes back to the beginning of the stream.
    @_noLocks
    package mutating func reset() {
        position = avf_dsp_sinc_position(firstFrame: 0, phase: 0)
        filledFrameCount = table.tapCount - 1 - table.lookaheadFrameCount
        for channel in 0..<channelCount { avf_dsp_clear(history[channel], filledFrameCount) }
    }

    @_noLocks
    private mutating func run(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>?, _ inputFrameCount: Int,
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, _ outputFrameCount: Int
    ) -> (consumedFrameCount: Int, producedFrameCount: Int) {
        let wanted = min(inputFrameCount, self.inputFrameCount(forOutput: outputFrameCount))
        var consumed = 0
        var produced = 0
        var sinc = table.sinc
        while true {
            let count = min(makeableFrameCount, outputFrameCount - produced)
            avf_dsp_resample(&sinc, &position, history, output, channelCount, produced, count)
            produced += count
            let taken = append(input, from: consumed, count: wanted - consumed)
            guard taken > 0 else { return (consumed, produced) }
            consumed += taken
        }
    }

    /// Outputs whose whole window is in the history.
    private var makeableFrameCount: Int {
        @_noLocks get {
            let windowEnd = Int(position.firstFrame) + table.tapCount
            guard windowEnd <= filledFrameCount else { return 0 }
            let phases = UInt64(filledFrameCount - windowEnd + 1) * ratio.phaseCount - position.phase
            return Int((phases + ratio.phasesPerOutput - 1) / ratio.phasesPerOutput)
        }
    }

    /// Takes up to `count` frames into the history, silence where there is no input.
    @_noLocks
    private mutating func append(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>?, from first: Int, count: Int
    ) -> Int {
        if filledFrameCount + count > capacity { dropPast() }
        let taken = min(count, capacity - filledFrameCount)
        for channel in 0..<channelCount {
            let target = history[channel] + filledFrameCount
            if let input {
                avf_dsp_copy(target, input[channel] + first, taken)
            } else {
                avf_dsp_clear(target, taken)
            }
        }
        filledFrameCount += taken
        return taken
    }

    /// Moves the frames that are still needed to the start of the history.
    @_noLocks
    private mutating func dropPast() {
        let past = min(Int(position.firstFrame), filledFrameCount)
        for channel in 0..<channelCount {
            avf_dsp_copy(history[channel], history[channel] + past, filledFrameCount - past)
        }
        position.firstFrame -= UInt64(past)
        filledFrameCount -= past
    }
}
