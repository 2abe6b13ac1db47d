import Testing

@testable import AVFSoundBanks

/// EXS24 instruments.
@Suite struct EXSTests {
    private func bank(_ builder: EXSBuilder, files: [String] = ["a.wav"]) throws -> SoundBank {
        var all = Dictionary(uniqueKeysWithValues: files.map { ($0, WaveFiles.wave()) })
        all["test.exs"] = builder.bytes
        return try SoundBank(path: try TemporaryFile.folder(all) + "/test.exs", decoder: WaveFiles.decoder)
    }

    @Test(arguments: [false, true])
    func `zones are read in both byte orders`(isBig: Bool) throws {
        var builder = EXSBuilder(isBig: isBig)
        builder.zones = [
            .init(
                rootKey: 57, fineCents: -20, coarse: 12, pan: -64, volume: -6, keys: (40, 80),
                velocities: (10, 90),
                frames: (5, 95), loop: (20, 60), loopOptions: 1)
        ]
        let bank = try bank(builder)
        #expect(bank.format == .exs24 && bank.name == "Instrument")
        let zone = try #require(try bank.program(0).zones.first)
        #expect((zone.rootKey, zone.tuningCents, zone.gainDecibels) == (57, 1_180, -6))
        #expect(zone.generators[.pan] == -500)
        // Velocities count only if the zone says so.
        #expect((zone.keys, zone.velocities) == (40...80, 0...127))
        #expect((zone.start, zone.end, zone.loopStart, zone.loopEnd) == (5, 95, 20, 60))
        #expect(zone.loopMode == .continuous)
        #expect(zone.extras == nil && bank.notes.isEmpty)
    }

    @Test func `options: velocities, fixed pitch, one shot, reverse, and play to the end`() throws {
        var builder = EXSBuilder()
        builder.zones = [
            .init(options: 8, velocities: (10, 90)), .init(options: 2),
            .init(options: 1, loop: (1, 50), loopOptions: 1),
            .init(options: 4), .init(loop: (1, 50), loopOptions: 5),
        ]
        let zones = try bank(builder).program(0).zones
        #expect(zones[0].velocities == 10...90)
        #expect(zones[1].generators[.scaleTuning] == 0)
        #expect(zones[2].extras?.isOneShot == true && zones[2].loopMode == .none)
        #expect(zones[3].extras?.isReversed == true)
        #expect(zones[4].loopMode == .untilRelease)
    }

    @Test func `a group's level, pan, class and velocities join its zones'`() throws {
        var builder = EXSBuilder()
        builder.groups = [
            .init(volume: -3, pan: 32, exclusive: 2, velocities: (50, 127)), .init(options: 16),
            .init(options: 64, releaseMilliseconds: 2_000, isReleaseTrigger: true),
            .init(condition: 3, controller: (4, 10, 20)), .init(condition: 6),
        ]
        builder.zones = (0..<5).map { .init(options: 8, volume: -1, velocities: (0, 100), group: $0) }
        let bank = try bank(builder)
        let zones = try bank.program(0).zones
        #expect(zones.count == 4)
        #expect((zones[0].gainDecibels, zones[0].exclusiveClass, zones[0].velocities) == (-4, 2, 50...100))
        #expect(zones[0].generators[.pan] == 250)
        #expect((zones[1].extras?.trigger, zones[1].extras?.releaseDecayDecibels) == (.release, 48))
        #expect(zones[2].extras?.controllers == [.init(controller: 4, values: 10...20)])
        #expect(bank.notes.count == 1)
    }

    @Test func `groups that take turns are a round`() throws {
        var builder = EXSBuilder()
        builder.groups = [.init(round: 0, condition: 2), .init(round: 2, condition: 2), .init()]
        builder.zones = [.init(group: 0), .init(group: 1), .init(group: 2)]
        let zones = try bank(builder).program(0).zones
        #expect(zones.map { $0.extras?.sequenceLength } == [3, 3, nil])
        #expect(zones.map { $0.extras?.sequencePosition } == [1, 3, nil])
    }

    /// 10 s × (value/127)⁴, in timecents: 127 is 10 s, 64 is 645 ms.
    @Test func `parameters: volume and the amplitude's envelope`() throws {
        var builder = EXSBuilder()
        builder.parameters = [(0x07, -6), (0x52, 127), (0x54, 64), (0x51, 127), (0x55, 0), (0x30, 5)]
        let zone = try #require(try bank(builder).program(0).zones.first)
        #expect(zone.gainDecibels == -6)
        #expect(zone.generators[.attackVolumeEnvelope] == 3_986)
        #expect(zone.generators[.decayVolumeEnvelope] == -759)
        #expect(zone.generators[.sustainVolumeEnvelope] == 0)
        #expect(zone.generators[.releaseVolumeEnvelope] == -12_000)
    }

    @Test func `samples are found by name, by number, and missing ones are named`() throws {
        var builder = EXSBuilder()
        builder.samples = [("/Volumes/x/Sampler Files/Piano", "p.wav"), ("", "none.wav")]
        builder.zones = [.init(sample: -1), .init(sample: 1), .init(sample: 7)]
        let bank = try bank(builder, files: ["Piano/p.wav"])
        #expect(try bank.program(0).zones.count == 1)
        #expect(bank.notes.count == 2)
        #expect(bank.notes[0].text.contains("none.wav"))
    }

    @Test func `a file that is cut is refused, or read up to the damage with a note`() throws {
        let bytes = EXSBuilder().bytes
        for length in 0..<bytes.count {
            let cut = Array(bytes[..<length])
            guard let bank = try? SoundBank(bytes: cut, name: "x.exs") else { continue }
            _ = try? bank.program(0)
        }
        let first = try SoundBank(bytes: Array(bytes[..<200]), name: "x.exs")
        #expect(first.notes.map(\.place) == ["byte 116"])
        #expect(throws: SoundBankError.self) { try SoundBank(bytes: [], name: "x.exs") }
        #expect(throws: SoundBankError.self) { try SoundBank(bytes: Array(bytes[..<90]), name: "x.exs") }
    }
}
