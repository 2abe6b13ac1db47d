import AVFRender
import AVFUnits
import Glibc
import Testing

/// Gate, de-esser, stereo width, crossover and DC blocker.
@Suite struct ToolUnitTests {
    private func level(_ value: Float, _ frameCount: Int) -> [Float] {
        [Float](repeating: value, count: frameCount)
    }

    @Test func `a gate opens at its threshold and closes below its hysteresis, after the hold time`()
        throws
    {
        let settings: [String: Float] = [
            "threshold": -20, "hysteresis": 6, "holdTime": 0.1, "attackTime": 0.0001,
            "releaseTime": 0.005,
        ]
        let run = try UnitRun.of("gate", settings)
        #expect(run.processMono(level(0.09, 4800)).allSatisfy { $0 == 0 })
        #expect(abs(run.processMono(level(0.11, 4800))[4799] - 0.11) < 1e-4)
        #expect(abs(run.processMono(level(0.06, 9600))[9599] - 0.06) < 1e-4)
        let closing = run.processMono(level(0.04, 9600))
        #expect(abs(closing[4790] - 0.04) < 1e-4)
        #expect(closing[9599] < 1e-4)
    }

    @Test func `a gate goes 63 percent of its way in its times, down to its reduction`() throws {
        let settings: [String: Float] = [
            "threshold": -20, "reduction": 20, "holdTime": 0, "attackTime": 0.01, "releaseTime": 0.05,
        ]
        let run = try UnitRun.of("gate", settings)
        let closed = run.processMono(level(0.01, 48_000))
        #expect(abs(closed[47_999] - 0.001) < 1e-6)
        let opening = run.processMono(level(0.5, 48_000)).map { $0 / 0.5 }
        #expect(abs(opening[479] - (0.1 + 0.9 * Float(1 - exp(-1.0)))) < 0.01)
        let release = run.processMono(level(0.01, 4800)).map { $0 / 0.01 }
        #expect(abs(release[2399] - (0.1 + 0.9 * Float(exp(-1.0)))) < 0.01)
    }

    @Test func `a de-esser hands on to the bit what does not hiss`() throws {
        let vowel = Measure.sine(300, 9600, amplitude: 0.5)
        #expect(try UnitRun.of("deEsser").processMono(vowel) == vowel)
    }

    @Test func `a de-esser turns hiss down to its threshold, but not further than its range`() throws {
        let hiss = Measure.sine(11_000, 48_000, amplitude: 0.1)
        for (threshold, range, expected) in [(-26.0, 40.0, -6.0), (-60, 12, -12)] {
            let settings: [String: Float] = [
                "threshold": Float(threshold), "range": Float(range), "releaseTime": 1, "frequency": 2000,
            ]
            let output = try UnitRun.of("deEsser", settings).processMono(hiss)
            let peak = output.suffix(4800).map(abs).max() ?? 0
            // A shelf of first order: (1 + g · jw) / (1 + jw).
            let w = tan(Double.pi * 11_000 / 48_000) / tan(Double.pi * 2000 / 48_000)
            let g = pow(10, expected / 20)
            let shelf = 10 * log10((1 + g * g * w * w) / (1 + w * w))
            #expect(abs(20 * log10(Double(peak) / 0.1) - shelf) < 0.1)
        }
    }

    @Test(arguments: [0.0, 60, 100, 200])
    func `width is the gain of the side`(percent: Double) throws {
        let (left, right) = (noise(500, seed: 1), noise(500, seed: 2))
        let run = try UnitRun.of("stereoWidth", ["width": Float(percent)], channelCount: 2)
        let output = run.process([left, right])
        for frame in 0..<500 {
            let middle = (left[frame] + right[frame]) / 2
            let side = (left[frame] - right[frame]) / 2 * Float(percent / 100)
            #expect(abs(output[0][frame] - middle - side) < 1e-6)
            #expect(abs(output[1][frame] - middle + side) < 1e-6)
        }
    }

    @Test func `stereo to middle and side and back is the same stereo`() throws {
        let input = [noise(500, seed: 1), noise(500, seed: 2)]
        let there = try UnitRun.of("stereoWidth", ["conversion": 1], channelCount: 2)
        let back = try UnitRun.of("stereoWidth", ["conversion": 2], channelCount: 2)
        let middleAndSide = there.process(input)
        #expect(abs(middleAndSide[0][7] - (input[0][7] + input[1][7]) / 2) < 1e-7)
        let output = back.process(middleAndSide)
        for channel in 0..<2 {
            #expect(zip(output[channel], input[channel]).allSatisfy { abs($0 - $1) < 1e-6 })
        }
        let mono = try UnitRun.of("stereoWidth", ["width": 0])
        #expect(mono.processMono(input[0]) == input[0])
    }

    @Test func `a crossover's bands meet at −6 dB and add up to a flat sum`() throws {
        let corners: [String: Float] = ["frequency1": 200, "frequency2": 1000, "frequency3": 6000]
        let responses = try (0...4).map { band in
            try UnitRun.of("crossover", corners.merging(["band": Float(band)]) { $1 })
                .processMono(Measure.impulse(16_384))
        }
        for (band, corner) in [(1, 200.0), (2, 1000), (3, 6000)] {
            for side in [band, band + 1] {
                let gain = Measure.gainDecibels(ofResponse: responses[side], atHz: corner)
                #expect(abs(gain + 6.02) < 0.3, "band \(side) at \(corner) Hz")
            }
        }
        for frame in 0..<16_384 {
            let sum = responses[1...].reduce(0) { $0 + $1[frame] }
            #expect(abs(sum - responses[0][frame]) < 1e-6)
        }
        for frequency in [30.0, 200, 500, 1000, 3000, 6000, 12_000] {
            #expect(abs(Measure.gainDecibels(ofResponse: responses[0], atHz: frequency)) < 0.01)
        }
    }

    @Test(arguments: [2.0, 5, 40])
    func `a DC blocker takes the offset away and is at −3 dB at its corner`(corner: Double) throws {
        let run = try UnitRun.of("dcBlocker", ["cutoffFrequency": Float(corner)])
        let response = run.processMono(Measure.impulse(65_536))
        let gain = Measure.gainDecibels(ofResponse: response, atHz: corner)
        #expect(abs(gain + 3.0103) < 0.01)
        #expect(abs(Measure.gainDecibels(ofResponse: response, atHz: 1000)) < 0.01)
        #expect(Measure.gainDecibels(ofResponse: response, atHz: 0.001) < -60)
    }
}
