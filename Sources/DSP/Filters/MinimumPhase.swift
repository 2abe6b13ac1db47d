import CAVFDSP

/// Filters of minimum phase, made from filters of linear phase.
enum MinimumPhase {
    /// What counts as nothing in a spectrum, so that its logarithm stays finite: −180 dB.
    private static let floor = 1e-9

    /// The filter with the same response and length that has its energy as early as possible.
    ///
    /// By the real cepstrum: the phase belongs to the logarithm of the magnitude as an odd sequence to an
    /// even one (Oppenheim and Schafer, "Discrete-Time Signal Processing", 13.3).
    static func kernel(of kernel: [Double]) -> [Double] {
        var fft = DoubleFFT(minimumSize: 16 * kernel.count)
        let (size, half) = (fft.size, fft.size / 2)
        var spectrum = fft.spectrum(of: kernel)
        for bin in 0...half {
            let magnitude =
                (spectrum.real[bin] * spectrum.real[bin]
                + spectrum.imaginary[bin] * spectrum.imaginary[bin]).squareRoot()
            spectrum.real[bin] = avf_dsp_log(max(magnitude, floor))
            spectrum.imaginary[bin] = 0
        }
        var cepstrum = fft.samples(of: spectrum).map { $0 / Double(size) }
        for index in 1..<half { cepstrum[index] *= 2 }
        for index in half + 1..<size { cepstrum[index] = 0 }
        spectrum = fft.spectrum(of: cepstrum)
        for bin in 0...half {
            let magnitude = avf_dsp_exp(spectrum.real[bin])
            let angle = spectrum.imaginary[bin]
            spectrum.real[bin] = magnitude * avf_dsp_cos(angle)
            spectrum.imaginary[bin] = magnitude * avf_dsp_sin(angle)
        }
        let samples = fft.samples(of: spectrum).prefix(kernel.count)
        let total = samples.reduce(0, +)
        return samples.map { $0 / total }
    }
}
