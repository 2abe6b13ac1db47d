/// The weights of a resampler that sums them with samples directly.
struct ResamplerRows {
    /// Weights for each output frame.
    let tapCount: Int
    /// Input frames after an output's own place that its filter reaches.
    let lookaheadFrameCount: Int
    /// 0 when there is a row for each phase; else the rows between two input samples.
    ///
    /// Row r is then the filter of position r − 1, and a cubic through four rows gives what lies between.
    let tablePositions: Int
    /// Rows of `tapCount` weights.
    let values: [Double]

    // More weights leave the second-level cache.
    private static let largestPhaseCount = 2048
    private static let largestWeightCount = 1 << 20

    init(ratio: RateRatio, quality: ResamplerQuality, phase: ResamplerPhase) {
        guard ratio.phaseCount != ratio.phasesPerOutput else {
            (tapCount, lookaheadFrameCount, tablePositions) = (16, 0, 0)
            values = [Double](repeating: 0, count: 15) + [1]
            return
        }
        let design = ResamplerDesign(ratio: ratio, quality: quality, phase: phase)
        (tapCount, lookaheadFrameCount) = (design.rowTapCount, design.lookaheadFrameCount)
        if Self.hasRowForEachPhase(design) {
            let positions = Int(ratio.phaseCount)
            tablePositions = 0
            values = design.rows(positions: positions, indices: 0..<positions)
        } else {
            let positions = quality.interpolatedPositions
            tablePositions = positions
            values = design.rows(positions: positions, indices: -1..<positions + 2)
        }
    }

    /// A minimum-phase filter is known at places that its transform can reach.
    private static func hasRowForEachPhase(_ design: ResamplerDesign) -> Bool {
        guard design.ratio.phaseCount <= UInt64(largestPhaseCount) else { return false }
        let phaseCount = Int(design.ratio.phaseCount)
        guard phaseCount * design.rowTapCount <= largestWeightCount else { return false }
        return design.phase == .linear || DoubleFFT.hasFactors(of: 4 * phaseCount)
    }
}
