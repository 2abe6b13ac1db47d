import CAVFDSP

/// A low-pass filter as a function of time: a sinc under a Kaiser window.
///
/// Kaiser, "Nonrecursive digital filter design using the I0-sinh window function", 1974: the transition's
/// width and the number of taps fix the attenuation, the attenuation fixes the window.
struct KaiserSinc {
    private let halfWidth: Double
    private let cutoff: Double
    private let beta: Double
    private let normalizer: Double

    /// A filter of `tapCount` input samples; the band edges are relative to half of the input's rate.
    init(tapCount: Int, passbandEnd: Double, stopbandStart: Double) {
        halfWidth = Double(tapCount) / 2
        cutoff = (passbandEnd + stopbandStart) / 2
        let transition = (stopbandStart - passbandEnd) / 2
        let attenuationDecibels = 7.95 + 14.36 * transition * Double(tapCount - 1)
        beta = 0.1102 * (attenuationDecibels - 8.7)
        normalizer = 1 / avf_dsp_bessel_i0(beta)
    }

    /// The weight of an input sample `time` samples after the output.
    func weight(at time: Double) -> Double {
        let share = time / halfWidth
        guard abs(share) <= 1 else { return 0 }
        let window = avf_dsp_bessel_i0(beta * (1 - share * share).squareRoot()) * normalizer
        let angle = .pi * cutoff * time
        return window * cutoff * (angle == 0 ? 1 : avf_dsp_sin(angle) / angle)
    }

    /// The weights around an output that lies `phase` (0...1) samples after input sample `tapCount / 2 − 1`.
    ///
    /// Scaled to a sum of 1, so that every phase passes a constant alike.
    func row(phase: Double, tapCount: Int) -> [Double] {
        let weights = (0..<tapCount).map { weight(at: Double($0 - tapCount / 2 + 1) - phase) }
        let total = weights.reduce(0, +)
        return weights.map { $0 / total }
    }
}
