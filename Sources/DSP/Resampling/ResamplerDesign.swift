/// The filter between two rates: its length, its weights at any place, with linear or minimum phase.
struct ResamplerDesign {
    let ratio: RateRatio
    let quality: ResamplerQuality
    let phase: ResamplerPhase
    /// Input samples that the filter spans: a multiple of 16.
    let tapCount: Int
    private let sinc: KaiserSinc

    /// Rows between two input samples in the continuous form of a minimum-phase filter.
    ///
    /// At the input's rate itself a filter of minimum phase would ring before its beginning, between the
    /// samples.
    static let minimumPhaseOversampling = 8

    init(ratio: RateRatio, quality: ResamplerQuality, phase: ResamplerPhase) {
        self.ratio = ratio
        self.quality = quality
        self.phase = phase
        // When the output's rate is the lower one the filter gets wider by as much.
        let reduction = max(1, Double(ratio.phasesPerOutput) / Double(ratio.phaseCount))
        tapCount = (Int((Double(quality.tapCount) * reduction).rounded(.up)) + 15) / 16 * 16
        sinc = KaiserSinc(
            tapCount: tapCount, passbandEnd: quality.passbandEnd / reduction, stopbandStart: 1 / reduction)
    }

    /// What is left of a filter of minimum phase before its beginning lies within so many samples.
    private static let minimumPhaseLookahead = 16

    /// Input frames after an output's own place that the filter reaches.
    var lookaheadFrameCount: Int { phase == .linear ? tapCount / 2 : Self.minimumPhaseLookahead }

    /// Weights in a row: a multiple of 16.
    var rowTapCount: Int { phase == .linear ? tapCount : tapCount + Self.minimumPhaseLookahead }

    /// Rows of `rowTapCount` weights, one for each index, `positions` of them between two input samples.
    func rows(positions: Int, indices: Range<Int>) -> [Double] {
        switch phase {
        case .linear:
            indices.flatMap { sinc.row(phase: Double($0) / Double(positions), tapCount: tapCount) }
        #if !hasFeature(Embedded)
            case .minimum: minimumPhaseRows(positions: positions, indices: indices)
        #endif
        }
    }

    /// The filter with `oversampling` samples for each input sample, scaled to a sum of 1.
    ///
    /// Linear phase: the middle one of `oversampling * tapCount + 1` samples is time 0. Minimum phase: the
    /// first.
    func kernel(oversampling: Int) -> [Double] {
        let half = tapCount * oversampling / 2
        let samples = (-half...half).map { sinc.weight(at: Double($0) / Double(oversampling)) }
        let total = samples.reduce(0, +)
        let linear = samples.map { $0 / total }
        return phase == .linear ? linear : MinimumPhase.kernel(of: linear)
    }

    private func minimumPhaseRows(positions: Int, indices: Range<Int>) -> [Double] {
        let kernel = kernel(oversampling: Self.minimumPhaseOversampling)
        let fine = BandLimited.resampled(
            kernel, samplesPerUnit: Self.minimumPhaseOversampling, to: positions,
            unitCount: 2 * tapCount)
        return indices.flatMap { index in
            let row = (0..<rowTapCount).map { tap in
                let place = index + (tapCount - 1 - tap) * positions
                return fine[(place + fine.count) % fine.count]
            }
            let total = row.reduce(0, +)
            return row.map { $0 / total }
        }
    }
}
