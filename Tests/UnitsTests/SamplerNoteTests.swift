import AVFRender
import AVFUnits
import Glibc
import Testing

/// When the sampler's notes begin and end: exact frames, pedals, classes, stolen voices.
@Suite struct SamplerNoteTests {
    @Test(arguments: [0, 1, 2, 31, 32, 33, 63, 64, 65, 500, 511, 512, 1001])
    func `a note is heard from its own frame on`(frame: Int) throws {
        let run = try SamplerRun([SamplerFixture.level()])
        run.noteOn(60, at: frame)
        let heard = run.left(1100)
        #expect(heard.prefix(frame).allSatisfy { $0 == 0 })
        #expect(abs(Double(heard[frame]) / SamplerFixture.centre - 1) < 1e-6)
    }

    @Test(arguments: [0, 1, 17, 32, 45])
    func `a late note sounds as one on time`(frame: Int) throws {
        var zone = SamplerZone(SamplerMemory(noise(48_000, seed: 3)), sampleRateHz: 44_100)
        zone[.filterCutoff] = 9000
        zone[.modEnvelopeToFilterCutoff] = 2000
        zone[.modEnvelopeDecay] = -2000
        let runs = try [0, 64 + frame].map { start in
            let run = try SamplerRun([zone])
            run.noteOn(64, 100, at: start)
            return Array(run.left(6000 + start).dropFirst(start))
        }
        // Envelopes are looked at on a grid that does not move with the note.
        let largest = zip(runs[0], runs[1]).map { abs($0 - $1) }.max() ?? 1
        #expect(frame % 32 == 0 ? runs[0] == runs[1] : largest < 0.02, "\(largest)")
    }

    // MARK: - Blocks

    /// Everything at once: two programs' worth of zones, pedals, bends, sends and stolen voices.
    private func busy(blocks: [Int]) throws -> [[Float]] {
        var first = SamplerZone(
            SamplerMemory(noise(9000, seed: 1).map { Int16($0 * 60_000) }), sampleRateHz: 44_100)
        first.loop = 4000..<9000
        first[.sampleMode] = 3
        first[.vibratoLFOToPitch] = 30
        first[.reverbSend] = 300
        first[.volumeEnvelopeRelease] = -1000
        var second = SamplerFixture.sine(880, frameCount: 9600, amplitude: 0.3)
        second.modulators = SamplerModulator.defaults
        second.keys = 50...127
        second[.filterCutoff] = 8000
        second[.filterResonance] = 100
        second[.modEnvelopeToFilterCutoff] = 3000
        second[.modEnvelopeAttack] = -3000
        second[.chorusSend] = 200
        second[.pan] = -300
        let run = try SamplerRun([first, second], ["voiceCount": 20])
        for message in SamplerScore.random(seed: 5, count: 300, frameCount: 10_000) {
            run.send(message.bytes, at: message.frame)
        }
        return run.render(12_000, blocks: blocks)
    }

    @Test(arguments: [[1], [31], [32], [64], [100, 3, 1, 511], [4096]])
    func `the samples do not depend on the block size`(blocks: [Int]) throws {
        let expected = try busy(blocks: [512])
        #expect(expected[0].map(abs).max() ?? 0 > 0.1)
        #expect(try busy(blocks: blocks) == expected)
    }

    // MARK: - Ends

    private func level(_ heard: [Float], _ frame: Int) -> Double {
        Double(heard[frame]) / SamplerFixture.centre
    }

    @Test(arguments: [(10, -3.175), (50, -15.874), (100, -31.748), (200, -63.496), (300, -95.245)])
    func `an exclusive class cuts in 0.315 s`(milliseconds: Int, decibels: Double) throws {
        var zone = SamplerFixture.level()
        zone[.exclusiveClass] = 3
        zone.keys = 60...60
        var silent = zone
        silent.keys = 61...61
        silent[.attenuation] = 1440
        silent.modulators = [SamplerModulator(source: 0x0002, destination: 48, amount: 1440)]
        let run = try SamplerRun([zone, silent])
        run.noteOn(60)
        run.noteOn(61, at: 4800)
        let heard = run.left(24_000)
        let found = SamplerMeasure.decibels(level(heard, 4800 + 48 * milliseconds))
        #expect(abs(found - decibels) < 0.05, "\(found) dB")
    }

