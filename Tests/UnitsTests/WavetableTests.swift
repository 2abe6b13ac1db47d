import AVFRender
import AVFUnits
import Glibc
import TestSupport
import Testing

/// The wavetable oscillator against Fourier series.
@Suite struct WavetableTests {
    private func tone(
        _ cycles: [[Float]]?, _ settings: [String: Float], _ frameCount: Int = 32_768,
        blocks: [Int] = [512]
    ) throws -> [Float] {
        let run = try UnitRun.of("wavetable", settings.merging(["level": 0]) { $0 + $1 })
        if let cycles { try use(cycles, run) }
        return run.process([[Float](repeating: 0, count: frameCount)], blocks: blocks)[0]
    }

    private func use(_ cycles: [[Float]], _ run: UnitRun) throws {
        try run.unit.use(UnitSound(path: "", sampleRateHz: 48_000, channels: cycles))
    }

    /// A cycle with these amplitudes of sines.
    private func cycle(_ amplitudes: [Double], length: Int = 2048) -> [Float] {
        (0..<length).map { sample in
            Float(
                amplitudes.enumerated().reduce(0) {
                    $0 + $1.element * sin(2 * .pi * Double((1 + $1.offset) * sample) / Double(length))
                })
        }
    }

    /// The largest difference from a sum of harmonics, as a level.
    private func errorDecibels(_ heard: [Float], _ amplitudes: [Double], frequencyHz: Double) -> Double {
        let most = heard.enumerated().map { frame, sample in
            abs(
                Double(sample)
                    - amplitudes.enumerated().reduce(0) {
                        $0 + $1.element
                            * sin(
                                2 * .pi * Double(1 + $1.offset) * frequencyHz * Double(frame) / 48_000)
                    })
        }.max()
        return 20 * log10(max(1e-12, most ?? 1))
    }

    @Test(arguments: [20.5, 110, 440, 1234.5, 7000], [2048, 600, 37])
    func `harmonics come out as they went in, to −100 dB`(frequency: Double, length: Int) throws {
        let amplitudes = [0.5, -0.2, 0.1, 0, 0.05].prefix(frequency < 3000 ? 5 : 2).map { $0 }
        let heard = try tone([cycle(amplitudes, length: length)], ["frequency": Float(frequency)], 2000)
        let error = errorDecibels(heard, amplitudes, frequencyHz: Double(Float(frequency)))
        Figure.note("wavetable, off the harmonics that went in, dB", error, limit: "−100")
        #expect(error < -100, "\(error) dB")
    }

    @Test(arguments: [55.0, 440, 1760, 3520, 7040])
    func `of a sawtooth, all harmonics to 15 kHz are there and nothing else below`(frequency: Double) throws {
        // A frequency that falls on bins and whose aliases do not.
        let bin = 48_000.0 / 32_768
        let exact = ((frequency / bin).rounded() + 0.5) * bin
        let heard = try tone(nil, ["frequency": Float(exact), "position": 100])
        let spectrum = Measure.spectrum(heard)
        let played = Double(Float(exact))
        for (index, level) in spectrum.enumerated() where Double(index) * bin < 15_000 {
            let number = (Double(index) * bin / played).rounded()
            let distance = abs(Double(index) * bin - max(1, number) * played) / bin
            if distance > 12 { #expect(level < -100, "\(level) dB at \(Double(index) * bin) Hz") }
            if distance < 0.51 { #expect(abs(level - 20 * log10(2 / (.pi * number))) < 1.5) }
        }
    }

    @Test func `between two cycles both are mixed`() throws {
        let two = [cycle([0.5]), cycle([0, 0.5])]
        for (position, amplitudes) in [(0, [0.5, 0]), (25, [0.375, 0.125]), (100, [0, 0.5])] {
            let heard = try tone(two, ["position": Float(position), "frequency": 300], 2000)
            #expect(errorDecibels(heard, amplitudes, frequencyHz: 300) < -100, "at \(position) %")
        }
    }

    @Test func `a channel of several times 2048 samples is as many cycles`() throws {
        let (one, other) = (cycle([0.5]), cycle([0, 0.25]))
        let settings: [String: Float] = ["position": 100]
        let row = try tone([one + one + other], settings, 1000)
        #expect(try row == tone([one, one, other], settings, 1000))
    }

    @Test func `the mean of a cycle is taken away`() throws {
        let heard = try tone([cycle([0.25]).map { $0 + 0.5 }], ["frequency": 480], 4800)
        #expect(abs(heard.reduce(0, +)) / 4800 < 1e-5)
    }

    @Test(arguments: [[1], [100, 7], [4096]])
    func `a glide and a new table do not depend on the block size`(blocks: [Int]) throws {
        let render = { (blocks: [Int]) in
            let run = try UnitRun.of("wavetable")
            var heard = try #require(
                run.process([[Float](repeating: 0, count: 1000)], blocks: blocks).first)
            run.parameters.store(1500, at: 0)
            run.parameters.store(70, at: 2)
            try use([cycle([0.5, 0.2])], run)
            heard += run.process([[Float](repeating: 0, count: 2000)], blocks: blocks)[0]
            return heard
        }
        #expect(try render(blocks) == render([512]))
    }

    @Test func `a new table makes no click`() throws {
        let run = try UnitRun.of("wavetable", ["frequency": 300, "level": -6])
        _ = run.process([[Float](repeating: 0, count: 4800)])
        try use([cycle([0, -0.8])], run)
        let heard = run.process([[Float](repeating: 0, count: 8192)])[0]
        #expect(Measure.peak(heard, fromHz: 6000, toHz: 20_000) < -80)
    }

    @Test func `cycles that cannot be played are refused and nothing changes`() throws {
        let run = try UnitRun.of("wavetable")
        let bad: [[[Float]]] = [
            [], [[]], [[Float](repeating: 0, count: 5000)], [[.nan, 0, 1]],
            [[Float]](repeating: [0, 1], count: 257), [[0, 1], [0, 1, 2]],
        ]
        for cycles in bad { #expect(throws: UnitSoundError.self) { try use(cycles, run) } }
        let plain = try UnitRun.of("wavetable")
        let silence = [[Float](repeating: 0, count: 600)]
        #expect(run.process(silence) == plain.process(silence))
    }

    @Test func `silence is silent`() throws {
        let heard = try UnitRun.of("silence", channelCount: 3).process(
            [[Float]](repeating: [Float](repeating: 0, count: 700), count: 3))
        #expect(heard.joined().allSatisfy { $0 == 0 })
    }
}
