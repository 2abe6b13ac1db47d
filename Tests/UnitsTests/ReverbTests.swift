import AVFRender
import AVFUnits
import Glibc
import TestSupport
import Testing

@Suite struct ReverbTests {
    static let presets = ReverbKernel.presets.map(\.name)

    private func response(
        _ settings: [String: Float], seconds: Double, sampleRateHz: Double = 48_000
    ) throws -> [[Float]] {
        let run = try UnitRun.of("reverb", settings, sampleRateHz: sampleRateHz, channelCount: 2)
        let frames = Int(seconds * sampleRateHz)
        return run.process([Measure.impulse(frames), [Float](repeating: 0, count: frames)], blocks: [4096])
    }

    /// Seconds for 60 dB behind a filter, from the slope of Schroeder's backward integral between −5 and −35
    /// dB (ISO 3382: T30), all channels together.
    private func decaySeconds(
        _ response: [[Float]], behind filter: [String: Float], sampleRateHz: Double = 48_000
    ) throws -> Double {
        let bands = try response.map {
            try UnitRun.of("equalizer", filter, sampleRateHz: sampleRateHz).processMono($0, blocks: [4096])
        }
        var energy = [Double](repeating: 0, count: bands[0].count + 1)
        for frame in bands[0].indices.reversed() {
            let power = bands.reduce(0) { $0 + Double($1[frame]) * Double($1[frame]) }
            energy[frame] = energy[frame + 1] + power
        }
        let (start, end) = (energy[0] * pow(10, -0.5), energy[0] * pow(10, -3.5))
        let first = try #require(energy.firstIndex { $0 < start })
        let last = try #require(energy.firstIndex { $0 < end })
        return 2 * Double(last - first) / sampleRateHz
    }

    /// What lies between 50 and 800 Hz.
    private let lows: [String: Float] = [
        "band1Bypass": 0, "band1FilterType": 2, "band1Frequency": 50, "band2Bypass": 0,
        "band2FilterType": 1, "band2Frequency": 800, "band3Bypass": 0, "band3FilterType": 1,
        "band3Frequency": 800,
    ]

    /// What lies above 22.5 kHz.
    private let highs = Dictionary(
        uniqueKeysWithValues: (1...8).flatMap { band in
            [
                ("band\(band)Bypass", Float(0)), ("band\(band)FilterType", Float(2)),
                ("band\(band)Frequency", Float(22_500)),
            ]
        })

    @Test(arguments: [0.3, 1, 3], [44_100.0, 96_000])
    func `the lows decay in the time that is said`(seconds: Double, rate: Double) throws {
        let settings: [String: Float] = [
            "decayTimeAt0Hz": Float(seconds), "decayTimeAtNyquist": Float(seconds / 2),
            "minDelayTime": Float(seconds / 60), "maxDelayTime": Float(seconds / 20),
        ]
        let heard = try (1...3).flatMap { seed in
            try response(
                settings.merging(["randomizeReflections": Float(seed)]) { $1 },
                seconds: 0.2 + 1.1 * seconds, sampleRateHz: rate)
        }
        let measured = try decaySeconds(heard, behind: lows, sampleRateHz: rate)
        Figure.note("reverb, lows' decay off its time, %", 100 * abs(measured / seconds - 1), limit: "5")
        #expect(abs(measured / seconds - 1) < 0.05, "\(measured) s")
    }

    @Test(arguments: [0.3, 0.5, 1])
    func `the highs decay in the time that is said`(seconds: Double) throws {
        let settings: [String: Float] = [
            "decayTimeAt0Hz": Float(1.1 * seconds), "decayTimeAtNyquist": Float(seconds),
        ]
        let heard = try (1...3).flatMap { seed in
            try response(
                settings.merging(["randomizeReflections": Float(seed)]) { $1 }, seconds: 0.2 + 1.1 * seconds)
        }
        let measured = try decaySeconds(heard, behind: highs)
        Figure.note("reverb, highs' decay off its time, %", 100 * abs(measured / seconds - 1), limit: "5")
        #expect(abs(measured / seconds - 1) < 0.05, "\(measured) s")
    }

    /// A preset's room as it is heard.
    private struct Room {
        let lowsSeconds: Double
        let highsSeconds: Double
        let firstSeconds: Double
        let reflectionCount: Int
        let denseSeconds: Double
    }

