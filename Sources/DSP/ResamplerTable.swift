import CAVFDSP

/// The filters of a resampler, one row for each phase or, where there are too many phases, for some of them.
struct ResamplerTable: ~Copyable {
    /// Weights for each output frame.
    let tapCount: Int
    /// Input frames after an output's own place that its filter reaches.
    let lookaheadFrameCount: Int

    private let rows: UnsafeMutablePointer<Float>
    private let scratch: UnsafeMutablePointer<Float>
    private let tablePositions: Int
    private let ratio: RateRatio

    init(ratio: RateRatio, quality: ResamplerQuality, phase: ResamplerPhase = .linear) {
        self.ratio = ratio
        let weights = ResamplerRows(ratio: ratio, quality: quality, phase: phase)
        tapCount = weights.tapCount
        lookaheadFrameCount = weights.lookaheadFrameCount
        tablePositions = weights.tablePositions
        rows = .allocate(capacity: weights.values.count)
        for (index, weight) in weights.values.enumerated() { (rows + index).initialize(to: Float(weight)) }
        scratch = .allocate(capacity: tapCount)
    }

    deinit {
        rows.deallocate()
        scratch.deallocate()
    }

    /// The view of the C loop.
    var sinc: avf_dsp_sinc {
        @_noLocks get {
            avf_dsp_sinc(
                rows: rows, tapCount: tapCount, tablePositions: UInt64(tablePositions), scratch: scratch,
                phaseCount: ratio.phaseCount, stepFrames: ratio.phasesPerOutput / ratio.phaseCount,
                stepPhases: ratio.phasesPerOutput % ratio.phaseCount)
        }
    }
}
