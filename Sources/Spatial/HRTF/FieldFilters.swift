import CAVFDSP

/// Filters that make two ears of a sound field of the third order.
///
/// For each frequency they are the sum of harmonics nearest to the set's transfer functions, of which the
/// delays are left out above 2 kHz, where so few harmonics cannot follow them: Zaunschirm, Schörkhuber and
/// Höldrich, "Binaural rendering of Ambisonic signals by head-related impulse response time alignment and a
/// diffuseness constraint", 2018.
struct FieldFilters {
    private static let alignedHz = 2000.0

    /// Frames of a filter.
    let tapCount: Int
    /// Ear by ear, tap by tap, 16 channels.
    let filters: [Float]

    init(_ preparation: HRTFPreparation, _ settings: HRTFSettings) {
        let late = HRTFSettings.leastDelayFrames + HRTFSettings.mostDelaySeconds * settings.sampleRateHz
        tapCount = (settings.tapCount + Int(late) + 15) / 16 * 16
        let work = SpectrumWork(minimumSize: 2 * tapCount)
        let shares = Self.shares(preparation)
        var filters = [Float](repeating: 0, count: 2 * tapCount * 16)
        for ear in 0..<2 {
            var real = [[Double]](repeating: [Double](repeating: 0, count: work.binCount), count: 16)
            var imaginary = real
            for direction in preparation.directions.indices {
                Self.transform(preparation, settings, direction, ear, work)
                for channel in 0..<16 {
                    let share = shares[channel][direction]
                    avf_dsp_spatial_add_scaled(&real[channel], work.real, share, work.binCount)
                    avf_dsp_spatial_add_scaled(&imaginary[channel], work.imaginary, share, work.binCount)
                }
            }
            for channel in 0..<16 {
                work.real.update(from: real[channel], count: work.binCount)
                work.imaginary.update(from: imaginary[channel], count: work.binCount)
                let taps = work.samples(count: tapCount)
                for tap in 0..<tapCount { filters[(ear * tapCount + tap) * 16 + channel] = taps[tap] }
            }
        }
        self.filters = filters
    }

    /// The harmonics' shares of each direction: (Y W Yᵀ)⁻¹ Y W, with the solid angles W.
    private static func shares(_ preparation: HRTFPreparation) -> [[Double]] {
        let weights = preparation.mesh.solidAngles
        let harmonics = preparation.directions.map { SphericalHarmonics.values($0) }
        var square = [[Double]](repeating: [Double](repeating: 0, count: 16), count: 16)
        for (direction, values) in harmonics.enumerated() {
            for row in 0..<16 {
                for column in 0..<16 {
                    square[row][column] += weights[direction] * values[row] * values[column]
                }
            }
        }
        for channel in 0..<16 { square[channel][channel] += 1e-3 }
        let right = (0..<16).map { channel in
            harmonics.indices.map { weights[$0] * harmonics[$0][channel] }
        }
        return LinearSystem.solve(square, right) ?? right
    }

    /// Leaves in `work` one ear's spectrum for a direction, late by its delay below 2 kHz.
    private static func transform(
        _ preparation: HRTFPreparation, _ settings: HRTFSettings, _ direction: Int, _ ear: Int,
        _ work: SpectrumWork
    ) {
        let first = (2 * direction + ear) * settings.tapCount
        work.transform(preparation.taps[first..<first + settings.tapCount].map { Double($0) })
        let own = Double(preparation.delays[2 * direction + ear])
        let middle = preparation.middleDelay
        let perBin = 2 * Double.pi / Double(work.size)
        let edge = alignedHz / settings.sampleRateHz * Double(work.size)
        work.turn { bin in
            -perBin * (Double(bin) * middle + min(Double(bin), edge) * (own - middle))
        }
    }
}
