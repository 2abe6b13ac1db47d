import AVFRender
import AVFUnits
import Glibc
import Testing

/// The sampler's envelopes and LFOs against SoundFont 2.04's formulas, as gains of a constant.
@Suite struct SamplerEnvelopeTests {
    private let rate = SamplerRun.rateHz

    private func timecents(_ seconds: Double) -> Float { Float(1200 * log2(seconds)) }

    /// Case 15: delay 10 ms, attack 0.1, hold 0.05, decay 0.5, sustain 12 dB down, release 0.3.
    private func zone() -> SamplerZone {
        var zone = SamplerFixture.level()
        zone[.volumeEnvelopeDelay] = timecents(0.01)
        zone[.volumeEnvelopeAttack] = timecents(0.1)
        zone[.volumeEnvelopeHold] = timecents(0.05)
        zone[.volumeEnvelopeDecay] = timecents(0.5)
        zone[.volumeEnvelopeSustain] = 120
        zone[.volumeEnvelopeRelease] = timecents(0.3)
        return zone
    }

    private func gain(_ heard: [Float], at seconds: Double) -> Double {
        Double(heard[Int(seconds * rate)]) / SamplerFixture.centre
    }

    @Test func `the volume rises in a straight line and falls in decibels`() throws {
        let run = try SamplerRun([zone()])
        run.noteOn(60)
        run.noteOff(60, at: 48_000)
        let heard = run.left(60_000)
        for (seconds, expected) in [
            (0.005, 0), (0.06, 0.5), (0.11, 1), (0.16, 1), (0.2, 0.398107), (0.22, 0.251189), (1.0, 0.251189),
            (1.05, 0.036869), (1.15, 0.000794),
        ] {
            let difference = abs(gain(heard, at: seconds) - expected)
            #expect(difference < max(0.002 * expected, 2e-5), "\(difference) at \(seconds) s")
        }
    }

    @Test func `a release in the attack goes on from the same gain`() throws {
        let run = try SamplerRun([zone()])
        run.noteOn(60)
        run.noteOff(60, at: 2880)
        let heard = run.left(20_000)
        for (seconds, expected) in [(0.06, 0.5), (0.09, 0.158114), (0.15, 0.015811)] {
            #expect(abs(gain(heard, at: seconds) - expected) < 0.003 * expected)
        }
    }

    @Test func `decay and release take their time for 100 dB`() throws {
        var zone = SamplerFixture.level()
        zone[.volumeEnvelopeDecay] = 0
        zone[.volumeEnvelopeSustain] = 1440
        let decay = try SamplerRun([zone])
        decay.noteOn(60)
        let decaying = decay.left(50_000)
        zone[.volumeEnvelopeSustain] = 0
        zone[.volumeEnvelopeRelease] = 0
        let release = try SamplerRun([zone])
        release.noteOn(60)
        release.noteOff(60, at: 4800)
        let releasing = Array(release.left(60_000).dropFirst(4800))
        for (seconds, decibels) in [(0.1, -10.0), (0.25, -25), (0.5, -50), (0.75, -75)] {
            for heard in [decaying, releasing] {
                #expect(abs(SamplerMeasure.decibels(gain(heard, at: seconds)) - decibels) < 0.02)
            }
        }
        for heard in [decaying, releasing] {
            #expect(heard[47_990] != 0)
            #expect(heard.dropFirst(48_001).allSatisfy { $0 == 0 })
        }
    }

    @Test func `the shortest release is 1/64 s`() throws {
        let run = try SamplerRun([SamplerFixture.level()])
        run.noteOn(60)
        run.noteOff(60, at: 3200)
        let heard = Array(run.left(8000).dropFirst(3200))
        #expect(abs(SamplerMeasure.decibels(Double(heard[375]) / SamplerFixture.centre) + 50) < 0.3)
        #expect(heard[740] != 0)
        #expect(heard.dropFirst(751).allSatisfy { $0 == 0 })
    }

    @Test(arguments: [(48, 2.0), (60, 1), (72, 0.5), (81, 0.297302)])
    func `hold follows the key`(key: Int, seconds: Double) throws {
        var zone = SamplerFixture.level()
        zone[.scaleTuning] = 0
        zone[.volumeEnvelopeHold] = 0
        zone[.keyToVolumeEnvelopeHold] = 100
        zone[.volumeEnvelopeDecay] = 0
        zone[.volumeEnvelopeSustain] = 1000
        let run = try SamplerRun([zone])
        run.noteOn(UInt8(key))
        let heard = run.left(110_000)
        let end = Int(seconds * rate)
        #expect(abs(gain(heard, at: Double(end - 40) / rate) - 1) < 1e-4)
        #expect(abs(SamplerMeasure.decibels(gain(heard, at: seconds + 0.1)) + 10) < 0.05)
    }

    @Test func `a delay of the volume is exact to a frame`() throws {
        var zone = SamplerFixture.level()
        zone[.volumeEnvelopeDelay] = -1200
        let run = try SamplerRun([zone])
        run.noteOn(60, at: 7)
        let heard = run.left(30_000)
        #expect(heard.prefix(24_007).allSatisfy { $0 == 0 })
        #expect(heard[24_009] > 0)
    }

    @Test func `the modulation envelope rises convexly and falls in a straight line`() throws {
        var zone = SamplerFixture.sine(440, frameCount: 48_000)
        zone[.modEnvelopeAttack] = 0
        zone[.modEnvelopeDecay] = 0
        zone[.modEnvelopeSustain] = 500
        zone[.modEnvelopeToPitch] = 1200
        let run = try SamplerRun([zone])
        run.noteOn(69)
        let heard = run.left(110_000)
        let expectations: [(Double, Double)] = [
            (0.25, 898.9), (0.5, 1049.5), (0.75, 1137.5), (1.1, 1080), (1.25, 900), (1.4, 720), (1.8, 600),
        ]
        for (seconds, cents) in expectations {
            let start = Int(seconds * rate) - 480
            let expected = 440 * exp2(cents / 1200)
            let found = SamplerMeasure.frequencyHz(Array(heard[start..<start + 960]), near: expected)
            #expect(abs(SamplerMeasure.cents(found, over: expected)) < 3, "at \(seconds) s")
        }
    }

    @Test func `an LFO is a triangle that begins at 0 after its delay`() throws {
        var zone = SamplerFixture.level()
        zone[.modLFODelay] = timecents(0.1)
        zone[.modLFOToVolume] = 60
        let run = try SamplerRun([zone])
        run.noteOn(60)
        let heard = run.left(12_000)
        for (seconds, value) in [
            (0.05, 0), (0.1, 0.0), (0.11, 0.32703), (0.13, 0.98110), (0.15, 0.36484), (0.2, -0.72968),
        ] {
            let decibels = SamplerMeasure.decibels(gain(heard, at: seconds))
            #expect(abs(decibels - 6 * value) < 0.02, "\(decibels) at \(seconds) s")
        }
    }
}