    @Test func `an exclusive class does not cut its own note or other channels`() throws {
        var zone = SamplerFixture.level()
        zone[.exclusiveClass] = 3
        let run = try SamplerRun([zone, zone])
        run.noteOn(60)
        run.noteOn(61, channel: 1, at: 100)
        let heard = run.left(4000)
        #expect(abs(level(heard, 3900) - 4) < 1e-4)
    }

    @Test func `a key that is struck again releases its old note`() throws {
        var zone = SamplerFixture.level()
        zone[.volumeEnvelopeRelease] = 0
        let run = try SamplerRun([zone])
        run.noteOn(60)
        run.noteOn(60, at: 4800)
        let heard = run.left(12_000)
        #expect(abs(level(heard, 9600) - 1 - pow(10, -0.5)) < 1e-3)
        run.noteOff(60)
        #expect(run.left(60_000).suffix(100).allSatisfy { $0 == 0 })
    }

    @Test func `the sustain pedal holds notes until it comes up`() throws {
        let run = try SamplerRun([SamplerFixture.level()])
        run.control(64, 127)
        run.noteOn(60)
        run.noteOff(60, at: 1000)
        run.control(64, 0, at: 5000)
        let heard = run.left(9000)
        #expect(abs(level(heard, 4999) - 1) < 1e-5)
        #expect(level(heard, 5200) < 0.1)
        #expect(heard.suffix(100).allSatisfy { $0 == 0 })
    }

    @Test func `the sostenuto pedal holds only what was down`() throws {
        let run = try SamplerRun([SamplerFixture.level()])
        run.noteOn(60)
        run.control(66, 127, at: 500)
        run.noteOn(62, at: 600)
        run.noteOff(60, at: 1000)
        run.noteOff(62, at: 1000)
        run.control(66, 0, at: 5000)
        let heard = run.left(9000)
        #expect(abs(level(heard, 900) - 2) < 1e-4)
        #expect(abs(level(heard, 4900) - 1) < 1e-4)
        #expect(heard.suffix(100).allSatisfy { $0 == 0 })
    }

    @Test func `the soft pedal takes 6 dB`() throws {
        let run = try SamplerRun([SamplerFixture.level()])
        run.control(67, 127)
        run.noteOn(60)
        #expect(abs(SamplerMeasure.decibels(level(run.left(2000), 1900)) + 6) < 0.01)
    }

    @Test func `all notes off releases, all sound off fades, reset lifts the pedals`() throws {
        var zone = SamplerFixture.level()
        zone[.volumeEnvelopeRelease] = 0
        let run = try SamplerRun([zone])
        run.noteOn(60)
        run.control(123, 0, at: 4800)
        #expect(abs(level(run.left(9601), 9600) - pow(10, -0.5)) < 1e-3)
        run.control(120, 0)
        let heard = run.left(400)
        #expect(heard[100] > 0 && heard.suffix(150).allSatisfy { $0 == 0 })
        run.control(64, 127)
        run.noteOn(62)
        run.noteOff(62)
        run.control(121, 0, at: 1000)
        let reset = run.left(60_000)
        #expect(abs(level(reset, 999) - 1) < 1e-5)
        #expect(reset.suffix(100).allSatisfy { $0 == 0 })
    }

    @Test func `a one-shot ignores its key, a release trigger waits for it`() throws {
        var shot = SamplerFixture.level(3000)
        shot.loop = nil
        shot.isOneShot = true
        var end = SamplerFixture.level(2000)
        end.loop = nil
        end.isReleaseTrigger = true
        let run = try SamplerRun([shot, end])
        run.noteOn(60)
        run.noteOff(60, at: 1000)
        let heard = run.left(6000)
        #expect(abs(level(heard, 900) - 1) < 1e-5)
        #expect(abs(level(heard, 2500) - 2) < 1e-4)
        #expect(heard.dropFirst(3010).allSatisfy { $0 == 0 })
    }

