import AVFDSP
import AVFRealtime
import CAVFDSP

/// Room for transforms of one size, and what is made with them. [control]
final class SpectrumWork {
    private var fft: DoubleFFT
    private let time: UnsafeMutablePointer<Double>
    private let memory: OwnedBuffer<Double>
    /// The spectrum: `binCount` numbers each.
    let real: UnsafeMutablePointer<Double>
    let imaginary: UnsafeMutablePointer<Double>

    /// Samples of a transform.
    let size: Int
    /// Complex numbers of a spectrum.
    let binCount: Int

    init(minimumSize: Int) {
        fft = DoubleFFT(minimumSize: minimumSize)
        size = fft.size
        binCount = size / 2 + 1
        memory = OwnedBuffer(repeating: 0, count: size + 2 * binCount)
        time = memory.pointer
        real = time + size
        imaginary = real + binCount
    }

    /// Transforms samples, of which there are at most `size`, into `real` and `imaginary`.
    func transform(_ samples: [Double]) {
        let count = min(size, samples.count)
        time.update(from: samples, count: count)
        (time + count).update(repeating: 0, count: size - count)
        fft.forward(time, real: real, imaginary: imaginary, binCount: binCount)
    }

    /// Turns each bin by an angle in radians.
    func turn(_ angle: (_ bin: Int) -> Double) {
        for bin in 0..<binCount {
            let radians = angle(bin)
            let (cosine, sine) = (avf_dsp_cos(radians), avf_dsp_sin(radians))
            let (x, y) = (real[bin], imaginary[bin])
            real[bin] = x * cosine - y * sine
            imaginary[bin] = x * sine + y * cosine
        }
    }

    /// Natural logarithms of the transformed magnitudes, at least 60 dB below the largest.
    func logMagnitudes() -> [Double] {
        let (real, imaginary) = (real, imaginary)
        var logarithms = [Double](repeating: 0, count: binCount)
        logarithms.withUnsafeMutableBufferPointer { squares in
            var largest = 0.0
            for bin in squares.indices {
                squares[bin] = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
                largest = max(largest, squares[bin])
            }
            let least = max(largest * 1e-6, 1e-60)
            for bin in squares.indices { squares[bin] = 0.5 * avf_dsp_log(max(squares[bin], least)) }
        }
        return logarithms
    }

    /// Leaves in `imaginary` the phases in radians of the filter of minimum phase with these logarithms of
    /// magnitudes, and in `real` the logarithms.
    ///
    /// By the real cepstrum: Oppenheim and Schafer, "Discrete-Time Signal Processing", 13.3.
    func minimumPhase(_ logarithms: [Double]) {
        let (time, half) = (time, size / 2)
        real.update(from: logarithms, count: binCount)
        imaginary.update(repeating: 0, count: binCount)
        fft.inverse(real: real, imaginary: imaginary, time)
        let scale = 1 / Double(size)
        for place in 1..<half { time[place] *= 2 * scale }
        time[0] *= scale
        time[half] *= scale
        (time + half + 1).update(repeating: 0, count: half - 1)
        fft.forward(time, real: real, imaginary: imaginary, binCount: binCount)
    }

    /// The first samples of the filter of minimum phase; the last eighth of them fades out.
    func minimumPhaseTaps(_ logarithms: [Double], count: Int) -> [Float] {
        minimumPhase(logarithms)
        let (real, imaginary) = (real, imaginary)
        for bin in 0..<binCount {
            let (size, angle) = (avf_dsp_exp(real[bin]), imaginary[bin])
            real[bin] = size * avf_dsp_cos(angle)
            imaginary[bin] = size * avf_dsp_sin(angle)
        }
        return samples(count: count)
    }

    /// The first samples of the block of the spectrum in `real` and `imaginary`; the last eighth of them
    /// fades out.
    func samples(count: Int) -> [Float] {
        fft.inverse(real: real, imaginary: imaginary, time)
        let (time, scale, fade) = (time, 1 / Double(size), max(1, count / 8))
        return (0..<count).map { place in
            let sample = place < size ? time[place] * scale : 0
            let late = place - (count - fade)
            guard late >= 0 else { return Float(sample) }
            let weight = 0.5 + 0.5 * avf_dsp_cos(.pi * (Double(late) + 0.5) / Double(fade))
            return Float(sample * weight)
        }
    }
}
