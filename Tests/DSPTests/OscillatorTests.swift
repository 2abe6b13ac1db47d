import AVFDSP
import Glibc
import TestSupport
import Testing

@Suite struct OscillatorTests {
    private func render(
        _ waveform: Waveform, frequencyHz: Double, _ frameCount: Int, cuts: [Range<Int>]? = nil
    ) -> [Float] {
        var oscillator = Oscillator()
        oscillator.setFrequency(frequencyHz, sampleRateHz: 48_000)
        let output = PlanarSignal(channelCount: 1, frameCount: frameCount)
        for cut in cuts ?? [0..<frameCount] {
            oscillator.process(waveform, into: output.pointers[0] + cut.lowerBound, frameCount: cut.count)
        }
        return output[0]
    }

    /// Amplitude of one frequency, by correlation over whole periods.
    private func amplitude(_ samples: [Float], periods: Int) -> Double {
        var real = 0.0
        var imaginary = 0.0
        for (frame, sample) in samples.enumerated() {
            let angle = 2 * Double.pi * Double(periods * frame % samples.count) / Double(samples.count)
            real += Double(sample) * cos(angle)
            imaginary += Double(sample) * sin(angle)
        }
        return 2 / Double(samples.count) * (real * real + imaginary * imaginary).squareRoot()
    }

    @Test(arguments: [0.1, 440, 997, 23_999])
    func `a sine is the sine of its phase`(frequencyHz: Double) {
        let output = render(.sine, frequencyHz: frequencyHz, 20_000)
        for (frame, sample) in output.enumerated() {
            #expect(abs(Double(sample) - sin(2 * .pi * frequencyHz * Double(frame) / 48_000)) < 1e-7)
        }
    }

    @Test(arguments: Waveform.allCases)
    func `cutting blocks changes no bit`(waveform: Waveform) {
        let whole = render(waveform, frequencyHz: 1234.5, 5000)
        let pieces = render(
            waveform, frequencyHz: 1234.5, 5000, cuts: randomCuts(5000, longest: 77, seed: 4))
        #expect(whole.bits == pieces.bits)
    }

    @Test func `sawtooth, square and triangle have their textbook harmonics`() {
        let periods = 101
        let frequencyHz = 48_000.0 * Double(periods) / 9600
        let waves = [Waveform.sawtooth, .square, .triangle].map { render($0, frequencyHz: frequencyHz, 9600) }
        for harmonic in 1...7 {
            let n = Double(harmonic)
            let isOdd = harmonic % 2 == 1
            let expected = [
                2 / (.pi * n), isOdd ? 4 / (.pi * n) : 0, isOdd ? 8 / (.pi * .pi * n * n) : 0,
            ]
            for (wave, level) in zip(waves, expected) {
                #expect(abs(amplitude(wave, periods: harmonic * periods) - level) < 0.02 * level + 1e-4)
            }
        }
    }

    @Test(arguments: [Waveform.sawtooth, .square, .triangle, .pulse], [49, 401, 1281, 2559])
    func `no alias below 15 kHz is louder than −100 dB`(waveform: Waveform, periods: Int) {
        // Whole periods in a power of two of frames: every harmonic and every alias is on a bin.
        var fft = RealFFT(minimumSize: 8192)
        let output = render(waveform, frequencyHz: 48_000.0 * Double(periods) / 8192, 8192)
        var real = [Float](repeating: 0, count: fft.binCount)
        var imaginary = real
        fft.forward(output, real: &real, imaginary: &imaginary)
        let worst =
            (1..<2560).filter { $0 % periods != 0 }
            .map { hypot(real[$0], imaginary[$0]) / 4096 }.max() ?? 1
        Figure.note("tone, aliases below 15 kHz, dB", 20 * log10(Double(worst)), limit: "−100")
        #expect(worst < 1e-5)
    }

    @Test func `a gliding frequency ends where it should, whatever the cuts`() {
        let output = PlanarSignal(channelCount: 2, frameCount: 6000)
        for (channel, cuts) in [[0..<6000], randomCuts(6000, longest: 77, seed: 4)].enumerated() {
            var oscillator = Oscillator()
            oscillator.setFrequency(100, sampleRateHz: 48_000)
            oscillator.setFrequency(5000, sampleRateHz: 48_000, over: 3000)
            for cut in cuts {
                oscillator.process(
                    .sawtooth, into: output.pointers[channel] + cut.lowerBound, frameCount: cut.count)
            }
        }
        #expect(output[0].bits == output[1].bits)
        let falls = zip(output[0].dropFirst(3048), output[0].dropFirst(3049)).count { $0 > 0 && $1 < 0 }
        #expect(abs(falls - 5000 * 2951 / 48_000) <= 1)
    }

    @Test func `a triangle rises from 0 to 1 in a quarter of its period`() {
        let output = render(.triangle, frequencyHz: 48, 1000)
        #expect(abs(output[100] - 0.4) < 1e-6)
        #expect(abs(output[250] - 1) < 0.002)
        #expect(abs(output[750] + 1) < 0.002)
    }

    @Test func `a new frequency goes on from the phase reached, and reset returns to phase 0`() {
        var oscillator = Oscillator()
        let output = PlanarSignal(channelCount: 1, frameCount: 3)
        oscillator.setFrequency(6000, sampleRateHz: 48_000)
        oscillator.process(.sine, into: output.pointers[0], frameCount: 2)
        oscillator.setFrequency(12_000, sampleRateHz: 48_000)
        oscillator.process(.sine, into: output.pointers[0], frameCount: 2)
        #expect(abs(output[0][0] - 1) < 1e-6)
        #expect(abs(output[0][1]) < 1e-6)
        oscillator.reset()
        oscillator.process(.sine, into: output.pointers[0], frameCount: 1)
        #expect(output[0][0] == 0)
    }
}
