import CAVFDSP

/// The filters of a resampler, one row for each phase or, where there are too many phases, for 128 of them.
struct ResamplerTable: ~Copyable {
    /// Weights for each output frame.
    let tapCount: Int
    /// Input frames after an output's own place that its filter reaches.
    let lookaheadFrameCount: Int

    private let rows: UnsafeMutablePointer<Float>
    private let scratch: UnsafeMutablePointer<Float>
    private let tablePositions: Int
    private let ratio: RateRatio

    // 128 positions and a cubic between them err by −160 dB. More rows than 2048 leave the second-level cache.
    private static let interpolatedPositions = 128
    private static let largestPhaseCount = 2048

    init(ratio: RateRatio, quality: ResamplerQuality) {
        self.ratio = ratio
        guard ratio.phaseCount != ratio.phasesPerOutput else {
            (tapCount, lookaheadFrameCount, tablePositions) = (16, 0, 0)
            rows = Self.memory([[Double](repeating: 0, count: 15) + [1]])
            scratch = .allocate(capacity: 16)
            return
        }
        // When the output's rate is the lower one the filter gets wider by as much.
        let reduction = max(1, Double(ratio.phasesPerOutput) / Double(ratio.phaseCount))
        let taps = (Int((Double(quality.tapCount) * reduction).rounded(.up)) + 15) / 16 * 16
        let sinc = KaiserSinc(
            tapCount: taps, passbandEnd: quality.passbandEnd / reduction, stopbandStart: 1 / reduction)
        let isInterpolated = ratio.phaseCount > UInt64(Self.largestPhaseCount)
        let positions = isInterpolated ? Self.interpolatedPositions : Int(ratio.phaseCount)
        let indices = isInterpolated ? -1..<positions + 2 : 0..<positions
        rows = Self.memory(
            indices.map { sinc.row(phase: Double($0) / Double(positions), tapCount: taps) })
        scratch = .allocate(capacity: taps)
        tapCount = taps
        lookaheadFrameCount = taps / 2
        tablePositions = isInterpolated ? positions : 0
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

    private static func memory(_ rows: [[Double]]) -> UnsafeMutablePointer<Float> {
        let weights = rows.joined().map { Float($0) }
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, weights.count))
        for (index, weight) in weights.enumerated() { (memory + index).initialize(to: weight) }
        return memory
    }
}