    private func room(_ preset: UnitPreset) throws -> Room {
        let heard = try response(
            preset.values, seconds: 0.3 + 0.8 * Double(try #require(preset.values["decayTimeAt0Hz"])))
        let first = try #require(heard[0].firstIndex { $0 != 0 })
        // Peaks within 80 ms, the time of early reflections (C80), not 20 dB below the highest.
        let early = heard[0][first..<first + 3840].map(abs)
        let least = 0.1 * (early.max() ?? 0)
        let peaks = early.indices.dropFirst().dropLast().count {
            early[$0] > least && early[$0] > early[$0 - 1] && early[$0] >= early[$0 + 1]
        }
        return Room(
            lowsSeconds: try decaySeconds(heard, behind: lows),
            highsSeconds: try decaySeconds(heard, behind: highs), firstSeconds: Double(first) / 48_000,
            reflectionCount: peaks, denseSeconds: denseAfterSeconds(heard[0]))
    }

    @Test(arguments: presets)
    func `a preset's lows and highs decay as it says, and its first reflection comes then`(name: String)
        throws
    {
        let place = try #require(ReverbKernel.presets.firstIndex { $0.name == name })
        let stated = ReverbKernel.presets[place].values.mapValues(Double.init)
        let room = try room(ReverbKernel.presets[place])
        let (lows, highs) = (
            try #require(stated["decayTimeAt0Hz"]), try #require(stated["decayTimeAtNyquist"])
        )
        Figure.note(
            table: "rooms", place: place, row: name,
            [
                lows, room.lowsSeconds, highs, room.highsSeconds, room.firstSeconds * 1000,
                Double(room.reflectionCount), room.denseSeconds * 1000,
            ])
        #expect(abs(room.lowsSeconds / lows - 1) < 0.05, "\(room.lowsSeconds) s")
        #expect(abs(room.highsSeconds / highs - 1) < 0.05, "\(room.highsSeconds) s")
        let first = try #require(stated["minDelayTime"])
        #expect(room.firstSeconds >= first && room.firstSeconds < first + 0.005)
        #expect(room.reflectionCount >= 8)
    }

    @Test func `rooms are as large, live and dense as their names say`() {
        let value = { (name: String, symbol: String) in
            ReverbKernel.presets.first { $0.name == name }?.values[symbol] ?? 0
        }
        for symbol in ["decayTimeAt0Hz", "minDelayTime", "maxDelayTime"] {
            for names in [
                ["Small Room", "Medium Room", "Large Room", "Medium Hall", "Large Hall", "Cathedral"],
                ["Small Room", "Medium Chamber", "Large Chamber", "Large Hall"],
            ] {
                let values = names.map { value($0, symbol) }
                #expect(values == values.sorted() && Set(values).count == values.count, "\(symbol)")
            }
        }
        // A plate of metal keeps its highs longest.
        let brightness = Self.presets.map { value($0, "decayTimeAtNyquist") / value($0, "decayTimeAt0Hz") }
        #expect(brightness.max() == value("Plate", "decayTimeAtNyquist") / value("Plate", "decayTimeAt0Hz"))
    }

    /// When the share of samples beyond one standard deviation, in a window of 20 ms, first reaches 90 % of
    /// what it is in Gaussian noise.
    ///
    /// Abel and Huang, "A simple, robust measure of reverberation echo density", 2006.
    private func denseAfterSeconds(_ response: [Float]) -> Double {
        let half = 480
        for centre in stride(from: half, to: response.count - half, by: 96) {
            let window = response[(centre - half)...(centre + half)].map(Double.init)
            let deviation = sqrt(window.reduce(0) { $0 + $1 * $1 } / Double(window.count))
            let share = Double(window.count { abs($0) > deviation }) / Double(window.count)
            if share > 0.9 * 0.3173 { return Double(centre) / 48_000 }
        }
        return .infinity
    }

    /// Schroeder's reverberator with Jezar's delays: eight combs, then four all-passes, for comparison.
    private func freeverb(_ frameCount: Int, feedback: Double = 0.84, damping: Double = 0.2) -> [Float] {
        let input = [1.0] + [Double](repeating: 0, count: frameCount - 1)
        var sum = [Double](repeating: 0, count: frameCount)
        for delay in [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617].map({ $0 * 480 / 441 }) {
            var fed = input
            var low = 0.0
            for frame in delay..<frameCount {
                low = fed[frame - delay] * (1 - damping) + low * damping
                fed[frame] += low * feedback
                sum[frame] += fed[frame - delay]
            }
        }
        for delay in [556, 441, 341, 225].map({ $0 * 480 / 441 }) {
            var fed = sum
            for frame in 0..<frameCount {
                let late = frame >= delay ? fed[frame - delay] : 0
                fed[frame] = sum[frame] + 0.5 * late
                sum[frame] = late - sum[frame]
            }
        }
        return sum.map { Float($0) }
    }

    @Test(arguments: presets)
    func `echoes become dense sooner than in freeverb, whatever the room`(name: String) throws {
        let preset = try #require(ReverbKernel.presets.first { $0.name == name })
        let heard = try response(preset.values, seconds: 0.5)
        #expect(denseAfterSeconds(heard[0]) < denseAfterSeconds(freeverb(24_000)))
    }

    @Test func `nothing is heard before the shortest delay, and then reflections are`() throws {
        let heard = try response(["minDelayTime": 0.02, "maxDelayTime": 0.06], seconds: 0.1)
        let first = try #require(heard[0].firstIndex { $0 != 0 })
        #expect(first >= 960)
        #expect(first < 960 + 192)
        #expect(heard[0][960..<2880].count { abs($0) > 0.01 } >= 8)
    }

    @Test func `left and right of the same sound have little in common`() throws {
        let heard = try response([:], seconds: 1)
        let dot = { (a: [Float], b: [Float]) in zip(a, b).reduce(0) { $0 + Double($1.0) * Double($1.1) } }
        let alike = dot(heard[0], heard[1]) / sqrt(dot(heard[0], heard[0]) * dot(heard[1], heard[1]))
        #expect(abs(alike) < 0.1)
    }

    @Test(arguments: [0.3, 1, 5])
    func `steady noise keeps its level in a room, whatever the decay`(seconds: Double) throws {
        let run = try UnitRun.of(
            "reverb", ["decayTimeAt0Hz": Float(seconds), "decayTimeAtNyquist": Float(seconds)],
            channelCount: 2)
        let frames = Int(48_000 * (1 + 1.5 * seconds))
        let input = [noise(frames, seed: 1), noise(frames, seed: 2)]
        let output = run.process(input, blocks: [4096])
        let power = { (samples: ArraySlice<Float>) in samples.reduce(0) { $0 + Double($1 * $1) } }
        let change = 10 * log10(power(output[0].suffix(24_000)) / power(input[0].suffix(24_000)))
        #expect(abs(change) < 2)
    }

    @Test func `at 0 percent the sound is untouched to the bit`() throws {
        let run = try UnitRun.of("reverb", ["dryWetMix": 0])
        let input = noise(3000, seed: 1)
        #expect(run.processMono(input) == input)
    }
}
