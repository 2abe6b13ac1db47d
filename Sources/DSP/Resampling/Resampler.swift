import CAVFDSP

/// Changes the sample rate of planar audio, as a stream, in single precision.
///
/// Output frame n lies at input time n · inputRate / outputRate exactly: before the first input frame and
/// after the last there is silence, and the filter's reach into the future only decides when an output can be
/// made (`lookaheadFrameCount`). Whole rates keep exact integer positions. How the stream is cut changes
/// no bit. Equal rates hand the samples on. Samples that are no finite numbers count as silence.
package struct Resampler: ~Copyable {
    /// Channels of the signal.
    package let channelCount: Int

    /// Input frames that must follow an output's own place before it can be made.
    package let lookaheadFrameCount: Int

    private let ratio: RateRatio
    /// Keeps alive what the loops read.
    private let table: ResamplerTable
    private let tapCount: Int
    private let reachFrameCount: Int
    private var groups: avf_dsp_groups?
    private var sinc: avf_dsp_sinc?
    private let scratch: UnsafeMutablePointer<Float>
    private let capacity: Int
    private let history: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var filledFrameCount = 0
    private var position = avf_dsp_sinc_position()

    /// A resampler at the beginning of its stream. [control]
    ///
    /// Rates from 1/256 of each other to 256 times each other; others are held to that.
    package init(
        inputRateHz: Double, outputRateHz: Double, channelCount: Int, quality: ResamplerQuality = .high,
        phase: ResamplerPhase = .linear
    ) {
        ratio = RateRatio(held: inputRateHz, outputRateHz: outputRateHz)
        table = .shared(ratio: ratio, quality: quality, phase: phase)
        (tapCount, lookaheadFrameCount) = (table.tapCount, table.lookaheadFrameCount)
        reachFrameCount = table.reachFrameCount
        (groups, sinc) = (table.groups, table.sinc)
        scratch = .allocate(capacity: tapCount)
        sinc?.scratch = scratch
        self.channelCount = max(0, channelCount)
        capacity = tapCount + reachFrameCount + max(4096, 2 * tapCount)
        history = .allocate(capacity: max(1, channelCount))
        for channel in 0..<self.channelCount {
            (history + channel).initialize(to: .allocate(capacity: capacity))
        }
        reset()
    }

    deinit {
        for channel in 0..<channelCount { history[channel].deallocate() }
        history.deallocate()
        scratch.deallocate()
    }

    /// Output frames that an input of `frameCount` frames lasts: rounded up. [control]
    package func outputFrameCount(forInput frameCount: Int) -> Int {
        ratio.outputFrameCount(forInput: frameCount)
    }

    /// Input frames that `process` must be given next to make exactly `frameCount` output frames.
    @_noLocks
    package func inputFrameCount(forOutput frameCount: Int) -> Int {
        guard frameCount > 0 else { return 0 }
        let phases = position.phase + UInt64(frameCount - 1) * ratio.phasesPerOutput
        let windowEnd = position.firstFrame + phases / ratio.phaseCount + UInt64(tapCount)
        return max(0, Int(windowEnd) - filledFrameCount)
    }

    /// Input frames that have been taken and lie behind the next output's own place.
    package var aheadFrameCount: Int {
        @_noLocks get { filledFrameCount - (tapCount - 1 - lookaheadFrameCount) - Int(position.firstFrame) }
    }

    /// Makes up to `outputFrameCount` frames and takes as much input as they need, at most what there is.
    @_noLocks
    package mutating func process(
        input: UnsafePointer<UnsafeMutablePointer<Float>>, inputFrameCount: Int,
        output: UnsafePointer<UnsafeMutablePointer<Float>>, outputFrameCount: Int
    ) -> (consumedFrameCount: Int, producedFrameCount: Int) {
        run(.float(input), inputFrameCount, output, outputFrameCount)
    }

    /// The same from samples of double precision, which are rounded; without them from silence.
    @_noLocks
    mutating func process(
        doubles input: UnsafePointer<UnsafeMutablePointer<Double>>?, inputFrameCount: Int,
        output: UnsafePointer<UnsafeMutablePointer<Float>>, outputFrameCount: Int
    ) -> (consumedFrameCount: Int, producedFrameCount: Int) {
        guard let input else { return run(.silence, inputFrameCount, output, outputFrameCount) }
        return run(.double(input), inputFrameCount, output, outputFrameCount)
    }

    /// Makes the frames that are left after the last input, as if silence followed.
    @_noLocks
    package mutating func drain(
        output: UnsafePointer<UnsafeMutablePointer<Float>>, outputFrameCount: Int
    ) {
        _ = run(.silence, .max, output, outputFrameCount)
    }

    /// Where a stream's frames come from.
    private enum Input {
        case float(UnsafePointer<UnsafeMutablePointer<Float>>)
        case double(UnsafePointer<UnsafeMutablePointer<Double>>)
        case silence
    }

    /// Goes back to the beginning of the stream.
    @_noLocks
    package mutating func reset() {
        position = avf_dsp_sinc_position()
        filledFrameCount = tapCount - 1 - lookaheadFrameCount
        for channel in 0..<channelCount { avf_dsp_clear(history[channel], filledFrameCount) }
    }

    @_noLocks
    private mutating func run(
        _ input: Input, _ inputFrameCount: Int,
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, _ outputFrameCount: Int
    ) -> (consumedFrameCount: Int, producedFrameCount: Int) {
        let wanted = min(inputFrameCount, self.inputFrameCount(forOutput: outputFrameCount))
        var consumed = 0
        var produced = 0
        while true {
            let count = min(makeableFrameCount, outputFrameCount - produced)
            make(output, from: produced, count: count)
            produced += count
            let taken = append(input, from: consumed, count: wanted - consumed)
            guard taken > 0 else { return (consumed, produced) }
            consumed += taken
        }
    }

    @_noLocks
    private mutating func make(
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int, count: Int
    ) {
        if var groups {
            avf_dsp_resample_groups(&groups, &position, history, output, channelCount, first, count)
        } else if var sinc {
            avf_dsp_resample(&sinc, &position, history, output, channelCount, first, count)
        }
    }

    /// Outputs whose whole window is in the history.
    private var makeableFrameCount: Int {
        @_noLocks get {
            let windowEnd = Int(position.firstFrame) + tapCount
            guard windowEnd <= filledFrameCount else { return 0 }
            let phases = UInt64(filledFrameCount - windowEnd + 1) * ratio.phaseCount - position.phase
            return Int((phases + ratio.phasesPerOutput - 1) / ratio.phasesPerOutput)
        }
    }

    /// Takes up to `count` frames into the history.
    @_noLocks
    private mutating func append(_ input: Input, from first: Int, count: Int) -> Int {
        if filledFrameCount + count > capacity { dropPast() }
        let taken = min(count, capacity - filledFrameCount)
        for channel in 0..<channelCount {
            let target = history[channel] + filledFrameCount
            switch input {
            case .float(let channels): avf_dsp_copy_finite(target, channels[channel] + first, taken)
            case .double(let channels): avf_dsp_narrow_finite(target, channels[channel] + first, taken)
            case .silence: avf_dsp_clear(target, taken)
            }
        }
        filledFrameCount += taken
        return taken
    }

    /// Moves the frames that are still needed to the start of the history.
    @_noLocks
    private mutating func dropPast() {
        let past = min(max(0, Int(position.firstFrame) - reachFrameCount), filledFrameCount)
        for channel in 0..<channelCount {
            avf_dsp_copy(history[channel], history[channel] + past, filledFrameCount - past)
        }
        position.firstFrame -= UInt64(past)
        filledFrameCount -= past
    }
}
