import CAVFDSP

/// Discrete Fourier transform of real blocks whose length is a power of two.
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

    /// A transform of the least power of two that is at least `minimumSize`, from 32 to 65,536. [control]
    package init(minimumSize: Int) {
        var size = 32
        while size < min(minimumSize, 65_536) { size *= 2 }
        self.size = size
        twiddles = Self.memory(Self.stageTwiddles(half: size / 2))
        let angles = (0..<size / 2).map { 2 * Double.pi * Double($0) / Double(size) }
        rotations = Self.memory(angles.map(avf_dsp_cos) + angles.map(avf_dsp_sin))
        work = .allocate(capacity: 2 * size)
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
        var fft = tables
        avf_dsp_fft_forward(&fft, time, real, imaginary)
    }

    /// The samples of a spectrum, scaled by `1 / size`: forward and back is the identity.
    @_noLocks
    package mutating func inverse(
        real: UnsafePointer<Float>, imaginary: UnsafePointer<Float>, _ time: UnsafeMutablePointer<Float>
    ) {
        var fft = tables
        avf_dsp_fft_inverse(&fft, real, imaginary, time)
    }

    private var tables: avf_dsp_fft {
        @_noLocks get { avf_dsp_fft(size: size, twiddles: twiddles, rotations: rotations, work: work) }
    }

    private static func stageTwiddles(half: Int) -> [Double] {
        var twiddles: [Double] = []
        var length = half
        while length >= 4 {
            let angles = (0..<length / 4).map { 2 * Double.pi * Double($0) / Double(length) }
            for harmonic in [1.0, 2, 3] {
                twiddles += angles.map { avf_dsp_cos(harmonic * $0) }
                twiddles += angles.map { avf_dsp_sin(harmonic * $0) }
            }
            length /= 4
        }
        return twiddles
    }

    private static func memory(_ values: [Double]) -> UnsafeMutablePointer<Float> {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, values.count))
        for (index, value) in values.enumerated() { (memory + index).initialize(to: Float(value)) }
        return memory
    }
}
