import TestBanks
import Testing

@testable import AVFSoundBanks

/// DLS files of both levels.
@Suite struct DLSTests {
    private func bank(_ builder: DLSBuilder, _ decoder: SoundDecoder = .none) throws -> SoundBank {
        try SoundBank(bytes: builder.bytes, name: "test.dls", decoder: decoder)
    }

    private func zone(_ builder: DLSBuilder) throws -> Zone {
        try #require(try bank(builder).program(0).zones.first)
    }

    private func connected(_ connections: DLSBuilder.Connection..., level: Int = 2) -> DLSBuilder {
        var builder = DLSBuilder()
        builder.level = level
        builder.instruments[0].connections = connections
        return builder
    }

    @Test func `instruments are listed with name, bank, program and kind`() throws {
        var builder = DLSBuilder()
        builder.instruments = [(0, 5), (8 << 8 | 3, 5), (0x8000_0000, 0), (0x79 << 8 | 2, 9)].map {
            DLSBuilder.Instrument(name: "I", bank: $0, program: $1)
        }
        let bank = try bank(builder)
        #expect(bank.format == .dls && bank.name == "Collection")
        #expect(bank.presets.map(\.bankMSB) == [0x79, 8, 0x78, 0x79])
        #expect(bank.presets.map(\.bankLSB) == [0, 3, 0, 2])
        #expect(bank.presets.map(\.isPercussion) == [false, false, true, false])
        #expect(bank.presetIndex(bankMSB: 0, bankLSB: 0, program: 5) == 0)
        #expect(bank.presetIndex(bankMSB: 8, bankLSB: 3, program: 5) == 1)
        #expect(bank.presetIndex(bankMSB: 0x78, bankLSB: 0, program: 0) == 2)
        #expect(bank.notes.isEmpty)
    }

    @Test func `a region's options replace its wave's: key, tuning, gain and loop`() throws {
        var builder = DLSBuilder()
        builder.waves[0].options = .init(rootKey: 50, fineCents: 7, gain: -655_360, loop: (0, 10, 80))
        builder.instruments[0].regions[0].options = .init(
            rootKey: 69, fineCents: -12, gain: -60 * 65_536, loop: (1, 20, 30))
        let own = try zone(builder)
        #expect((own.rootKey, own.tuningCents, own.gainDecibels) == (69, -12, -6))
        #expect((own.loopStart, own.loopEnd, own.loopMode) == (20, 50, .untilRelease))
        builder.instruments[0].regions[0].options = nil
        let wave = try zone(builder)
        #expect((wave.rootKey, wave.tuningCents, wave.gainDecibels) == (50, 7, -1))
        #expect((wave.loopStart, wave.loopEnd, wave.loopMode) == (10, 90, .continuous))
    }

    @Test func `8-bit waves are unsigned, 16-bit ones as they are, and others are decoded`() throws {
        var builder = DLSBuilder()
        builder.waves[0] = .init(bitCount: 8, data: [0, 128, 255])
        let small = try zone(builder).frames
        #expect((0..<3).map { small[$0] } == [-1, 0, 127.0 / 128])
        #expect(small.rateHz == 22_050)
        builder.waves[0] = .init(data: Build.samples([-32_768, 1]))
        #expect(try zone(builder).frames[1] == 1.0 / 32_768)
        builder.waves[0] = .init(bitCount: 16, channelCount: 2, data: Build.samples([1, 2, 3, 4]))
        let decoder = SoundDecoder { source, _ in
            guard case .bytes(let bytes) = source, bytes.starts(with: Array("RIFF".utf8)) else {
                throw SoundDecodingError("no WAVE file")
            }
            return DecodedSound(rateHz: 22_050, channelCount: 2, samples: .int16([1, 2, 3, 4]))
        }
        let zones = try bank(builder, decoder).program(0).zones
        #expect(zones.map { $0.frames[0] * 32_768 } == [1, 2])
        #expect(zones.map { $0.generators[.pan] } == [-500, 500])
    }

