import CAVFDSP

/// Filters whose weighted sum delays by any fraction of a frame.
///
/// `h[k](μ) = Σ c[k][p] μᵖ` delays by `tapCount / 2 − 1 + μ` frames. The coefficients are those of the least
/// squared error over all fractions and over the band from 0 to `bandEnd` (Laakso et al., "Splitting the unit
/// delay", 1996, section on polynomial filters).
package struct FarrowDesign: Sendable {
    /// Taps of each filter.
    package let tapCount: Int
    /// Filters: one for each power of the fraction.
    package let filterCount: Int
    /// `filterCount` numbers for each tap.
    package let coefficients: [Float]

    /// Frames by which the design delays on its own.
    package var latency: Int { tapCount / 2 - 1 }

    /// 8 taps, cubic: below −50 dB up to a quarter of the sample rate.
    package static let short = FarrowDesign(tapCount: 8, filterCount: 4, bandEnd: 0.58)
    /// 12 taps, of the fourth degree: below −65 dB up to a quarter of the sample rate.
    package static let long = FarrowDesign(tapCount: 12, filterCount: 5, bandEnd: 0.67)

    /// A design; the band's end is relative to half of the sample rate. [control]
    init(tapCount: Int, filterCount: Int, bandEnd: Double) {
        self.tapCount = tapCount
        self.filterCount = filterCount
        let count = tapCount * filterCount
        var normal = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
        var right = [[Double]](repeating: [0], count: count)
        let centre = Double(tapCount / 2 - 1)
        for row in 0..<count {
            let (tap, power) = (row / filterCount, row % filterCount)
            for column in 0...row {
                let (otherTap, otherPower) = (column / filterCount, column % filterCount)
                // The integral of e^{jω(k − k')} over the band, and of μ^(p + p') over 0…1.
                let value =
                    Self.band(Double(tap - otherTap), bandEnd) / Double(power + otherPower + 1)
                normal[row][column] = value
                normal[column][row] = value
            }
            right[row][0] = Self.moment(power) { Self.band(Double(tap) - centre - $0, bandEnd) }
            // Rounding must not make the matrix singular: −160 dB.
            normal[row][row] *= 1 + 1e-13
        }
        let solution = LinearSystem.solve(normal, right)
        coefficients = (0..<count).map { Float(solution?[$0][0] ?? 0) }
    }

    /// The integral of cos(ω t) over 0…bandEnd · π.
    private static func band(_ t: Double, _ bandEnd: Double) -> Double {
        let edge = bandEnd * .pi
        return abs(t) < 1e-9 ? edge : avf_dsp_sin(edge * t) / t
    }

    /// The integral of μᵖ f(μ) over 0…1 by Simpson's rule.
    private static func moment(_ power: Int, _ f: (Double) -> Double) -> Double {
        let steps = 200
        var sum = 0.0
        for step in 0...steps {
            let x = Double(step) / Double(steps)
            let weight: Double = step == 0 || step == steps ? 1 : step % 2 == 1 ? 4 : 2
            var value = f(x)
            for _ in 0..<power { value *= x }
            sum += weight * value
        }
        return sum / Double(3 * steps)
    }
}
