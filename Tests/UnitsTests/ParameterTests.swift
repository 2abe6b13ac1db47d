import AVFRender
import AVFUnits
import Glibc
import Testing

/// Every parameter of every unit does something, and something of its own.
@Suite struct ParameterTests {
    /// A loud part and a faint one, different on the two sides.
    private static let input: [[Float]] = [1, 2].map { (side: UInt64) -> [Float] in
        let loud = noise(3000, seed: side)
        let faint = noise(3000, seed: side + 2)
        return loud.map { $0 * 1.9 } + faint.map { $0 * 0.02 }
    }

    /// What settings of the same unit are tried until one shows the parameter.
    private static let tries: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 8]

    private func output(_ entry: UnitEntry, seed: UInt64, moving moved: Int? = nil) -> [[Float]] {
        let run = UnitRun(entry)
        for (index, value) in noise(run.parameters.count, seed: seed).enumerated() {
            let range = run.parameters.specs[index].range
            let isMoved = index == moved
            let share = isMoved ? (value > 0 ? 0.1 : 0.9) : value + 0.5
            run.parameters.store(
                range.lowerBound + share * (range.upperBound - range.lowerBound), at: index)
        }
        return run.process(Self.input)
    }

    /// Units whose parameters count only with a file or a program, or only through several buses: other tests
    /// have these.
    private static let silent: Set<String> = ["convolution", "wavetable", "matrixMixer", "sampler"]

    /// What the short sound does not last long enough for, or what moves a meter only: the tests of these
    /// units have it.
    private static let unreached: [String: Set<String>] = [
        "equalizer": ["band3Bandwidth"], "sampleDelay": ["delayFrames"],
        "delay": ["delayTime", "feedback", "lowPassCutoff"],
        "reverb": ["gain", "decayTimeAt0Hz", "decayTimeAtNyquist", "randomizeReflections"],
        "sweep": ["repeats"], "gate": ["threshold", "hysteresis", "reduction", "holdTime", "releaseTime"],
        "spectrum": ["averagingTime"],
    ]

    @Test(arguments: UnitCatalog.all.map(\.descriptor.identifier).filter { !silent.contains($0) })
    func `each parameter changes the sound, and no two change it alike`(symbol: String) throws {
        let entry = try #require(UnitCatalog[symbol])
        let descriptor = entry.descriptor
        var unheard = descriptor.parameters.indices.filter { !descriptor.parameters[$0].spec.isReadOnly }
        for seed in Self.tries where !unheard.isEmpty {
            let base = output(entry, seed: seed)
            var heard: [(index: Int, output: [[Float]])] = []
            for index in unheard {
                let moved = output(entry, seed: seed, moving: index)
                if moved != base { heard.append((index, moved)) }
            }
            for one in heard {
                let twins = heard.filter { $0.index > one.index && $0.output == one.output }
                #expect(twins.isEmpty, "\(symbol): \(one.index) is \(twins.map(\.index))")
            }
            unheard.removeAll { index in heard.contains { $0.index == index } }
        }
        let symbols = unheard.map { descriptor.parameters[$0].symbol }
        #expect(symbols.filter { Self.unreached[symbol]?.contains($0) != true } == [])
    }

    // MARK: - Multiband compressor

    private func compressor(_ settings: [String: Float], channelCount: Int = 1) throws -> UnitRun {
        try UnitRun.of("multibandCompressor", settings, channelCount: channelCount)
    }

    private func meter(_ symbol: String, of run: UnitRun, _ unit: String) throws -> Double {
        let entry = try #require(UnitCatalog[unit])
        return Double(run.parameters.load(try #require(entry.descriptor.index(ofSymbol: symbol))))
    }

    @Test(arguments: [(1, 0.0), (2, 290), (3, 1450), (4, 9000)])
    func `each band's gain goes 63 percent of its way up in the release time`(band: Int, hertz: Double) throws
    {
        let run = try compressor(["attackTime": 0.001, "releaseTime": 0.25])
        let loud =
            hertz == 0 ? [Float](repeating: 1, count: 48_000) : Measure.sine(hertz, 48_000, amplitude: 1)
        _ = run.processMono(loud)
        let before = try meter("compressionAmount\(band)", of: run, "multibandCompressor")
        _ = run.processMono([Float](repeating: 0, count: 12_000))
        let after = try meter("compressionAmount\(band)", of: run, "multibandCompressor")
        #expect(before > 10)
        #expect(abs(after / before - exp(-1)) < 0.02, "\(before) \(after)")
    }

    @Test func `a band's gain goes 63 percent of its way down in the attack time`() throws {
        let run = try compressor(["attackTime": 0.2, "releaseTime": 3])
        let constant = [Float](repeating: 1, count: 9600)
        _ = run.processMono(constant)
        let after = try meter("compressionAmount1", of: run, "multibandCompressor")
        for _ in 0..<20 { _ = run.processMono(constant) }
        let settled = try meter("compressionAmount1", of: run, "multibandCompressor")
        #expect(abs(after / settled - (1 - exp(-1))) < 0.03, "\(after) \(settled)")
    }

    @Test(arguments: [(1, 0.0), (2, 290), (3, 1450), (4, 9000)])
    func `each band has a threshold, a headroom and a gain of its own`(band: Int, hertz: Double) throws {
        let open: [String: Float] = [
            "threshold1": 0, "threshold2": 0, "threshold3": 0, "threshold4": 0,
            "headroom1": 40, "headroom2": 40, "headroom3": 40, "headroom4": 40,
        ]
        let tone =
            hertz == 0 ? [Float](repeating: 0.5, count: 48_000) : Measure.sine(hertz, 48_000, amplitude: 0.5)
        func level(_ settings: [String: Float]) throws -> Double {
            let output = try compressor(open.merging(settings) { $1 }).processMono(tone)
            return 20 * log10(Double(output.suffix(8000).map(abs).max() ?? 0))
        }
        let untouched = try level([:])
        for other in 1...4 {
            // Little, because a little of the neighbours' tones passes through each band.
            let louder = try level(["gain\(other)": 3]) - untouched
            #expect(abs(louder - (other == band ? 3 : 0)) < 0.5, "gain \(other)")
            let lower = try level(["threshold\(other)": -30, "headroom\(other)": 1]) - untouched
            #expect(other == band ? lower < -10 : abs(lower) < 0.5, "threshold \(other)")
            let half = try level(["threshold\(other)": -30]) - untouched
            #expect(other == band ? half > lower + 3 : abs(half) < 0.5, "headroom \(other)")
        }
    }

    @Test func `pre-gain is before the curve, post-gain behind it`() throws {
        let constant = [Float](repeating: 0.5, count: 96_000)
        func settled(_ settings: [String: Float]) throws -> Double {
            20 * log10(Double(try compressor(settings).processMono(constant)[95_999]))
        }
        // The curve of Apple's dynamics: unity below −22 dB, then bending towards 5 dB above it.
        func curve(_ level: Double) -> Double { -22 + 5 * (1 - exp(-(level + 22) / 5)) }
        let level = 20 * log10(0.5)
        #expect(abs(try settled([:]) - curve(level)) < 0.05)
        #expect(abs(try settled(["preGain": -10]) - curve(level - 10)) < 0.05)
        #expect(abs(try settled(["postGain": -10]) - (curve(level) - 10)) < 0.05)
    }

    // MARK: - Meters of several channels

    @Test func `the spectrum meter hears every channel, each with its own past`() throws {
        let run = try UnitRun.of("spectrum", ["averagingTime": 0.01], channelCount: 3)
        let tones = [(18, 1000.0), (8, 100), (28, 10_000)]
        _ = run.process(tones.map { Measure.sine($0.1, 48_000, amplitude: 0.1) }, blocks: [1000])
        for (band, _) in tones {
            // A third of the power of one channel.
            let level = try meter("level\(band)", of: run, "spectrum")
            #expect(abs(level - (-20 - 10 * log10(3))) < 0.1, "band \(band)")
        }
    }

    @Test(
        arguments: UnitCatalog.all.map(\.descriptor.identifier).filter { symbol in
            UnitCatalog[symbol]?.descriptor.parameters.contains { $0.spec.isReadOnly } ?? false
        })
    func `meters do not depend on which channel has the sound`(symbol: String) throws {
        let entry = try #require(UnitCatalog[symbol])
        let sound = Self.input[0]
        let silence = [Float](repeating: 0, count: sound.count)
        let readings = (0..<3).map { loud -> [Float] in
            let run = UnitRun(entry, channelCount: 3)
            _ = run.process((0..<3).map { $0 == loud ? sound : silence })
            return run.parameters.specs.indices.filter { run.parameters.specs[$0].isReadOnly }
                .map { run.parameters.load($0) }
        }
        for index in readings[0].indices {
            let values = readings.map { $0[index] }
            #expect((values.max() ?? 0) - (values.min() ?? 0) < 1e-3, "meter \(index): \(values)")
        }
    }
}
