import CAVFDSP

extension BiquadCoefficients {
    /// The two filters of ITU-R BS.1770: a shelf for the head, and a high-pass.
    ///
    /// The standard gives numbers for 48 kHz only; these are the analog filters behind them, found by B. De
    /// Man, "Evaluation of implementations of the EBU R128 loudness measurement", 2018, by the bilinear
    /// transform. [control]
    package static func loudnessWeighting(sampleRateHz: Double) -> (shelf: Self, highPass: Self) {
        let shelfAngle = avf_dsp_tan(.pi * min(1681.974450955533 / sampleRateHz, 0.49))
        let high = avf_dsp_pow(10, 3.999843853973347 / 20)
        let middle = avf_dsp_pow(high, 0.4996667741545416)
        let shelf = section(
            shelfAngle, quality: 0.7071752369554196,
            numerator: (high, middle / 0.7071752369554196, 1))
        let passAngle = avf_dsp_tan(.pi * min(38.13547087602444 / sampleRateHz, 0.49))
        var highPass = section(passAngle, quality: 0.5003270373238773, numerator: (1, 0, 0))
        // The standard's numerator is 1, −2, 1.
        (highPass.b0, highPass.b1, highPass.b2) = (1, -2, 1)
        return (shelf, highPass)
    }

    /// `(s² h + s b + l) / (s² + s / Q + 1)` with s = (1 − z⁻¹) / (k (1 + z⁻¹)).
    private static func section(
        _ k: Double, quality: Double, numerator: (h: Double, b: Double, l: Double)
    ) -> Self {
        let norm = 1 + k / quality + k * k
        let (h, b, l) = (numerator.h, numerator.b * k, numerator.l * k * k)
        return BiquadCoefficients(
            b0: (h + b + l) / norm, b1: 2 * (l - h) / norm, b2: (h - b + l) / norm,
            a1: 2 * (k * k - 1) / norm, a2: (1 - k / quality + k * k) / norm)
    }
}
