import AVFRender
import AVFUnits
import Glibc
import Testing

/// Loudness and spectrum meters with signals whose readings are known.
@Suite struct MeterUnitTests {
    private func value(_ symbol: String, _ run: UnitRun, _ unit: String) throws -> Float {
        let entry = try #require(UnitCatalog[unit])
        return run.parameters.load(try #require(entry.descriptor.index(ofSymbol: symbol)))
    }

    @Test(arguments: [44_100.0, 48_000, 96_000])
    func `a stereo tone of 1 kHz at −23 dBFS has −23 LUFS`(rate: Double) throws {
        // EBU Tech 3341, case 1.
        let run = try UnitRun.of("loudness", sampleRateHz: rate, channelCount: 2)
        let tone = Measure.sine(1000, Int(4 * rate), amplitude: pow(10, -23.0 / 20), sampleRateHz: rate)
        _ = run.process([tone, tone], blocks: [4096])
        for symbol in ["momentary", "shortTerm", "integrated"] {
            #expect(abs(try value(symbol, run, "loudness") + 23) < 0.1, "\(symbol)")
        }
        #expect(abs(try value("truePeak", run, "loudness") + 23) < 0.1)
    }

    @Test func `a reset begins a new measurement`() throws {
        let run = try UnitRun.of("loudness", channelCount: 1)
        _ = run.processMono(noise(48_000, seed: 1), blocks: [4096])
        run.unit.requestReset()
        _ = run.processMono([Float](repeating: 0, count: 4800))
        #expect(try value("integrated", run, "loudness") == -120)
        #expect(try value("truePeak", run, "loudness") == -120)
    }

    @Test(arguments: [(18, 1000.0), (8, 100), (28, 10_000)])
    func `a tone's level stands in its third of an octave, and in no other`(band: Int, hertz: Double) throws {
        let run = try UnitRun.of("spectrum", ["averagingTime": 0.01])
        let tone = Measure.sine(hertz, 48_000, amplitude: 0.1)
        #expect(run.processMono(tone, blocks: [1000]) == tone)
        #expect(abs(try value("level\(band)", run, "spectrum") + 20) < 0.1)
        for other in 1...31 where abs(other - band) > 1 {
            #expect(try value("level\(other)", run, "spectrum") < -70, "band \(other)")
        }
    }

    @Test func `levels fall in the averaging time`() throws {
        let run = try UnitRun.of("spectrum", ["averagingTime": 0.5])
        _ = run.processMono(Measure.sine(1000, 240_000, amplitude: 1), blocks: [4096])
        let before = try value("level18", run, "spectrum")
        _ = run.processMono([Float](repeating: 0, count: 8192 + 24_000), blocks: [1024])
        let fallen = Double(before - (try value("level18", run, "spectrum")))
        // 10 log10 e for each averaging time; while the window still holds some tone it falls more slowly.
        #expect(fallen > 10 * log10(M_E) && fallen < 10 * log10(M_E) * (1 + 8192 / 24_000))
    }
}
