import CAVFDSP

/// Bells at fixed frequencies whose sum goes through the gains that are asked for.
///
/// Neighbouring bells overlap, so their own gains differ from the sum's. They are found by Newton's method
/// with the interaction matrix of Välimäki and Liski, "Accurate cascade graphic equalizer", 2017, for small
/// gains.
package struct GraphicEqualizerDesign: ~Copyable {
    /// Bells: the frequencies that lie below 0.45 of the sample rate.
    package let bandCount: Int

    private let sampleRateHz: Double
    private let bands: UnsafeMutablePointer<Band>
    /// The interaction matrix's inverse, row by row.
    private let inverse: UnsafeMutablePointer<Double>
    private let errors: UnsafeMutablePointer<Double>
    private let gains: UnsafeMutablePointer<Double>

    private static var newtonStepCount: Int { @_noLocks get { 4 } }

    @frozen @usableFromInline
    struct Band {
        let frequencyHz: Double
        let quality: Double
        /// cos ω and cos 2ω.
        let cosine: Double
        let doubleCosine: Double
    }

    /// A design for bands of `bandwidthOctaves` around these frequencies. [control]
    package init(frequenciesHz: [Double], bandwidthOctaves: Double, sampleRateHz: Double) {
        let usable = frequenciesHz.filter { $0 < 0.45 * sampleRateHz }
        bandCount = usable.count
        self.sampleRateHz = sampleRateHz
        bands = .allocate(capacity: usable.count + 1)
        for (index, frequency) in usable.enumerated() {
            let radians = 2 * Double.pi * frequency / sampleRateHz
            let warped = 0.5 * 0.693147180559945309417 * bandwidthOctaves * radians / avf_dsp_sin(radians)
            (bands + index).initialize(
                to: Band(
                    frequencyHz: frequency, quality: 0.5 / avf_dsp_sinh(warped),
                    cosine: avf_dsp_cos(radians), doubleCosine: avf_dsp_cos(2 * radians)))
        }
        inverse = .allocate(capacity: usable.count * usable.count + 1)
        errors = .allocate(capacity: usable.count + 1)
        gains = .allocate(capacity: usable.count + 1)
        errors.initialize(repeating: 0, count: usable.count + 1)
        gains.initialize(repeating: 0, count: usable.count + 1)
        let matrix = interactions()
        inverse.initialize(from: Self.inverted(matrix, usable.count), count: matrix.count)
    }

    deinit {
        bands.deallocate()
        inverse.deallocate()
        errors.deallocate()
        gains.deallocate()
    }

    /// Finds the bells whose sum has these gains in decibels at the bands' frequencies.
    @_noLocks
    package mutating func solve(_ decibels: UnsafePointer<Float>) {
        for band in 0..<bandCount { gains[band] = 0 }
        for _ in 0..<Self.newtonStepCount {
            for band in 0..<bandCount { errors[band] = Double(decibels[band]) }
            for bell in 0..<bandCount where gains[bell] != 0 {
                let section = section(bell)
                for band in 0..<bandCount { (errors + band).pointee -= response(section, bands[band]) }
            }
            for bell in 0..<bandCount {
                for band in 0..<bandCount {
                    (gains + bell).pointee += inverse[bell * bandCount + band] * errors[band]
                }
            }
        }
    }

    /// The bell of a band, after `solve`.
    @_noLocks
    package func section(_ band: Int) -> BiquadCoefficients {
        .design(
            .parametric, frequencyHz: bands[band].frequencyHz, quality: bands[band].quality,
            gainDecibels: gains[band], sampleRateHz: sampleRateHz)
    }

    /// What a bell of 1 dB adds at each frequency: row by row, a row for each frequency.
    private func interactions() -> [Double] {
        let probe = 10.0
        var matrix = [Double](repeating: 0, count: bandCount * bandCount)
        for bell in 0..<bandCount {
            gains[bell] = probe
            let section = section(bell)
            for band in 0..<bandCount {
                matrix[band * bandCount + bell] = response(section, bands[band]) / probe
            }
        }
        return matrix
    }

    /// Decibels of a section at a band's frequency: |c0 + c1 z⁻¹ + c2 z⁻²|² without complex numbers.
    @_noLocks
    private func response(_ section: BiquadCoefficients, _ at: Band) -> Double {
        let above = squared(section.b0, section.b1, section.b2, at)
        return 10 * avf_dsp_log10(above / squared(1, section.a1, section.a2, at))
    }

    @_noLocks
    private func squared(_ c0: Double, _ c1: Double, _ c2: Double, _ at: Band) -> Double {
        c0 * c0 + c1 * c1 + c2 * c2 + 2 * c1 * (c0 + c2) * at.cosine + 2 * c0 * c2 * at.doubleCosine
    }

    /// The inverse by elimination; the matrix is strictly diagonally dominant enough to need no pivots.
    private static func inverted(_ matrix: [Double], _ size: Int) -> [Double] {
        var left = matrix
        var right = (0..<size * size).map { $0 / max(1, size) == $0 % max(1, size) ? 1.0 : 0 }
        for pivot in 0..<size {
            let scale = 1 / left[pivot * size + pivot]
            for column in 0..<size {
                left[pivot * size + column] *= scale
                right[pivot * size + column] *= scale
            }
            for row in 0..<size where row != pivot {
                let share = left[row * size + pivot]
                for column in 0..<size {
                    left[row * size + column] -= share * left[pivot * size + column]
                    right[row * size + column] -= share * right[pivot * size + column]
                }
            }
        }
        return right
    }
}
