import CAVFDSP

/// A first-order low-pass: `y[n] = weight · x[n] + (1 − weight) · y[n−1]`.
package enum OnePole {
    /// The weight of the newest sample for a cut-off, where the gain is exactly −3 dB.
    ///
    /// From |H|² = 1/2; at half of the sample rate and above the filter is open, weight 1.
    @_noLocks
    package static func weight(cutoffHz: Double, sampleRateHz: Double) -> Double {
        guard cutoffHz < sampleRateHz / 2 else { return 1 }
        let half = avf_dsp_sin(.pi * max(0, cutoffHz) / sampleRateHz)
        let c = 2 * half * half
        return avf_dsp_sqrt(c * c + 2 * c) - c
    }

    /// The weight with which a step is reached to within 1/e after that time.
    @_noLocks
    package static func weight(timeSeconds: Double, sampleRateHz: Double) -> Double {
        1 - avf_dsp_exp(-1 / max(1e-9, timeSeconds * sampleRateHz))
    }
}