    /// DLS 2.2, articulation: destination, scale in its unit, the generator and its amount.
    @Test(
        arguments: [
            (4, -250, 17, -250), (0x80, 300, 15, 300), (0x81, 400, 16, 400), (0x104, -1_000, 22, -1_000),
            (0x105, -4_000, 21, -4_000), (0x114, 100, 24, 100), (0x115, -5_000, 23, -5_000),
            (0x206, -1_200, 34, -1_200), (0x207, 0, 36, 71), (0x209, 1_200, 38, 1_271), (0x20A, 500, 37, 480),
            (0x20A, 1_000, 37, 0), (0x20B, -2_400, 33, -2_400), (0x20C, -600, 35, -600), (0x30A, -1, 26, -1),
            (0x30B, -2, 28, -2), (0x30D, -3, 30, -3), (0x30E, 300, 29, 700), (0x30F, -4, 25, -4),
            (0x310, -5, 27, -5), (0x500, 8_000, 8, 8_000), (0x501, 120, 9, 120),
        ])
    func `a constant connection sets its generator`(
        destination: Int, scale: Int, generator: Int, amount: Int
    ) throws {
        let zone = try zone(connected((0, 0, destination, 0, scale * 65_536)))
        #expect(zone.generators.amounts[generator] == Int32(amount))
    }

    @Test func `pitch and gain are kept with their fractions, and add to the region's`() throws {
        var builder = connected((0, 0, 3, 0, 65_536 * 100 + 32_768), (0, 0, 1, 0, -30 * 65_536))
        builder.instruments[0].regions[0].options = .init(fineCents: 10, gain: 655_360)
        let zone = try zone(builder)
        #expect(zone.tuningCents == 110.5)
        #expect(zone.gainDecibels == -2)
    }

    @Test(
        arguments: [
            (1, 3, 5), (1, 1, 13), (1, 0x500, 10), (9, 3, 6), (5, 3, 7), (5, 0x500, 11),
        ])
    func `LFOs and the second envelope have depths, which controllers may add to`(
        source: Int, destination: Int, generator: Int
    ) throws {
        let zone = try zone(
            connected((source, 0, destination, 0, 50 * 65_536), (source, 0x81, destination, 0, 40 * 65_536)))
        #expect(zone.generators.amounts[generator] == 50)
        let added = zone.modulators.filter { $0.destination.rawValue == generator }
        #expect(added == [Modulator(source: 0x0081, destination: added[0].destination, amount: 40)])
    }

    @Test func `key scaling of pitch is in cents for each key, of times around key 60`() throws {
        let zone = try zone(
            connected((3, 0, 3, 0, 6_400 * 65_536), (3, 0, 0x207, 0, -1_280 * 65_536), (0, 0, 0x207, 0, 0)))
        #expect(zone.generators[.scaleTuning] == 50)
        #expect(zone.generators[.keyToVolumeEnvelopeDecay] == 10)
        // At key 60 the time is 0 − 10 × 60 timecents, with DLS's 96 dB made 100.
        #expect(zone.generators[.decayVolumeEnvelope] == 71 - 600)
    }

    @Test func `the default connections are SoundFont's but for vibrato, and LFOs have 5 Hz`() throws {
        let zone = try zone(DLSBuilder())
        #expect(zone.modulators == Modulator.defaults.filter { $0.destination != .vibratoLFOToPitch })
        #expect(zone.generators[.frequencyModulationLFO] == -851)
        #expect(zone.generators[.scaleTuning] == 100)
    }

    @Test func `a controller's connection has SoundFont's bits, and replaces the same default`() throws {
        // Controller 7 to gain, concave and reversed: DLS 2.2's own default with half the range.
        let zone = try zone(connected((0x87, 0, 1, 0x8000 | 1 << 10, -480 * 65_536)))
        #expect(zone.modulators.filter { $0.source.bits == 0x0587 }.map(\.amount) == [480])
        let level1 = try self.zone(connected((2, 0, 1, 1, -480 * 65_536), level: 1))
        #expect(level1.modulators.filter { $0.source.bits == 0x0502 }.map(\.amount) == [480])
        let wheel = try self.zone(connected((6, 0x100, 3, 0x4000, 12_800 * 65_536)))
        #expect(wheel.modulators.filter { $0.destination == .pitch } == [.pitchWheel])
    }

    @Test func `a region's connection replaces its instrument's`() throws {
        var builder = connected((0, 0, 4, 0, 100 * 65_536), (0, 0, 0x81, 0, 200 * 65_536))
        builder.instruments[0].regions[0].connections = [(0, 0, 4, 0, 300 * 65_536)]
        let zone = try zone(builder)
        #expect(zone.generators[.pan] == 300)
        #expect(zone.generators[.reverbSend] == 200)
    }

