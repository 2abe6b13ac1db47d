import CAVFDSP

/// The filters of a resampler: of each phase, in groups of neighbouring outputs, or, where there are too many
/// phases, rows for some of them.
final class ResamplerTable: SharedDesign, @unchecked Sendable {  // Proof: constants.
    /// Weights for each output frame.
    let tapCount: Int
    /// Input frames after an output's own place that its filter reaches.
    let lookaheadFrameCount: Int
    /// Input frames before an output's window that its group may read.
    let reachFrameCount: Int
    /// The view of the loop over groups; nil if there are none.
    let groups: avf_dsp_groups?
    /// The view of the loop over rows, without its room for a row; nil if there are groups.
    let sinc: avf_dsp_sinc?

    private let weights: UnsafeMutableBufferPointer<Float>

    /// The table for a ratio, made if it is not among the newest ones. [control]
    static func shared(
        ratio: RateRatio, quality: ResamplerQuality, phase: ResamplerPhase
    ) -> ResamplerTable {
        let key = Key(form: .groups, ratio: ratio, quality: quality, phase: phase)
        return DesignCache.shared.design(key) { ResamplerTable(key) }
    }

    private override init(_ key: Key) {
        let rows = ResamplerRows(ratio: key.ratio, quality: key.quality, phase: key.phase)
        (tapCount, lookaheadFrameCount) = (rows.tapCount, rows.lookaheadFrameCount)
        if rows.tablePositions > 0 {
            weights = Self.memory(rows.values.map { Float($0) })
            reachFrameCount = 0
            groups = nil
            sinc = Self.view(of: rows, ratio: key.ratio, weights)
        } else {
            let grouped = ResamplerGroups(rows, ratio: key.ratio)
            weights = Self.memory(grouped.values)
            reachFrameCount = grouped.reachFrameCount
            groups = Self.view(of: grouped, tapCount: rows.tapCount, ratio: key.ratio, weights)
            sinc = nil
        }
        super.init(key)
    }

    deinit { weights.deallocate() }

    override var byteCount: Int { weights.count * MemoryLayout<Float>.stride }

    private static func view(
        of groups: ResamplerGroups, tapCount: Int, ratio: RateRatio,
        _ weights: UnsafeMutableBufferPointer<Float>
    ) -> avf_dsp_groups? {
        weights.baseAddress.map {
            avf_dsp_groups(
                weights: $0, spanCount: groups.spanCount, tapCount: tapCount,
                outputsPerPeriod: UInt64(groups.outputsPerPeriod), phaseCount: ratio.phaseCount,
                phasesPerOutput: ratio.phasesPerOutput)
        }
    }

    private static func view(
        of rows: ResamplerRows, ratio: RateRatio, _ weights: UnsafeMutableBufferPointer<Float>
    ) -> avf_dsp_sinc? {
        weights.baseAddress.map {
            avf_dsp_sinc(
                rows: $0, tapCount: rows.tapCount, tablePositions: UInt64(rows.tablePositions), scratch: $0,
                phaseCount: ratio.phaseCount, stepFrames: ratio.phasesPerOutput / ratio.phaseCount,
                stepPhases: ratio.phasesPerOutput % ratio.phaseCount)
        }
    }

    private static func memory(_ values: [Float]) -> UnsafeMutableBufferPointer<Float> {
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: max(1, values.count))
        _ = memory.initialize(from: values)
        return memory
    }
}
