import AVFDSP
import Glibc
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

    @Test func `the alias nearest to the fundamental of a sawtooth lies 20 dB under that of the naive one`() {
        let periods = 1001
        let frequencyHz = 48_000.0 * Double(periods) / 9600
        let rounded = render(.sawtooth, frequencyHz: frequencyHz, 9600)
        let naive = (0..<9600).map { frame -> Float in
            let periodShare = Double(frame * periods % 9600) / 9600
            return Float(2 * (periodShare < 0.5 ? periodShare : periodShare - 1))
        }
        // Harmonic 9 comes back at 9600 - 9 · 1001.
        let alias = 9600 - 9 * periods
        #expect(amplitude(rounded, periods: alias) < 0.1 * amplitude(naive, periods: alias))
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
