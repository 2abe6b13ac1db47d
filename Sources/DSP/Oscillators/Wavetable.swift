import CAVFDSP

/// Single cycles of waves at half-octave levels, each with as many harmonics as frequencies there have room
/// for.
///
/// A row of tables with fewer and fewer harmonics is Bristow-Johnson's, "Wavetable synthesis 101", 1996; here
/// they overlap, and samples between those of a table are found with a windowed sinc.
package struct Wavetable: ~Copyable {
    /// Harmonics of each cycle from the fundamental on, as cosine and sine parts.
    package typealias Harmonics = [(cosine: Double, sine: Double)]

    private let memory: UnsafeMutablePointer<Float>
    private let offsets: UnsafeMutablePointer<Int>
    private let view: avf_dsp_wavetable

    /// A table of cycles, of which there must be one at least. [control]
    package init(_ cycles: [Harmonics]) {
        let levels = 0..<Int(AVF_DSP_WAVETABLE_LEVELS)
        let lengths = levels.map { avf_dsp_wavetable_length($0) }
        offsets = .allocate(capacity: levels.count)
        var stride = 0
        for level in levels {
            (offsets + level).initialize(to: stride)
            stride += lengths[level] + Int(AVF_DSP_WAVETABLE_TAPS)
        }
        memory = .allocate(capacity: stride * cycles.count)
        memory.initialize(repeating: 0, count: stride * cycles.count)
        view = avf_dsp_wavetable(
            samples: memory, cycleStride: stride, cycleCount: cycles.count, offsets: offsets,
            rows: WavetableRows.shared.rows)
        for level in levels {
            var fft = RealFFT(minimumSize: lengths[level])
            for (index, cycle) in cycles.enumerated() {
                Self.write(cycle, level, into: memory + index * stride + offsets[level], &fft)
            }
        }
    }

    deinit {
        memory.deallocate()
        offsets.deallocate()
    }

    /// How many cycles there are.
    package var cycleCount: Int { @_noLocks get { view.cycleCount } }

    /// Writes frames; `position` counts cycles from 0 on.
    @_noLocks
    package func process(
        _ phase: avf_dsp_phase, position: avf_dsp_ramp, into output: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) {
        var view = view
        avf_dsp_wavetable_run(output, &view, phase, position, frameCount)
    }

    /// One level of one cycle, with its ends repeated around it.
    private static func write(
        _ cycle: Harmonics, _ level: Int, into target: UnsafeMutablePointer<Float>, _ fft: inout RealFFT
    ) {
        let most = Int(Double(AVF_DSP_WAVETABLE_HARMONICS) * avf_dsp_exp2(-Double(level) / 2) + 1e-9)
        var real = [Float](repeating: 0, count: fft.binCount)
        var imaginary = real
        for (index, harmonic) in cycle.prefix(most).enumerated() {
            real[index + 1] = Float(0.5 * Double(fft.size) * harmonic.cosine)
            imaginary[index + 1] = Float(-0.5 * Double(fft.size) * harmonic.sine)
        }
        var samples = [Float](repeating: 0, count: fft.size)
        fft.inverse(real: real, imaginary: imaginary, into: &samples)
        let lead = Int(AVF_DSP_WAVETABLE_TAPS) / 2 - 1
        for place in 0..<fft.size + Int(AVF_DSP_WAVETABLE_TAPS) {
            target[place] = samples[(place - lead + fft.size) % fft.size]
        }
    }
}

extension Wavetable {
    /// The harmonics of a cycle that is given as samples, without its mean. [control]
    ///
    /// The highest of an even number of samples, whose phase is undefined, is left out, and so is what
    /// lies above the harmonics of level 0.
    package static func harmonics(of cycle: [Float]) -> Harmonics {
        let count = min((cycle.count - 1) / 2, Int(AVF_DSP_WAVETABLE_HARMONICS))
        guard count > 0 else { return [] }
        let scale = 2 / Double(cycle.count)
        if var fft = RealFFT(size: cycle.count) {
            var real = [Float](repeating: 0, count: fft.binCount)
            var imaginary = real
            fft.forward(cycle, real: &real, imaginary: &imaginary)
            return (1...count).map { (scale * Double(real[$0]), -scale * Double(imaginary[$0])) }
        }
        let angles = (0..<cycle.count).map { 2 * Double.pi * Double($0) / Double(cycle.count) }
        let (cosines, sines) = (angles.map(avf_dsp_cos), angles.map(avf_dsp_sin))
        return (1...count).map { harmonic in
            var (cosine, sine) = (0.0, 0.0)
            for (index, sample) in cycle.enumerated() {
                cosine += Double(sample) * cosines[index * harmonic % cycle.count]
                sine += Double(sample) * sines[index * harmonic % cycle.count]
            }
            return (scale * cosine, scale * sine)
        }
    }

    /// Sine, triangle, square and sawtooth, in this order, of amplitude 1.
    package static var classics: [Harmonics] {
        let numbers = (1...Int(AVF_DSP_WAVETABLE_HARMONICS)).map { Double($0) }
        let sign = { (number: Double) in Int(number) % 4 == 1 ? 1.0 : -1.0 }
        let isOdd = { (number: Double) in Int(number) % 2 == 1 }
        return [
            [(0, 1)],
            numbers.map { (0, isOdd($0) ? sign($0) * 8 / (.pi * .pi * $0 * $0) : 0) },
            numbers.map { (0, isOdd($0) ? 4 / (.pi * $0) : 0) },
            numbers.map { (0, (isOdd($0) ? 2 : -2) / (.pi * $0)) },
        ]
    }
}

/// The weights with which samples of a table give those between them, made when the first table is.
///
/// They pass up to a quarter of the table's rate; what a table has above, which is nothing, falls by 115 dB.
private struct WavetableRows: Sendable {
    static let shared = WavetableRows()

    // Proof: written once, before anybody can see it, and never freed.
    nonisolated(unsafe) let rows: UnsafePointer<Float>

    private init() {
        let (taps, count) = (Int(AVF_DSP_WAVETABLE_TAPS), Int(AVF_DSP_WAVETABLE_ROWS))
        let sinc = KaiserSinc(tapCount: taps, passbandEnd: 0.5, stopbandStart: 1.5)
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: taps * (count + 1))
        for row in 0...count {
            let weights = sinc.row(phase: Double(row) / Double(count), tapCount: taps)
            for (tap, weight) in weights.enumerated() {
                (memory + row * taps + tap).initialize(to: Float(weight))
            }
        }
        rows = UnsafePointer(memory)
    }
}
