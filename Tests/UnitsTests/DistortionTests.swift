import AVFDSP
import AVFRender
import AVFUnits
import Glibc
import Testing

@Suite struct DistortionTests {
    private static let wet: [String: Float] = ["finalMix": 100, "softClipGain": 0, "delayMix": 0]

    private func output(_ settings: [String: Float], _ input: [Float]) throws -> [Float] {
        try UnitRun.of("distortion", Self.wet.merging(settings) { $1 }).processMono(input)
    }

    private let frameCount = 32_768

    /// A frequency on an odd bin of the second half: every harmonic and every alias is on a bin of its own.
    private func onBin(_ frequencyHz: Double) -> Double {
        let width = 48_000 / Double(frameCount / 2)
        return (2 * (frequencyHz / width / 2).rounded() + 1) * width
    }

    @Test(arguments: [100.0, 997, 5000])
    func `a soft sine is clipped into odd harmonics like tanh`(frequency: Double) throws {
        let tone = onBin(frequency)
        let input = Measure.sine(tone, frameCount, amplitude: 0.5)
        let heard = Array(try output([:], input).suffix(frameCount / 2))
        let ideal = Array(input.map { tanhf($0) }.suffix(frameCount / 2))
        for harmonic in [1.0, 3] {
            let band = (harmonic * tone - 5, harmonic * tone + 5)
            let level = Measure.peak(heard, fromHz: band.0, toHz: band.1)
            #expect(abs(level - Measure.peak(ideal, fromHz: band.0, toHz: band.1)) < 0.05)
        }
    }

    /// Everything in the spectrum that is no harmonic, by the loudest harmonic, in decibels.
    private func aliases(_ samples: [Float], of tone: Double) -> Double {
        let bins = Measure.spectrum(samples)
        let width = 48_000 / Double(samples.count)
        let fundamental = Int((tone / width).rounded())
        var worst = -240.0
        for (bin, level) in bins.enumerated() where bin > 8 && Double(bin) * width < 18_000 {
            let distance = bin % fundamental
            if min(distance, fundamental - distance) > 6 { worst = max(worst, level) }
        }
        return worst - (bins.max() ?? 0)
    }

    @Test func `aliases of a driven tone lie far below those of clipping at the rate itself`() throws {
        let tone = onBin(3001)
        let input = Measure.sine(tone, frameCount, amplitude: 1)
        let heard = Array(try output(["softClipGain": 12], input).suffix(frameCount / 2))
        let naive = Array(input.map { tanhf($0 * powf(10, 12 / 20)) }.suffix(frameCount / 2))
        let (ours, theirs) = (aliases(heard, of: tone), aliases(naive, of: tone))
        #expect(ours < -75, "\(ours) dB")
        #expect(ours < theirs - 30, "\(theirs) dB at the rate itself")
    }

    @Test func `a cube gives the third harmonic, a square the second and no constant`() throws {
        let tone = onBin(500)
        let input = Measure.sine(tone, frameCount, amplitude: 0.05)
        let cubed = try output(["linearTerm": 0, "cubicTerm": 20, "polynomialMix": 100], input)
        let squared = try output(["linearTerm": 0, "squaredTerm": 20, "polynomialMix": 100], input)
        let level = { (samples: [Float], frequency: Double) in
            Measure.peak(
                Array(samples.suffix(self.frameCount / 2)), fromHz: max(0, frequency - 5), toHz: frequency + 5
            )
        }
        // sin³ = (3 sin − sin 3x) / 4, sin² = (1 − cos 2x) / 2.
        #expect(abs(level(cubed, 3 * tone) - 20 * log10(20 * 0.000125 / 4)) < 0.1)
        #expect(abs(level(squared, 2 * tone) - 20 * log10(20 * 0.0025 / 2)) < 0.1)
        #expect(level(squared, 2) < -90)
    }

    @Test func `a ring modulator moves a tone by its frequency to both sides`() throws {
        let (tone, ring) = (onBin(2000), onBin(600))
        let input = Measure.sine(tone, frameCount, amplitude: 0.01)
        let heard = try output(
            ["ringModFrequency1": Float(ring), "ringModBalance": 0, "ringModMix": 100], input)
        let tail = Array(heard.suffix(frameCount / 2))
        for side in [tone - ring, tone + ring] {
            #expect(abs(Measure.peak(tail, fromHz: side - 5, toHz: side + 5) - 20 * log10(0.005)) < 0.1)
        }
        #expect(Measure.peak(tail, fromHz: tone - 5, toHz: tone + 5) < -90)
    }

    @Test func `decimation holds each hundredth sample, and rounding leaves steps`() throws {
        let ramp = (0..<4800).map { Float($0) / 48_000 }
        let held = try output(["decimation": 100, "decimationMix": 100], ramp)
        // Behind the oversampler's ringing every step lasts for a hundred frames.
        let steps = zip(held.dropFirst(1000), held.dropFirst(1100)).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0 - 100.0 / 48_000) < 1e-4 })
        let coarse = try output(["rounding": 60, "decimationMix": 100], ramp)
        let step = Float(exp2(-15 + 9.0))
        #expect(Set(coarse.dropFirst(200).map { ($0 / step).rounded() }).count <= 8)
    }

    @Test func `dry sound is late by the latency and otherwise untouched`() throws {
        let run = try UnitRun.of("distortion", ["finalMix": 0])
        let input = noise(3000, seed: 1)
        let output = run.processMono(input)
        let latency = run.unit.latencyFrames
        #expect(Array(output.dropFirst(latency)) == Array(input.dropLast(latency)))
    }

    @Test func `every preset changes the sound, each in its own way`() throws {
        let input = noise(9600, seed: 1)
        let all = try DistortionKernel.presets.map {
            try UnitRun.of("distortion", $0.values).processMono(input)
        }
        let dry = [Float](repeating: 0, count: 39) + input.dropLast(39)
        for (place, samples) in all.enumerated() {
            for other in [dry] + all[..<place] {
                #expect(zip(samples, other).contains { abs($0 - $1) > 0.01 }, "preset \(place)")
            }
        }
    }
}
