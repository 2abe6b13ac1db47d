import CAVFDSP

extension BiquadCoefficients {
    /// Gain at one frequency, in decibels, for plots and tests.
    package func magnitudeDecibels(atHz frequencyHz: Double, sampleRateHz: Double) -> Double {
        let radians = 2 * Double.pi * frequencyHz / sampleRateHz
        let numerator = squaredMagnitude(b0, b1, b2, radians)
        let denominator = squaredMagnitude(1, a1, a2, radians)
        return 10 * avf_dsp_log10(numerator / denominator)
    }

    /// Frames in which what the slower pole leaves falls by a factor of e; 0 for a section without poles.
    package var decayFrameCount: Double {
        let discriminant = a1 * a1 / 4 - a2
        let radius = discriminant < 0 ? a2.squareRoot() : abs(a1) / 2 + discriminant.squareRoot()
        return radius > 0 ? -1 / avf_dsp_log(radius) : 0
    }

    // |c0 + c1 z⁻¹ + c2 z⁻²|² with z on the unit circle.
    private func squaredMagnitude(_ c0: Double, _ c1: Double, _ c2: Double, _ radians: Double) -> Double {
        let real = c0 + c1 * avf_dsp_cos(radians) + c2 * avf_dsp_cos(2 * radians)
        let imaginary = c1 * avf_dsp_sin(radians) + c2 * avf_dsp_sin(2 * radians)
        return real * real + imaginary * imaginary
    }
}
