import AVFDSP
import Glibc

/// Signals to measure with, and what is measured on them.
enum Measure {
    /// A sine from phase 0.
    static func sine(
        _ frequencyHz: Double, _ frameCount: Int, amplitude: Double = 1, sampleRateHz: Double = 48_000
    ) -> [Float] {
        (0..<frameCount).map {
            Float(amplitude * sin(2 * .pi * frequencyHz * Double($0) / sampleRateHz))
        }
    }

    /// A one, then silence.
    static func impulse(_ frameCount: Int) -> [Float] {
        [1] + [Float](repeating: 0, count: frameCount - 1)
    }

    /// Level of each bin in decibels over a power of two of frames; a sine of full scale reads 0.
    ///
    /// The window is Nuttall's with four terms, "Some windows with very good sidelobe behavior", 1981: side
    /// lobes lie at −98 dB and fall by 18 dB an octave.
    static func spectrum(_ samples: [Float]) -> [Double] {
        var fft = RealFFT(minimumSize: samples.count)
        let weights = [0.355768, -0.487396, 0.144232, -0.012604]
        let step = 2 * Double.pi / Double(fft.size)
        var block = samples
        for frame in 0..<samples.count {
            // cos 2x and cos 3x by their polynomials in cos x: four times fewer cosines.
            let c = cos(step * Double(frame))
            let window =
                weights[0] + weights[1] * c + weights[2] * (2 * c * c - 1)
                + weights[3] * (4 * c * c * c - 3 * c)
            block[frame] *= Float(window)
        }
        var real = [Float](repeating: 0, count: fft.binCount)
        var imaginary = real
        fft.forward(block, real: &real, imaginary: &imaginary)
        let scale = 2 / (Double(fft.size) * weights[0])
        return zip(real, imaginary).map {
            20 * log10(max(1e-12, Double(hypot($0, $1)) * scale))
        }
    }

    /// The loudest bin from one frequency up to another.
    static func peak(
        _ samples: [Float], fromHz low: Double, toHz high: Double, sampleRateHz: Double = 48_000
    ) -> Double {
        let bins = spectrum(samples)
        let width = sampleRateHz / Double(2 * (bins.count - 1))
        return bins[Int(low / width)...min(bins.count - 1, Int(high / width))].max() ?? -240
    }

    /// Gain of a filter in decibels at a frequency, from its impulse response.
    static func gainDecibels(
        ofResponse response: [Float], atHz frequencyHz: Double, sampleRateHz: Double = 48_000
    ) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (frame, sample) in response.enumerated() where sample != 0 {
            let angle = 2 * Double.pi * frequencyHz * Double(frame) / sampleRateHz
            real += Double(sample) * cos(angle)
            imaginary -= Double(sample) * sin(angle)
        }
        return 10 * log10(max(1e-24, real * real + imaginary * imaginary))
    }
}