    @Test(arguments: [(0, false, false), (1, true, true), (2, false, false), (3, true, false)])
    func `sample modes loop as they say`(mode: Int, loops: Bool, loopsInRelease: Bool) throws {
        var zone = SamplerFixture.level(4000)
        zone.loop = 1000..<2000
        zone[.sampleMode] = Float(mode)
        zone[.volumeEnvelopeRelease] = 4000
        let run = try SamplerRun([zone])
        run.noteOn(60)
        #expect((run.left(10_000)[9000] != 0) == loops)
        run.noteOff(60)
        #expect((run.left(10_000)[9000] != 0) == loopsInRelease)
    }

    // MARK: - Stolen voices

    @Test func `a voice makes room in 5 ms without a step`() throws {
        var zone = SamplerFixture.sine(100, amplitude: 0.5)
        zone[.volumeEnvelopeAttack] = -4800
        let run = try SamplerRun([zone], ["voiceCount": 2])
        for (index, key) in [60, 62, 64, 65, 67].enumerated() { run.noteOn(UInt8(key), at: 4800 * index) }
        let heard = run.left(30_000)
        let largest = zip(heard, heard.dropFirst()).map { abs($0 - $1) }.max() ?? 1
        // The steepest of three sines of 100 Hz, and three fades of 240 frames.
        let bound = 3 * 0.5 * SamplerFixture.centre * (2 * .pi * 100 / 48_000 + 1.0 / 240)
        #expect(Double(largest) < bound, "\(largest)")
    }

    @Test func `those that are released make room first, then those of a pedal, then the quietest`() throws {
        var zones = [60, 62, 64, 65].map { key in
            var zone = SamplerFixture.level()
            zone.keys = key...key
            zone[.volumeEnvelopeRelease] = 8000
            return zone
        }
        // One, a tenth, a hundredth and a thousandth tell the voices apart.
        for index in 0..<4 { zones[index].gainDecibels = -20 * Double(index) }
        let sum = { (note: (SamplerRun) -> Void) in
            let run = try SamplerRun(zones, ["voiceCount": 3])
            for key in [60, 62, 64] as [UInt8] { run.noteOn(key) }
            _ = run.left(320)
            note(run)
            run.noteOn(65, at: 1)
            return level(run.left(1280), 1270)
        }
        // The quietest goes: 64.
        #expect(abs(try sum { _ in } - 1.101) < 1e-4)
        // A released one goes though it is louder: 60.
        #expect(abs(try sum { $0.noteOff(60) } - 0.111) < 1e-3)
        // One that a pedal holds goes before one whose key is down: 62.
        let held = try sum { run in
            run.control(64, 127)
            run.noteOff(62)
        }
        #expect(abs(held - 1.011) < 1e-4)
    }

    @Test func `a thousand voices sound at once`() throws {
        var zone = SamplerFixture.level()
        zone.gainDecibels = -60
        let run = try SamplerRun([SamplerZone](repeating: zone, count: 50), ["voiceCount": 1024])
        for key in 20..<40 as Range<UInt8> { run.noteOn(key) }
        #expect(abs(level(run.left(1000), 999) - 1) < 1e-3)
    }
}

/// MIDI that nobody would write.
enum SamplerScore {
    struct Message {
        let frame: Int
        let bytes: [UInt8]
    }

    /// Messages of all kinds on four channels.
    static func random(seed: UInt64, count: Int, frameCount: Int) -> [Message] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        let draw = { (bound: Int) -> Int in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        return (0..<count).map { _ in
            let channel = UInt8(draw(4))
            let (first, second) = (UInt8(draw(128)), UInt8(draw(128)))
            let bytes: [UInt8]
            switch draw(12) {
            case 0...4: bytes = [0x90 | channel, 36 + first / 2, second]
            case 5...7: bytes = [0x80 | channel, 36 + first / 2, 0]
            case 8: bytes = [0xE0 | channel, first, second]
            case 9: bytes = [0xB0 | channel, first, second]
            case 10:
                bytes = [
                    0xB0 | channel, [1, 7, 10, 11, 64, 66, 67, 91, 93, 98, 99, 6, 38][draw(13)], second,
                ]
            default: bytes = [[0xA0, 0xD0, 0xC0][draw(3)] | channel, first, second]
            }
            return Message(
                frame: draw(frameCount), bytes: bytes[0] & 0xE0 == 0xC0 ? [bytes[0], first] : bytes)
        }.sorted { $0.frame < $1.frame }
    }
}