    @Test func `a connection that the model has not is dropped with a note`() throws {
        let program = try bank(connected((1, 0, 0x206, 0, 65_536), (0, 0, 0x999, 0, 65_536))).program(0)
        #expect(program.notes.count == 2)
    }

    @Test func `level 1 plays the first region that fits, level 2 all of them`() throws {
        var builder = DLSBuilder()
        builder.instruments[0].regions = [
            .init(keys: (40, 60)), .init(keys: (50, 70)), .init(keys: (45, 55)), .init(keys: (10, 45)),
        ]
        #expect(try bank(builder).program(0).zones.map(\.keys) == [40...60, 50...70, 45...55, 10...45])
        builder.level = 1
        let program = try bank(builder).program(0)
        #expect(program.zones.map(\.keys) == [40...60, 61...70, 10...39])
        #expect(program.notes.count == 3)
    }

    @Test func `drum groups, velocities and reversed ranges are read`() throws {
        var builder = DLSBuilder()
        builder.instruments[0].regions = [.init(keys: (90, 200), velocities: (64, 10), group: 7)]
        let program = try bank(builder).program(0)
        #expect(program.zones[0].exclusiveClass == 7)
        #expect(program.zones[0].keys == 90...127)
        #expect(program.zones[0].velocities == 10...64)
        #expect(program.notes.count == 2)
    }

    @Test func `the channels of a wave with several regions are heard on their sides`() throws {
        var builder = DLSBuilder()
        builder.instruments[0].regions = [.init(channel: (2, 1)), .init(channel: (2, 2))]
        #expect(try bank(builder).program(0).zones.map { $0.generators[.pan] } == [-500, 500])
    }

    /// DLS 2.2: queries are 17 and 18 with an identifier, constants 16.
    @Test func `a list whose condition does not hold is left out`() throws {
        let level2: [UInt8] =
            Build.u32(0xF145_99E5) + Build.u16(0x4689) + Build.u16(0x11D2)
            + [0xAF, 0xA6, 0x00, 0xAA, 0x00, 0x24, 0xD8, 0xB6]
        let hasLevel2 = Build.u16(17) + level2
        var builder = DLSBuilder()
        builder.instruments[0].regions = [
            .init(keys: (1, 1), condition: hasLevel2),
            .init(keys: (2, 2), condition: hasLevel2 + Build.u16(15)),
            .init(
                keys: (3, 3),
                condition: Build.u16(16) + Build.u32(3) + Build.u16(16) + Build.u32(4) + Build.u16(10)),
            .init(
                keys: (4, 4),
                condition: Build.u16(16) + Build.u32(4) + Build.u16(16) + Build.u32(3) + Build.u16(10)),
            .init(keys: (5, 5), condition: Build.u16(7)), .init(keys: (6, 6), condition: []),
            .init(keys: (7, 7), condition: Build.u16(18) + [UInt8](repeating: 9, count: 16)),
        ]
        #expect(try bank(builder).program(0).zones.map(\.keys) == [1...1, 4...4, 5...5, 6...6])
        builder.instruments.append(.init(condition: hasLevel2 + Build.u16(15)))
        #expect(try bank(builder).presets.count == 1)
    }

    @Test func `links to waves that are not there drop their regions`() throws {
        var builder = DLSBuilder()
        builder.instruments[0].regions = [.init(), .init(wave: 60_000)]
        let program = try bank(builder).program(0)
        #expect(program.zones.count == 1 && program.notes.count == 1)
        builder.waves = []
        #expect(throws: SoundBankError.self) { try bank(builder).program(0) }
    }

    @Test func `a file that is cut anywhere is refused or read as far as it goes`() throws {
        var builder = connected((0, 0, 4, 0, 100 * 65_536))
        builder.waves[0].options = .init(loop: (0, 10, 80))
        let bytes = builder.bytes
        for length in 0..<bytes.count {
            guard let bank = try? SoundBank(bytes: Array(bytes[..<length]), name: "cut") else { continue }
            for preset in bank.presets.indices { _ = try? bank.program(preset) }
        }
        #expect(throws: SoundBankError.self) { try SoundBank(bytes: Array(bytes[..<100]), name: "cut") }
    }
}
