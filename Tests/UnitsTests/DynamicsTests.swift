import AVFRender
import AVFUnits
import Glibc
import TestSupport
import Testing

@Suite struct DynamicsTests {
    /// The settled output level in decibels for a constant of that level.
    private func settled(_ decibels: Double, _ settings: [String: Float]) throws -> Double {
        let run = try UnitRun.of("dynamics", settings)
        let output = run.processMono([Float](repeating: Float(pow(10, decibels / 20)), count: 48_000))
        return 20 * log10(Double(output[47_999]))
    }

    @Test(arguments: [-60.0, -30, -19, -12, 0, 12])
    func `the curve is unity below the threshold and bends towards the headroom above`(level: Double) throws {
        let (threshold, headroom) = (-20.0, 5.0)
        let above = max(0, level - threshold)
        let expected = min(level, threshold) + headroom * (1 - exp(-above / headroom))
        #expect(abs(try settled(level, [:]) - expected) < 0.01)
    }

    @Test(arguments: [-35.0, -30, -29, -20])
    func `below the expansion threshold the level falls by the ratio`(level: Double) throws {
        let settings: [String: Float] = ["expansionThreshold": -30, "expansionRatio": 3, "threshold": 0]
        let expected = level < -30 ? -30 + 3 * (level + 30) : level
        #expect(abs(try settled(level, settings) - expected) < 0.01)
    }

    @Test func `attack and release go 63 percent of their way in their times`() throws {
        let run = try UnitRun.of(
            "dynamics", ["attackTime": 0.02, "releaseTime": 0.1, "threshold": -20, "headroom": 0.1])
        let input =
            [Float](repeating: 1, count: 24_000) + [Float](repeating: 0.05, count: 24_000)
        let output = run.processMono(input)
        let gain = { (frame: Int) in 20 * log10(Double(output[frame] / input[frame])) }
        let deepest = gain(23_999)
        #expect(abs(deepest + 19.9) < 0.01)
        #expect(abs(gain(959) / deepest - (1 - exp(-1))) < 0.01)
        #expect(abs(gain(24_000 + 4799) / deepest - exp(-1)) < 0.01)
    }

