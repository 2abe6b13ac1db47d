import AVFDSP
import AVFRender
import AVFUnits
import Glibc
import Testing

/// Levels, places and filters of the sampler against the formulas of SoundFont 2.04, MIDI and the cookbook.
@Suite struct SamplerLevelTests {
    /// Levels of both sides against a full note on one side.
    private func sides(
        _ change: (inout SamplerZone) -> Void = { _ in }, velocity: UInt8 = 127,
        before: (SamplerRun) -> Void = { _ in }
    ) throws -> [Double] {
        var zone = SamplerFixture.level(8000)
        zone.modulators = SamplerModulator.defaults
        change(&zone)
        let run = try SamplerRun([zone])
        run.control(7, 127)
        before(run)
        run.noteOn(60, velocity)
        let heard = run.render(4000)
        return heard.map { SamplerMeasure.decibels(Double($0[3900]) / pow(2, 0.25)) }
    }

    private func level(
        _ change: (inout SamplerZone) -> Void = { _ in }, velocity: UInt8 = 127,
        before: (SamplerRun) -> Void = { _ in }
    ) throws -> Double { try sides(change, velocity: velocity, before: before)[0] + 10 * log10(2) }

    @Test(arguments: [
        (1, -84.1521), (16, -35.9873), (32, -23.9461), (64, -11.9049), (96, -4.8613), (100, -4.1521),
        (126, -0.1373), (127, 0),
    ])
    func `velocity, volume and expression count 40 dB for a factor of ten`(value: Int, decibels: Double)
        throws
    {
        #expect(abs(try level(velocity: UInt8(value)) - decibels) < 0.001)
        for controller in [7, 11] as [UInt8] {
            let found = try level(before: { $0.control(controller, UInt8(value)) })
            #expect(abs(found - decibels) < 0.001)
        }
    }

    @Test func `a volume of 0 is silence`() throws {
        for controller in [7, 11] as [UInt8] {
            #expect(try level(before: { $0.control(controller, 0) }) < -200)
        }
    }

    @Test func `a new unit's volume is 100`() throws {
        var zone = SamplerFixture.level(8000)
        zone.modulators = SamplerModulator.defaults
        let run = try SamplerRun([zone])
        run.noteOn(60)
        let gain = Double(run.left(2000)[1900]) / SamplerFixture.centre
        #expect(abs(SamplerMeasure.decibels(gain) + 4.1521) < 0.001)
    }

    @Test(arguments: [(-500.0, 0, -300), (-250, -0.688, -8.343), (0, -3.010, -3.010), (250, -8.343, -0.688)])
    func `pan moves on a quarter of a circle`(pan: Double, left: Double, right: Double) throws {
        let found = try sides({ $0[.pan] = Float(pan) })
        #expect(abs(found[0] - left) < 0.001)
        #expect(abs(found[1] - right) < 0.001 || (right < -200 && found[1] < -200))
    }

