import AVFDSP
import Glibc
import Testing

@Suite struct FFTTests {
    static let sizes = (5...16).map { 1 << $0 } + [96, 160, 480, 960, 1920, 3840, 4320, 24_000]

    private func transform(_ samples: [Float]) -> (real: [Float], imaginary: [Float]) {
        guard var fft = RealFFT(size: samples.count) else { return ([], []) }
        var real = [Float](repeating: .nan, count: fft.binCount)
        var imaginary = real
        fft.forward(samples, real: &real, imaginary: &imaginary)
        return (real, imaginary)
    }

    @Test(arguments: sizes)
    func `each bin equals the direct sum`(size: Int) {
        let samples = noise(size, seed: UInt64(size))
        let (real, imaginary) = transform(samples)
        // All bins of the small sizes, some of the large ones: the direct sum takes size² steps.
        let step = size <= 512 ? 1 : size / 2 / 16
        let cosines = (0..<size).map { cos(2 * .pi * Double($0) / Double(size)) }
        let sines = (0..<size).map { sin(2 * .pi * Double($0) / Double(size)) }
        for bin in Array(stride(from: 0, through: size / 2, by: step)) + [1, size / 2 - 1] {
            var sumReal = 0.0
            var sumImaginary = 0.0
            for index in 0..<size {
                sumReal += Double(samples[index]) * cosines[index * bin % size]
                sumImaginary -= Double(samples[index]) * sines[index * bin % size]
            }
            let tolerance = 4e-7 * Double(size).squareRoot()
            #expect(abs(Double(real[bin]) - sumReal) < tolerance)
            #expect(abs(Double(imaginary[bin]) - sumImaginary) < tolerance)
        }
    }

    @Test(arguments: sizes)
    func `forward and back gives the same block`(size: Int) {
        let samples = noise(size, seed: 3)
        let (real, imaginary) = transform(samples)
        guard var fft = RealFFT(size: size) else {
            Issue.record("no transform of \(size) samples")
            return
        }
        var back = [Float](repeating: .nan, count: size)
        fft.inverse(real: real, imaginary: imaginary, into: &back)
        #expect(zip(samples, back).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test(arguments: sizes)
    func `a transform in parts gives the bits of a whole one`(size: Int) {
        let samples = noise(size, seed: 4)
        let (real, imaginary) = transform(samples)
        guard var fft = RealFFT(size: size) else {
            Issue.record("no transform of \(size) samples")
            return
        }
        var (inParts, imaginaryInParts) = (real.map { _ in Float.nan }, real.map { _ in Float.nan })
        var (back, backInParts) = (samples.map { _ in Float.nan }, samples.map { _ in Float.nan })
        for part in 0..<fft.partCount {
            fft.forward(samples, real: &inParts, imaginary: &imaginaryInParts, part: part)
        }
        for part in 0..<fft.partCount {
            fft.inverse(real: real, imaginary: imaginary, into: &backInParts, part: part)
        }
        fft.inverse(real: real, imaginary: imaginary, into: &back)
        #expect(real == inParts && imaginary == imaginaryInParts && back == backInParts)
    }

    @Test(arguments: [-32, 0, 16, 33, 224, 65_568, 1 << 20])
    func `a size that is not 32 times a product of 2, 3 and 5 is refused`(size: Int) {
        let isThere = if RealFFT(size: size) != nil { true } else { false }
        #expect(!isThere)
    }

    @Test func `the size is the next power of two from 32 to 65536`() {
        for (minimum, size) in [
            (-1, 32), (32, 32), (33, 64), (1000, 1024), (65_536, 65_536), (1 << 20, 65_536),
        ] {
            let fft = RealFFT(minimumSize: minimum)
            #expect(fft.size == size)
            #expect(fft.binCount == size / 2 + 1)
        }
    }

    @Test func `a Hann window and its copy shifted by half add up to one`() {
        let window = Window.hann(64)
        #expect(window[0] == 0)
        #expect((0..<32).allSatisfy { abs(window[$0] + window[$0 + 32] - 1) < 1e-6 })
    }

    @Test(arguments: [500, 4096, 100_000])
    func `a sine of half scale reads -6 dB on its bin and nothing far away`(frameCount: Int) {
        let bin = 100.0 * 48_000 / 4096
        let sine = (0..<frameCount).map { Float(0.5 * sin(2 * .pi * bin * Double($0) / 48_000)) }
        let signal = PlanarSignal([sine, sine])
        let spectrum = AveragedSpectrum(
            channels: signal.pointers, channelCount: 2, frameCount: frameCount, sampleRateHz: 48_000)
        #expect(spectrum.binWidthHz == 11.71875)
        #expect(spectrum.decibels.count == 2049)
        guard frameCount >= 4096 else { return #expect(spectrum.decibels[100] < -7) }
        #expect(abs(spectrum.decibels[100] + 6.0206) < 0.001)
        #expect(abs(spectrum.decibels[101] + 12.0412) < 0.001)
        #expect(spectrum.decibels[500] < -120)
    }
}
