import CAVFDSP

/// The power of a signal over frequency, averaged over its blocks and channels.
///
/// Welch, "The use of fast Fourier transform for the estimation of power spectra", 1967: Hann windows that
/// overlap by half.
package struct AveragedSpectrum: Sendable {
    /// Level of each bin in decibels, at least −200; a sine of full scale that falls on a bin reads 0.
    package let decibels: [Float]
    /// Distance of the bins: bin k is at k times this.
    package let binWidthHz: Double

    /// The spectrum of planar samples. [control]
    ///
    /// - Parameters:
    ///   - channels: One pointer for each channel.
    ///   - channelCount: Number of channels.
    ///   - frameCount: Frames of each channel; a signal shorter than one block is padded with silence.
    ///   - sampleRateHz: Rate of the signal.
    ///   - blockSize: Length of a block; rounded up to a power of two from 32 to 65,536.
    package init(
        channels: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, frameCount: Int,
        sampleRateHz: Double, blockSize: Int = 4096
    ) {
        var fft = RealFFT(minimumSize: blockSize)
        let window = Window.hann(fft.size)
        var power = [Double](repeating: 0, count: fft.binCount)
        var blockCount = 0
        for channel in 0..<channelCount {
            for start in stride(from: 0, through: max(0, frameCount - fft.size), by: fft.size / 2) {
                let available = min(fft.size, frameCount - start)
                Self.add(channels[channel] + start, available, window, &fft, to: &power)
                blockCount += 1
            }
        }
        // A sine of amplitude 1 has |X| = size / 2 · ½ on its bin under a Hann window.
        let fullScale = Double(fft.size * fft.size) / 16 * Double(max(1, blockCount))
        decibels = power.map { Float(max(-200, 10 * avf_dsp_log10($0 / fullScale))) }
        binWidthHz = sampleRateHz / Double(fft.size)
    }

    private static func add(
        _ samples: UnsafePointer<Float>, _ available: Int, _ window: [Float], _ fft: inout RealFFT,
        to power: inout [Double]
    ) {
        var block = [Float](repeating: 0, count: fft.size)
        avf_dsp_multiply(&block, samples, window, max(0, available))
        var real = [Float](repeating: 0, count: fft.binCount)
        var imaginary = real
        fft.forward(block, real: &real, imaginary: &imaginary)
        for bin in power.indices {
            power[bin] +=
                Double(real[bin]) * Double(real[bin]) + Double(imaginary[bin]) * Double(imaginary[bin])
        }
    }
}
