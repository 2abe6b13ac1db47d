import CAVFDSP

/// Takes one channel to four times its rate and back, so that what is bent in between folds back little.
///
/// The filters pass up to 0.83 of half of the rate and take what lies above 1.17 down by 100 dB.
package struct Oversampler: ~Copyable {
    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let source: UnsafeMutablePointer<Float>
    private let phases: UnsafeMutablePointer<Float>
    private let upFilters: UnsafeMutablePointer<Float>
    private let downFilters: UnsafeMutablePointer<Float>
    private let stride: Int

    private static var historyFrameCount: Int { @_noLocks get { Int(AVF_DSP_OVERSAMPLING_TAPS) - 1 } }
    private static var phaseCount: Int { @_noLocks get { Int(AVF_DSP_OVERSAMPLING) } }
    /// Frames by which the way up and down is late.
    package static var latencyFrameCount: Int { @_noLocks get { historyFrameCount } }

    /// An oversampler for blocks of at most that many frames. [control]
    package init(maximumFrameCount: Int) {
        let tapCount = Int(AVF_DSP_OVERSAMPLING_TAPS)
        stride = Self.historyFrameCount + maximumFrameCount + Int(AVF_DSP_OVERSAMPLING_SPARE)
        source = .allocate(capacity: stride)
        source.initialize(repeating: 0, count: stride)
        phases = .allocate(capacity: Self.phaseCount * stride)
        phases.initialize(repeating: 0, count: Self.phaseCount * stride)
        let sinc = KaiserSinc(tapCount: tapCount, passbandEnd: 0.83, stopbandStart: 1.17)
        let rows = (0..<Self.phaseCount).map { phase in
            sinc.row(phase: Double(phase) / Double(Self.phaseCount), tapCount: tapCount)
        }
        upFilters = Self.memory(rows.flatMap { $0 })
        downFilters = Self.memory(rows.flatMap { $0.reversed().map { $0 / Double(Self.phaseCount) } })
    }

    deinit {
        source.deallocate()
        phases.deallocate()
        upFilters.deallocate()
        downFilters.deallocate()
    }

    private static func memory(_ weights: [Double]) -> UnsafeMutablePointer<Float> {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: weights.count)
        for (index, weight) in weights.enumerated() { (memory + index).initialize(to: Float(weight)) }
        return memory
    }

    /// Forgets the past.
    @_noLocks
    package mutating func reset() {
        avf_dsp_clear(source, stride)
        avf_dsp_clear(phases, Self.phaseCount * stride)
    }

    /// Goes up with a block; `phase` then has the frames at each quarter.
    @_noLocks
    package mutating func up(_ block: UnsafePointer<Float>, frameCount: Int) {
        let history = Self.historyFrameCount
        avf_dsp_copy(source + history, block, frameCount)
        avf_dsp_upsample(phases + history, stride, source, upFilters, frameCount)
        avf_dsp_copy(source, source + frameCount, history)
    }

    /// The newest frames at a quarter, 0..<4, between `up` and `down`.
    @_noLocks
    package func phase(_ quarter: Int) -> UnsafeMutablePointer<Float> {
        phases + quarter * stride + Self.historyFrameCount
    }

    /// Comes back with a block.
    @_noLocks
    package mutating func down(_ block: UnsafeMutablePointer<Float>, frameCount: Int) {
        avf_dsp_downsample(block, phases, stride, downFilters, frameCount)
        for quarter in 0..<Self.phaseCount {
            avf_dsp_copy(
                phases + quarter * stride, phases + quarter * stride + frameCount, Self.historyFrameCount)
        }
    }
}
