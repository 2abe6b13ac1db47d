import CAVFDSP

/// The rows of all phases, those of sixteen neighbouring outputs side by side; see `avf_dsp_groups`.
struct ResamplerGroups {
    private static let groupFrameCount = Int(AVF_DSP_GROUP_FRAMES)
    // A period is repeated until its last group is well filled, while that costs little memory.
    private static let largestRepeatedPeriod = 192

    /// Output frames after which the groups repeat.
    let outputsPerPeriod: Int
    /// Input frames that the windows of a group cover together, at most.
    let spanCount: Int
    /// Input frames that a group's first window lies before its last one, at most.
    let reachFrameCount: Int
    /// `spanCount` times sixteen weights for each group.
    let values: [Float]

    init(_ rows: ResamplerRows, ratio: RateRatio) {
        let (phases, step) = (Int(ratio.phaseCount), Int(ratio.phasesPerOutput))
        let count = Self.outputsPerPeriod(phaseCount: phases)
        let starts = stride(from: 0, to: count, by: Self.groupFrameCount).map { $0 * step / phases }
        let lateness = (0..<count).map { $0 * step / phases - starts[$0 / Self.groupFrameCount] }
        let reach = lateness.max() ?? 0
        let span = rows.tapCount + reach
        var values = [Float](repeating: 0, count: starts.count * span * Self.groupFrameCount)
        for output in 0..<count {
            let (group, lane) = output.quotientAndRemainder(dividingBy: Self.groupFrameCount)
            let first = (group * span + lateness[output]) * Self.groupFrameCount + lane
            let row = output * step % phases * rows.tapCount
            for tap in 0..<rows.tapCount {
                values[first + tap * Self.groupFrameCount] = Float(rows.values[row + tap])
            }
        }
        (outputsPerPeriod, spanCount, reachFrameCount, self.values) = (count, span, reach, values)
    }

    private static func outputsPerPeriod(phaseCount: Int) -> Int {
        var best = phaseCount
        for count in stride(from: phaseCount, through: largestRepeatedPeriod, by: phaseCount)
        where emptyShare(of: count) < emptyShare(of: best) { best = count }
        return best
    }

    private static func emptyShare(of count: Int) -> Double {
        let groupCount = (count + groupFrameCount - 1) / groupFrameCount
        return 1 - Double(count) / Double(groupCount * groupFrameCount)
    }
}
