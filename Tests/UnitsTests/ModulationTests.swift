import AVFRender
import AVFUnits
import Glibc
import Testing

/// Chorus, flanger, phaser and tremolo against their formulas.
@Suite struct ModulationTests {
    private let tone = Measure.sine(440, 9600, amplitude: 0.5)

    @Test(arguments: [(0, 0.0), (1, 90), (1, 180), (1, 30)])
    func `a tremolo multiplies with a raised sine, the right side ahead`(channel: Int, spread: Double)
        throws
    {
        let settings: [String: Float] = ["rate": 6, "depth": 70, "spread": Float(spread)]
        let output = try UnitRun.of("tremolo", settings, channelCount: 2).process([tone, tone])[channel]
        let ahead = channel == 1 ? spread * .pi / 180 : 0
        for frame in stride(from: 0, to: 9600, by: 7) {
            let angle = 2 * .pi * 6 * Double(frame) / 48_000 + ahead
            let expected = Double(tone[frame]) * (1 - 0.7 * (1 - sin(angle)) / 2)
            #expect(abs(Double(output[frame]) - expected) < 1e-6)
        }
    }

    @Test func `a chorus without modulation is a delay with feedback`() throws {
        let settings: [String: Float] = ["depth": 0, "delay": 10, "feedback": 50, "dryWetMix": 100]
        let output = try UnitRun.of("chorus", settings).processMono(Measure.impulse(2000))
        for frame in 0..<2000 {
            let turns = frame / 480
            let expected: Float = frame % 480 == 0 && turns > 0 ? Float(pow(0.5, Double(turns - 1))) : 0
            #expect(abs(output[frame] - expected) < 1e-6, "frame \(frame)")
        }
    }

    @Test func `a chorus reads where the modulated delay says, between frames too`() throws {
        let settings: [String: Float] = [
            "rate": 2, "depth": 1.5, "delay": 7.3, "dryWetMix": 100, "feedback": 0,
        ]
        let output = try UnitRun.of("chorus", settings).processMono(tone)
        for frame in 1000..<9600 {
            let lfo = sin(2 * .pi * 2 * Double(frame) / 48_000)
            let place = Double(frame) - 48 * (7.3 + 1.5 * lfo)
            let expected = 0.5 * sin(2 * .pi * 440 * place / 48_000)
            #expect(abs(Double(output[frame]) - expected) < 1e-4, "frame \(frame)")
        }
    }

    @Test(arguments: [0.0, 50, -80])
    func `a flanger that stands still is a comb`(feedback: Double) throws {
        let settings: [String: Float] = [
            "depth": 0, "delay": 1, "feedback": Float(feedback), "dryWetMix": 50,
        ]
        let response = try UnitRun.of("flanger", settings).processMono(Measure.impulse(8192))
        for frequency in [500.0, 700, 1000, 1300] {
            // 1/2 + 1/2 · z⁻⁴⁸ / (1 − f · z⁻⁴⁸)
            let angle = 2 * .pi * frequency * 0.001
            let (re, im) = (cos(angle), -sin(angle))
            let (a, b) = (1 - feedback / 100 * re, -feedback / 100 * im)
            let power = a * a + b * b
            let (real, imaginary) = (1 + (re * a + im * b) / power, (im * a - re * b) / power)
            let expected = 10 * log10(max(1e-12, (real * real + imaginary * imaginary) / 4))
            let gain = Measure.gainDecibels(ofResponse: response, atHz: frequency)
            #expect(abs(gain - expected) < 0.01 || max(gain, expected) < -80, "\(frequency) Hz")
        }
    }

    @Test(arguments: [1, 3, 6])
    func `a phaser that stands still has the notches of its all-passes`(notches: Int) throws {
        let settings: [String: Float] = [
            "depth": 0, "centerFrequency": 800, "notches": Float(notches), "dryWetMix": 50,
        ]
        let response = try UnitRun.of("phaser", settings).processMono(Measure.impulse(8192))
        let corner = tan(Double.pi * 800 / 48_000)
        for frequency in [50.0, 200, 463, 700, 1100, 2000, 6000, 15_000] {
            let phase = -2 * atan(tan(Double.pi * frequency / 48_000) / corner) * Double(2 * notches)
            let expected = 20 * log10(max(1e-6, abs(cos(phase / 2))))
            let gain = Measure.gainDecibels(ofResponse: response, atHz: frequency)
            #expect(abs(gain - expected) < 0.02 || max(gain, expected) < -60, "\(frequency) Hz")
        }
        // cos(phase / 2) = 0 where each all-pass has turned by an odd part of half a turn.
        for notch in 0..<notches {
            let turn = tan(Double.pi * Double(2 * notch + 1) / Double(4 * notches))
            let frequency = atan(corner * turn) * 48_000 / Double.pi
            #expect(Measure.gainDecibels(ofResponse: response, atHz: frequency) < -60, "\(frequency) Hz")
        }
    }

    @Test func `a phaser's notches wander by its depth`() throws {
        let settings: [String: Float] = [
            "rate": 0.02, "depth": 1, "centerFrequency": 500, "notches": 1, "dryWetMix": 50,
        ]
        let run = try UnitRun.of("phaser", settings)
        // A quarter of 50 s later the corner is an octave up.
        _ = run.processMono([Float](repeating: 0, count: 600_000), blocks: [4096])
        let response = run.processMono(Measure.impulse(4096))
        #expect(Measure.gainDecibels(ofResponse: response, atHz: 1000) < -40)
        #expect(Measure.gainDecibels(ofResponse: response, atHz: 500) > -6)
    }
}
