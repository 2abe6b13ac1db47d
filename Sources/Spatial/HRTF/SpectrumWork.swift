import AVFDSP
import CAVFDSP

/// Room for transforms of one size, and what is made with them. [control]
final class SpectrumWork {
    private var fft: DoubleFFT
    private var time: [Double]
    private(set) var real: [Double]
    private(set) var imaginary: [Double]

    /// Samples of a transform.
    let size: Int

    init(minimumSize: Int) {
        fft = DoubleFFT(minimumSize: minimumSize)
        size = fft.size
        time = [Double](repeating: 0, count: size)
        real = [Double](repeating: 0, count: size / 2 + 1)
        imaginary = real
    }

    /// Transforms samples, of which there are at most `size`, into `real` and `imaginary`.
    func transform(_ samples: [Double]) {
        for place in 0..<size { time[place] = place < samples.count ? samples[place] : 0 }
        fft.forward(time, real: &real, imaginary: &imaginary, binCount: real.count)
    }

    /// Turns each bin by an angle in radians.
    func turn(_ angle: (_ bin: Int) -> Double) {
        for bin in real.indices {
            let radians = angle(bin)
            let (cosine, sine) = (avf_dsp_cos(radians), avf_dsp_sin(radians))
            let (x, y) = (real[bin], imaginary[bin])
            real[bin] = x * cosine - y * sine
            imaginary[bin] = x * sine + y * cosine
        }
    }

    /// Natural logarithms of the transformed magnitudes, at least 60 dB below the largest.
    func logMagnitudes() -> [Double] {
        var squares = [Double](repeating: 0, count: real.count)
        var largest = 0.0
        for bin in squares.indices {
            squares[bin] = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
            largest = max(largest, squares[bin])
        }
        let least = max(largest * 1e-6, 1e-60)
        for bin in squares.indices { squares[bin] = 0.5 * avf_dsp_log(max(squares[bin], least)) }
        return squares
    }

    /// Leaves in `imaginary` the phases in radians of the filter of minimum phase with these logarithms of
    /// magnitudes, and in `real` the logarithms.
    ///
    /// By the real cepstrum: Oppenheim and Schafer, "Discrete-Time Signal Processing", 13.3.
    func minimumPhase(_ logarithms: [Double]) {
        for bin in real.indices {
            real[bin] = logarithms[bin]
            imaginary[bin] = 0
        }
        fft.inverse(real: real, imaginary: imaginary, &time)
        let scale = 1 / Double(size)
        for place in 0..<size {
            let factor: Double = place == 0 || place == size / 2 ? 1 : place < size / 2 ? 2 : 0
            time[place] *= factor * scale
        }
        fft.forward(time, real: &real, imaginary: &imaginary, binCount: real.count)
    }

    /// The first samples of the filter of minimum phase; the last eighth of them fades out.
    func minimumPhaseTaps(_ logarithms: [Double], count: Int) -> [Float] {
        minimumPhase(logarithms)
        for bin in real.indices {
            let (size, angle) = (avf_dsp_exp(real[bin]), imaginary[bin])
            real[bin] = size * avf_dsp_cos(angle)
            imaginary[bin] = size * avf_dsp_sin(angle)
        }
        return samples(real, imaginary, count: count)
    }

    /// The first samples of a spectrum's block; the last eighth of them fades out.
    func samples(_ real: [Double], _ imaginary: [Double], count: Int) -> [Float] {
        fft.inverse(real: real, imaginary: imaginary, &time)
        let (scale, fade) = (1 / Double(size), max(1, count / 8))
        return (0..<count).map { place in
            var sample = place < size ? time[place] * scale : 0
            let late = place - (count - fade)
            if late >= 0 {
                sample *= 0.5 + 0.5 * avf_dsp_cos(.pi * (Double(late) + 0.5) / Double(fade))
            }
            return Float(sample)
        }
    }
}
