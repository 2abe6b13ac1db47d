import CAVFDSP

/// Discrete Fourier transform of real blocks whose length is 32 times a product of 2, 3 and 5.
///
/// `X[k] = Σ x[n] · e^(−2πi·nk/size)` for k = 0…size/2, real and imaginary parts apart.
package struct RealFFT: ~Copyable {
    /// Samples of a block.
    package let size: Int

    /// Complex numbers of a spectrum: `size / 2 + 1`.
    package var binCount: Int { @_noLocks get { size / 2 + 1 } }

    private let twiddles: UnsafeMutablePointer<Float>
    private let rotations: UnsafeMutablePointer<Float>
    private let work: UnsafeMutablePointer<Float>
    private var tables: avf_dsp_fft

    /// A transform of the least power of two that is at least `minimumSize`, from 32 to 65,536. [control]
    package init(minimumSize: Int) {
        var size = 32
        while size < min(minimumSize, 65_536) { size *= 2 }
        self.init(size: size, radices: Self.radices(of: size) ?? [4, 4])
    }

    /// A transform of exactly that size; nil if it is not 32 times a product of 2, 3 and 5, up to 65,536.
    /// [control]
    package init?(size: Int) {
        guard size <= 65_536, let radices = Self.radices(of: size) else { return nil }
        self.init(size: size, radices: radices)
    }

    private init(size: Int, radices: [Int]) {
        self.size = size
        twiddles = Self.memory(Self.twiddles(half: size / 2, radices))
        let angles = (0..<size / 2).map { 2 * Double.pi * Double($0) / Double(size) }
        rotations = Self.memory(angles.map(avf_dsp_cos) + angles.map(avf_dsp_sin))
        work = .allocate(capacity: 2 * size)
        tables = avf_dsp_fft(
            size: size, radices: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), stageCount: radices.count,
            twiddles: twiddles, rotations: rotations, work: work)
        withUnsafeMutableBytes(of: &tables.radices) { bytes in
            for (index, radix) in radices.enumerated() {
                bytes.storeBytes(of: radix, toByteOffset: index * MemoryLayout<Int>.stride, as: Int.self)
            }
        }
    }

    deinit {
        twiddles.deallocate()
        rotations.deallocate()
        work.deallocate()
    }

    /// The spectrum of `size` samples: `binCount` real and as many imaginary parts.
    @_noLocks
    package mutating func forward(
        _ time: UnsafePointer<Float>, real: UnsafeMutablePointer<Float>,
        imaginary: UnsafeMutablePointer<Float>
    ) {
        avf_dsp_fft_forward(&tables, time, real, imaginary)
    }

    /// The samples of a spectrum, scaled by `1 / size`: forward and back is the identity.
    @_noLocks
    package mutating func inverse(
        real: UnsafePointer<Float>, imaginary: UnsafePointer<Float>, into time: UnsafeMutablePointer<Float>
    ) {
        avf_dsp_fft_inverse(&tables, real, imaginary, time)
    }

    // MARK: - In parts

    /// In how many equally long parts a transform can be done.
    package var partCount: Int { @_noLocks get { tables.stageCount + 2 } }

    /// Part 0, 1, 2, … of a forward transform: all of them give the bits of the whole one.
    ///
    /// One transform must be done before another one begins. The samples are read in the first part.
    @_noLocks
    package mutating func forward(
        _ time: UnsafePointer<Float>, real: UnsafeMutablePointer<Float>,
        imaginary: UnsafeMutablePointer<Float>, part: Int
    ) {
        avf_dsp_fft_forward_part(&tables, part, time, real, imaginary)
    }

    /// Part 0, 1, 2, … of an inverse transform; the samples are written in the last part.
    @_noLocks
    package mutating func inverse(
        real: UnsafePointer<Float>, imaginary: UnsafePointer<Float>, into time: UnsafeMutablePointer<Float>,
        part: Int
    ) {
        avf_dsp_fft_inverse_part(&tables, part, real, imaginary, time)
    }

    // MARK: - Tables

    /// The stages of a transform: two of 4, then what is left in few and large steps; nil if something else
    /// is left.
    private static func radices(of size: Int) -> [Int]? {
        guard size >= 32, size % 32 == 0 else { return nil }
        var radices = [4, 4]
        var rest = size / 32
        while rest > 1 {
            // Two stages of 4 cost less than one of 8 and one of 2.
            let candidates = rest == 16 ? [4] : [5, 3, 8, 4, 2]
            guard let radix = candidates.first(where: { rest % $0 == 0 }) else { return nil }
            radices.append(radix)
            rest /= radix
        }
        return radices.count <= Int(AVF_DSP_FFT_MOST_STAGES) ? radices : nil
    }

    /// The rotations of all stages in the layout that `avf_dsp_fft` describes.
    private static func twiddles(half: Int, _ radices: [Int]) -> [Double] {
        var twiddles: [Double] = []
        var length = half
        for (stage, radix) in radices.enumerated() {
            let angles = (0..<length / radix).map { 2 * Double.pi * Double($0) / Double(length) }
            if stage < 2 {
                let repeated = stage == 0 ? angles : angles.flatMap { [$0, $0, $0, $0] }
                for harmonic in [1.0, 2, 3] {
                    twiddles += repeated.map { avf_dsp_cos(harmonic * $0) }
                    twiddles += repeated.map { avf_dsp_sin(harmonic * $0) }
                }
            } else {
                for angle in angles {
                    for harmonic in 1..<radix {
                        twiddles.append(avf_dsp_cos(Double(harmonic) * angle))
                        twiddles.append(avf_dsp_sin(Double(harmonic) * angle))
                    }
                }
            }
            length /= radix
        }
        return twiddles
    }

    private static func memory(_ values: [Double]) -> UnsafeMutablePointer<Float> {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, values.count))
        for (index, value) in values.enumerated() { (memory + index).initialize(to: Float(value)) }
        return memory
    }
}
