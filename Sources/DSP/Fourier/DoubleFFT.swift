import CAVFDSP

/// Discrete Fourier transform of real blocks in double precision; the length's prime factors are 2, 3, 5 and
/// 7.
///
/// `X[k] = Σ x[n] · e^(−2πi·nk/size)` for k = 0…size/2, real and imaginary parts apart.
package struct DoubleFFT: ~Copyable {
    /// Complex numbers of one block.
    package struct Spectrum {
        /// Real parts.
        package var real: [Double]
        /// Imaginary parts.
        package var imaginary: [Double]

        /// A spectrum of silence.
        package init(binCount: Int) {
            real = [Double](repeating: 0, count: binCount)
            imaginary = real
        }
    }

    /// Samples of a block.
    package let size: Int
    /// Complex numbers of a spectrum: `size / 2 + 1`.
    package var binCount: Int { size / 2 + 1 }

    private let factors: UnsafeMutablePointer<UInt8>
    private let twiddles: UnsafeMutablePointer<Double>
    private let rotations: UnsafeMutablePointer<Double>
    private let work: UnsafeMutablePointer<Double>

    /// A transform of exactly `size` samples; `hasFactors(of: size)` must hold. [control]
    package init(size: Int) {
        let lengths = Self.factors(of: size / 2)
        assert(size % 2 == 0 && lengths.product == size / 2)
        self.size = size
        factors = Self.memory(lengths.map { UInt8($0) } + [0])
        twiddles = Self.memory(Self.stageTwiddles(half: size / 2, factors: lengths))
        let step = 2 * Double.pi / Double(size)
        let angles = (0..<size / 2).map { step * Double($0) }
        rotations = Self.memory(angles.map(avf_dsp_cos) + angles.map(avf_dsp_sin))
        work = .allocate(capacity: 2 * size + 4 * Int(AVF_DSP_FFT_PADDING))
    }

    /// A transform of the least power of two that is at least `minimumSize`. [control]
    package init(minimumSize: Int) {
        var size = 32
        while size < minimumSize { size *= 2 }
        self.init(size: size)
    }

    deinit {
        factors.deallocate()
        twiddles.deallocate()
        rotations.deallocate()
        work.deallocate()
    }

    /// Whether blocks of so many samples can be transformed.
    package static func hasFactors(of size: Int) -> Bool {
        size >= 4 && size % 2 == 0 && factors(of: size / 2).product == size / 2
    }

    /// The first `binCount` numbers of the spectrum of `size` samples.
    package mutating func forward(
        _ time: UnsafePointer<Double>, real: UnsafeMutablePointer<Double>,
        imaginary: UnsafeMutablePointer<Double>, binCount: Int
    ) {
        var fft = tables
        avf_dsp_fft_double_forward(&fft, time, real, imaginary, binCount)
    }

    /// The samples of a spectrum times `size`.
    package mutating func inverse(
        real: UnsafePointer<Double>, imaginary: UnsafePointer<Double>, _ time: UnsafeMutablePointer<Double>
    ) {
        var fft = tables
        avf_dsp_fft_double_inverse(&fft, real, imaginary, time)
    }

    /// The spectrum of samples, silence behind them. [control]
    package mutating func spectrum(of samples: [Double]) -> Spectrum {
        let padded = samples + [Double](repeating: 0, count: size - samples.count)
        var result = Spectrum(binCount: binCount)
        forward(padded, real: &result.real, imaginary: &result.imaginary, binCount: binCount)
        return result
    }

    /// The samples of a spectrum times `size`. [control]
    package mutating func samples(of spectrum: Spectrum) -> [Double] {
        var result = [Double](repeating: 0, count: size)
        inverse(real: spectrum.real, imaginary: spectrum.imaginary, &result)
        return result
    }

    private var tables: avf_dsp_fft_double {
        avf_dsp_fft_double(
            size: size, factors: factors, twiddles: twiddles, rotations: rotations, work: work)
    }

    /// The lengths of the stages; what has other primes is left out.
    ///
    /// After a stage of 8 all others find eight numbers side by side that turn alike.
    private static func factors(of length: Int) -> [Int] {
        var (rest, result) = (length, [Int]())
        if length % 8 == 0, length >= 64 {
            result.append(8)
            rest /= 8
            if rest.trailingZeroBitCount % 2 == 1, rest % 8 == 0 {
                result.append(8)
                rest /= 8
            }
        }
        for factor in [4, 2, 3, 5, 7] {
            while rest > 1, rest % factor == 0 {
                result.append(factor)
                rest /= factor
            }
        }
        return result
    }

    private static func stageTwiddles(half: Int, factors: [Int]) -> [Double] {
        var (length, twiddles) = (half, [Double]())
        for factor in factors {
            let count = length / factor
            let angles = (1..<factor).flatMap { harmonic in
                (0..<count).map { 2 * Double.pi * Double($0 * harmonic) / Double(length) }
            }
            twiddles += angles.map(avf_dsp_cos)
            twiddles += angles.map(avf_dsp_sin)
            length = count
        }
        return twiddles
    }

    private static func memory<Element: BitwiseCopyable>(_ values: [Element]) -> UnsafeMutablePointer<Element>
    {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, values.count))
        for (index, value) in values.enumerated() { (memory + index).initialize(to: value) }
        return memory
    }
}

extension [Int] {
    fileprivate var product: Int { reduce(1, *) }
}