    @Test(arguments: [(0, -500.0), (32, -250), (64, 0), (127, 500)])
    func `the pan controller reaches both ends`(value: Int, pan: Double) throws {
        let found = try sides(before: { $0.control(10, UInt8(value)) })
        let expected = try sides({ $0[.pan] = Float(pan) })
        for side in 0..<2 { #expect(found[side] == expected[side]) }
    }

    @Test func `attenuation counts 0.4 times, extra gain as it is`() throws {
        #expect(abs(try level({ $0[.attenuation] = 100 }) + 4) < 0.001)
        #expect(abs(try level({ $0[.attenuation] = 200 }) + 8) < 0.001)
        #expect(abs(try level({ $0.gainDecibels = -7.5 }) + 7.5) < 0.001)
    }

    @Test func `a zone may have a velocity of its own`() throws {
        #expect(abs(try level({ $0[.velocity] = 64 }) + 11.9049) < 0.001)
    }

    @Test(arguments: [(-90.0, 0.0), (-6, 0), (6, 0), (0, -1), (0, 0.5)])
    func `gain and pan of the unit`(gain: Double, pan: Double) throws {
        var zone = SamplerFixture.level(8000)
        zone.modulators = []
        let run = try SamplerRun([zone], ["gain": Float(gain), "pan": Float(pan)])
        run.noteOn(60)
        let heard = run.render(1000).map { Double($0[900]) / SamplerFixture.centre }
        let factor = gain <= -90 ? 0 : pow(10, gain / 20)
        #expect(abs(heard[0] - factor * min(1, 1 - pan)) < 1e-5)
        #expect(abs(heard[1] - factor * min(1, 1 + pan)) < 1e-5)
    }

    @Test func `modulators have their curves, signs and second sources`() throws {
        let attenuation = 48
        for (source, second, expected) in [
            (0x0081, 0, 96.0 * 64 / 127), (0x0181, 0, 96.0 * 63 / 127), (0x0281, 0, 0), (0x0C81, 0, 96),
            (0x0D81, 0, 0), (0x0481, 0, -40 * log10(1 - 64 / 127.0)),
            (0x0881, 0, 96 + 40 * log10(64 / 127.0)),
            (0x0081, 0x0082, 96.0 * 64 / 127 * 32 / 127), (0x0002, 0, 96), (0x0003, 0, 96.0 * 60 / 127),
        ] as [(UInt16, UInt16, Double)] {
            let found = try level({
                $0.modulators = [
                    SamplerModulator(
                        source: source, destination: attenuation, amount: 960, amountSource: second)
                ]
            }) { run in
                run.control(1, 64)
                run.control(2, 32)
            }
            #expect(abs(found + expected) < 0.002, "\(found) dB for \(String(source, radix: 16))")
        }
    }

    @Test func `pressure of a key is for its note, that of a channel for all its notes`() throws {
        for (source, messages, expected) in [
            (0x000D, [[0xD0, 64]], 96 * 64 / 127.0), (0x000D, [[0xD1, 64]], 0), (0x000A, [[0xD0, 64]], 0),
            (0x000A, [[0xA0, 60, 64]], 96 * 64 / 127.0), (0x000A, [[0xA0, 61, 64]], 0),
        ] as [(UInt16, [[UInt8]], Double)] {
            let found = try level({
                $0.modulators = [SamplerModulator(source: source, destination: 48, amount: 960)]
            }) { run in
                for message in messages { run.send(message) }
            }
            #expect(abs(found + expected) < 0.002, "\(found) dB for \(messages)")
        }
    }

    @Test func `a controller is followed while the note sounds, without a step`() throws {
        var zone = SamplerFixture.level(48_000)
        zone.modulators = SamplerModulator.defaults
        let run = try SamplerRun([zone])
        run.control(7, 127)
        run.noteOn(60)
        run.control(7, 32, at: 1003)
        let heard = run.left(4000)
        #expect(abs(SamplerMeasure.decibels(Double(heard[1003] / heard[1100])) - 23.9461) < 0.001)
        let largest = zip(heard.dropFirst(100), heard.dropFirst(101)).map { abs($0 - $1) }.max() ?? 1
        #expect(heard[1002] == heard[1003])
        #expect(largest < 0.05 * heard[1000])
    }

    // MARK: - Filter

    /// The voice's gain at a frequency against an unfiltered one's.
    private func gainDecibels(cutoff: Double, resonance: Float, atHz hertz: Double) throws -> Double {
        let levels = try [false, true].map { isFiltered in
            var zone = SamplerFixture.sine(hertz, frameCount: 48_000)
            zone.modulators = []
            if isFiltered {
                zone[.filterCutoff] = Float(1200 * log2(cutoff / 8.175798915643707))
                zone[.filterResonance] = resonance
            }
            let run = try SamplerRun([zone])
            run.noteOn(69)
            return SamplerMeasure.amplitude(Array(run.left(24_000).dropFirst(4800)), hertz)
        }
        return SamplerMeasure.decibels(levels[1] / levels[0])
    }

    @Test(arguments: [
        (1000.0, 0.0), (1000, 60), (1000, 100), (1000, 200), (4000, 150), (300, 40), (8000, 0), (14_000, 120),
    ])
    func `the filter is the cookbook's low-pass`(cutoff: Double, resonance: Double) throws {
        let quality = pow(10, (resonance / 10 - 3.0102999566) / 20)
        let design = BiquadCoefficients.design(
            .resonantLowPass, frequencyHz: cutoff, quality: quality, sampleRateHz: 48_000)
        for hertz in [100.0, cutoff / 2, cutoff, min(20_000, 2 * cutoff)] {
            let found = try gainDecibels(cutoff: cutoff, resonance: Float(resonance), atHz: hertz)
            // A filter without resonance and an open one both have the gain of a flat one.
            let expected = design.magnitudeDecibels(atHz: hertz, sampleRateHz: 48_000) - resonance / 20
            #expect(abs(found - expected) < 0.05, "\(found) instead of \(expected) dB at \(hertz) Hz")
        }
    }

    @Test func `case 17's numbers are met`() throws {
        for (hertz, expected) in [(500.0, -0.262), (1000, -3.010), (2000, -12.375)] {
            #expect(abs(try gainDecibels(cutoff: 1000, resonance: 0, atHz: hertz) - expected) < 0.01)
        }
        for (hertz, expected) in [(500.0, 2.124), (1000, 6.990), (2000, -10.007)] {
            #expect(abs(try gainDecibels(cutoff: 1000, resonance: 100, atHz: hertz) + 5 - expected) < 0.01)
        }
    }

    @Test func `a sweep of the cutoff from end to end stays bounded`() throws {
        var zone = SamplerZone(SamplerMemory(noise(48_000, seed: 5)), sampleRateHz: 48_000)
        zone.modulators = []
        zone[.filterCutoff] = 6000
        zone[.filterResonance] = 400
        zone[.modLFOToFilterCutoff] = 9000
        zone[.modLFOFrequency] = 4500
        let run = try SamplerRun([zone])
        run.noteOn(60)
        let heard = run.left(48_000)
        #expect(areFinite([heard]))
        #expect(heard.allSatisfy { abs($0) < 100 })
    }

    // MARK: - Sends

    @Test(arguments: [(91, "reverb"), (93, "chorus")])
    func `what is sent is a fifth at the controller's end, and nothing at 0`(
        controller: Int, symbol: String
    ) throws {
        var zone = SamplerZone(SamplerMemory(noise(192_000, seed: 6)), sampleRateHz: 48_000)
        zone.modulators = SamplerModulator.defaults
        let sound = { (value: UInt8, level: Float) in
            let run = try SamplerRun([zone], [symbol: level])
            run.control(7, 127)
            run.control(UInt8(controller), value)
            run.noteOn(60)
            return run.left(180_000)
        }
        let dry = try sound(0, 100)
        #expect(try sound(127, 0) == dry)
        let wet = zip(try sound(127, 100), dry).map { $0 - $1 }
        let power = { (samples: [Float]) in
            samples.suffix(80_000).reduce(0.0) { $0 + Double($1) * Double($1) }
        }
        let decibels = 10 * log10(power(wet) / power(dry))
        // A fifth of the voice before its pan: 3 dB more than on one side.
        let expected = 20 * log10(0.2) + 3
        #expect(abs(decibels - expected) < 2.5, "\(decibels) dB")
    }
}