    @Test func `all channels get the same gain`() throws {
        let run = try UnitRun.of("dynamics", channelCount: 2)
        let loud = Measure.sine(500, 9600)
        let faint = loud.map { $0 * 0.25 }
        let output = run.process([loud, faint])
        for frame in 0..<9600 { #expect(abs(output[1][frame] - 0.25 * output[0][frame]) < 1e-6) }
    }

    @Test func `meters show compression, input and output`() throws {
        let entry = try #require(UnitCatalog["dynamics"])
        let run = UnitRun(entry, channelCount: 1)
        _ = run.processMono([Float](repeating: 0.5, count: 48_000))
        let meter = { (address: UInt64) in
            run.parameters.load(try #require(entry.descriptor.index(ofAddress: address)))
        }
        let expected = 20 * log10(0.5)
        let (compression, input, output) = (try meter(1000), try meter(2000), try meter(3000))
        #expect(abs(Double(input) - expected) < 0.01)
        #expect(abs(input - output - compression) < 0.01)
        #expect(compression > 5)
    }

    // MARK: - Limiter

    /// The largest magnitude at eight points in each frame, by a sinc under a Hann window of 128 frames.
    private func truePeak(_ samples: [Float]) -> Double {
        var peak = 0.0
        let half = 64
        let weights = (0..<8).map { point in
            (-half + 1...half).map { tap -> Double in
                let t = Double(tap) - Double(point) / 8
                let sinc = t == 0 ? 1 : sin(.pi * t) / (.pi * t)
                return sinc * (0.5 + 0.5 * cos(.pi * t / Double(half)))
            }
        }
        for frame in half..<samples.count - 2 * half where abs(samples[frame]) > 0.5 {
            for row in weights {
                var sum = 0.0
                for tap in 0..<2 * half { sum += row[tap] * Double(samples[frame - half + 1 + tap]) }
                peak = max(peak, abs(sum))
            }
        }
        return peak
    }

    /// Programmes that break limiters: bursts, steps, tones between the samples, noise, each far too loud.
    ///
    /// What has energy at half of the rate has no true peak that meters agree on: tones fade in, noise is
    /// darkened.
    static let programmes: [(name: String, samples: [Float])] = {
        let count = 4800
        let tone = { (periods: Double, phase: Double) in
            (0..<count).map { frame in
                Float(3 * min(1, Double(frame) / 480) * sin(2 * .pi * (Double(frame) * periods + phase)))
            }
        }
        let burst = (0..<count).map { frame in
            frame % 1200 < 300 ? Float(4 * sin(2 * .pi * 3000 * Double(frame) / 48_000)) : 0.01
        }
        let step = (0..<count).map { $0 / 400 % 2 == 0 ? Float(2.5) : -2.5 }
        let white = noise(count, seed: 3)
        return [
            ("bursts", burst), ("fs/4", tone(0.25, 0.125)), ("fs/3", tone(1.0 / 3, 0.04)),
            ("steps", step), ("noise", zip(white, white.dropFirst()).map { 4 * ($0 + $1) }),
            ("19 kHz", tone(19.0 / 48, 0)),
        ]
    }()

    @Test(arguments: programmes.map(\.name), [0.001, 0.012])
    func `what comes out of the limiter never rises over 0 dB true peak`(name: String, attack: Double) throws
    {
        let programme = try #require(Self.programmes.first { $0.name == name }).samples
        let run = try UnitRun.of("limiter", ["attackTime": Float(attack)])
        let output = run.processMono(programme)
        #expect(output.map(abs).max() ?? 9 <= 1)
        let peak = 20 * log10(truePeak(output))
        Figure.note("limiter, true peak over 0 dB, dB", peak, limit: "0.1")
        #expect(peak < 0.1, "\(peak) dB")
        #expect(peak > -1, "\(peak) dB")
    }

    @Test func `below 0 dB the limiter only delays, to the bit`() throws {
        let run = try UnitRun.of("limiter", channelCount: 2)
        let input = [noise(9600, seed: 1), noise(9600, seed: 2)]
        let output = run.process(input)
        let latency = run.unit.latencyFrames
        for channel in 0..<2 {
            #expect(Array(output[channel].dropFirst(latency)) == Array(input[channel].dropLast(latency)))
        }
    }

    @Test(arguments: [0.001, 0.02])
    func `the limiter's latency follows its attack`(seconds: Double) throws {
        let run = try UnitRun.of("limiter", ["attackTime": Float(seconds)])
        let input = noise(4800, seed: 1)
        let output = run.processMono(input)
        let latency = run.unit.latencyFrames
        #expect(abs(Double(latency) - seconds * 48_000 - 12) <= 2)
        #expect(Array(output.dropFirst(latency)) == Array(input.dropLast(latency)))
    }

    // MARK: - Multiband

    @Test func `bands that are not compressed add up to a flat response`() throws {
        let settings = Dictionary(
            uniqueKeysWithValues: (1...4).flatMap {
                [("threshold\($0)", Float(0)), ("headroom\($0)", Float(40))]
            })
        let run = try UnitRun.of("multibandCompressor", settings)
        let response = run.processMono(Measure.impulse(32_768).map { $0 * 0.5 })
        for frequency in [30.0, 120, 300, 700, 1500, 3000, 8000, 20_000] {
            #expect(abs(Measure.gainDecibels(ofResponse: response, atHz: frequency) + 6.0206) < 0.01)
        }
    }

    @Test func `a loud band leaves the others alone`() throws {
        let frames = 48_000
        let low = Measure.sine(50, frames, amplitude: 0.9)
        // On a bin of the spectrum below.
        let high = Measure.sine(2731 * 48_000 / 16_384, frames, amplitude: 0.01)
        let run = try UnitRun.of("multibandCompressor")
        let output = run.processMono(zip(low, high).map { $0 + $1 })
        let tail = Array(output.suffix(16_384))
        #expect(abs(Measure.peak(tail, fromHz: 7000, toHz: 9000) - 20 * log10(0.01)) < 0.3)
        #expect(Measure.peak(tail, fromHz: 30, toHz: 70) < -10)
    }
}
