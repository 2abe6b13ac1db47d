import CAVFDSP

extension BiquadCoefficients {
    /// A high-pass of first order, by the bilinear transform: with k = tan(π f / rate),
    /// `y[n] = (x[n] − x[n−1]) / (1 + k) + (1 − k) / (1 + k) · y[n−1]`.
    ///
    /// Frequencies are held below 0.49 of the rate.
    @_noLocks
    package static func firstOrderHighPass(frequencyHz: Double, sampleRateHz: Double) -> BiquadCoefficients {
        let k = avf_dsp_tan(.pi * min(frequencyHz / sampleRateHz, 0.49))
        let gain = 1 / (1 + k)
        return BiquadCoefficients(b0: gain, b1: -gain, b2: 0, a1: (k - 1) * gain, a2: 0)
    }
}
