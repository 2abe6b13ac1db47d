import AVFRender
import AVFUnits
import Testing

@Suite struct DelayTests {
    private func delay(_ settings: [String: Float], sampleRateHz: Double = 48_000) throws -> UnitRun {
        try UnitRun.of(
            "delay",
            ["wetDryMix": 100, "feedback": 0, "lowPassCutoff": 96_000].merging(settings) { $1 },
            sampleRateHz: sampleRateHz)
    }

    @Test(arguments: [0, 3, 480, 24_000])
    func `with an open low-pass the echo has the bits of its sound`(frames: Int) throws {
        let run = try delay(["delayTime": Float(frames) / 48_000])
        let input = noise(30_000, seed: 1)
        let output = run.processMono(input)
        #expect(Array(output.dropFirst(frames)) == Array(input.dropLast(frames)))
        #expect(output.prefix(frames).allSatisfy { $0 == 0 })
    }

    @Test(arguments: [8000.0, 44_100, 96_000, 192_000])
    func `an echo arrives delayTime after its sound`(sampleRateHz: Double) throws {
        let run = try delay(["delayTime": 0.1], sampleRateHz: sampleRateHz)
        let output = run.processMono(Measure.impulse(Int(0.2 * sampleRateHz)))
        #expect(output.firstIndex { $0 != 0 } == Int((0.1 * sampleRateHz).rounded()))
    }

    @Test(arguments: [50.0, -50, 90, -100])
    func `each echo is the feedback's share of the one before`(percent: Double) throws {
        let run = try delay(["delayTime": 0.01, "feedback": Float(percent)])
        let output = run.processMono(Measure.impulse(2000))
        for (echo, frame) in [480, 960, 1440, 1920].enumerated() {
            let expected = (0..<echo).reduce(1.0) { share, _ in share * percent / 100 }
            #expect(abs(Double(output[frame]) - expected) < 1e-6)
        }
    }

    @Test func `each echo has 3 dB less at the cut-off than the one before`() throws {
        let run = try delay(["delayTime": 0.05, "feedback": 100, "lowPassCutoff": 2000])
        let output = run.processMono(Measure.impulse(9600))
        for echo in 1...3 {
            let part = Array(output[(2400 * echo)..<(2400 * (echo + 1))])
            let gain = Measure.gainDecibels(ofResponse: part, atHz: 2000)
            #expect(abs(gain + 3.0103 * Double(echo)) < 0.01)
        }
    }

    @Test func `at half wet and half dry both have 3 dB less`() throws {
        let output = try delay(["delayTime": 0.01, "wetDryMix": 50]).processMono(Measure.impulse(1000))
        #expect(abs(output[0] - 0.70710678) < 1e-6)
        #expect(abs(output[480] - 0.70710678) < 1e-6)
    }

    @Test func `after a jump of the delay the new echo is exact, and on the way there is no step`() throws {
        let run = try delay(["delayTime": 0.1])
        let tone = Measure.sine(100, 48_000)
        let output = run.processMono(tone, blocks: [480]) { frame in
            if frame == 24_000 { run.parameters.store(0.25, at: 1) }
        }
        #expect(Array(output[30_000...]) == Array(tone[(30_000 - 12_000)..<36_000]))
        let steps = zip(output[10_000...], output[10_001...]).map { abs($0 - $1) }
        #expect(steps.max() ?? 1 < 0.02)
    }

    @Test func `a sample delay moves every channel by its frames, to the bit`() throws {
        let run = try UnitRun.of("sampleDelay", ["delayFrames": 1234], channelCount: 3)
        let input = (1..<4 as Range<UInt64>).map { noise(5000, seed: $0) }
        let output = run.process(input)
        for channel in 0..<3 {
            #expect(Array(output[channel].dropFirst(1234)) == Array(input[channel].dropLast(1234)))
        }
    }
}
