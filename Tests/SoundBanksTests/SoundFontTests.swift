import TestBanks
import Testing

@testable import AVFSoundBanks

extension SoundFontBuilder {
    func bank(_ decoder: SoundDecoder = .none) throws -> SoundBank {
        try SoundBank(bytes: bytes, name: "test.sf2", decoder: decoder)
    }

    func program(_ index: Int = 0, decoder: SoundDecoder = .none) throws -> InstrumentProgram {
        try bank(decoder).program(index)
    }

    func zone() throws -> AVFSoundBanks.Zone { try #require(try program().zones.first) }
}

/// SoundFont files: contents, generators, modulators, samples.
@Suite struct SoundFontTests {
    /// The table of SoundFont 2.04, section 8.1.3: number, lowest, highest, default, instruments only.
    ///
    /// Offsets are as wide as their field, and the forced and root keys have −1 for “off”.
    static let table: [(Int, Int, Int, Int, Bool)] = [
        (5, -12_000, 12_000, 0, false), (6, -12_000, 12_000, 0, false), (7, -12_000, 12_000, 0, false),
        (8, 1_500, 13_500, 13_500, false), (9, 0, 960, 0, false), (10, -12_000, 12_000, 0, false),
        (11, -12_000, 12_000, 0, false), (13, -960, 960, 0, false), (15, 0, 1_000, 0, false),
        (16, 0, 1_000, 0, false), (17, -500, 500, 0, false), (21, -12_000, 5_000, -12_000, false),
        (22, -16_000, 4_500, 0, false), (23, -12_000, 5_000, -12_000, false), (24, -16_000, 4_500, 0, false),
        (25, -12_000, 5_000, -12_000, false), (26, -12_000, 8_000, -12_000, false),
        (27, -12_000, 5_000, -12_000, false), (28, -12_000, 8_000, -12_000, false), (29, 0, 1_000, 0, false),
        (30, -12_000, 8_000, -12_000, false), (31, -1_200, 1_200, 0, false), (32, -1_200, 1_200, 0, false),
        (33, -12_000, 5_000, -12_000, false), (34, -12_000, 8_000, -12_000, false),
        (35, -12_000, 5_000, -12_000, false), (36, -12_000, 8_000, -12_000, false), (37, 0, 1_440, 0, false),
        (38, -12_000, 8_000, -12_000, false), (39, -1_200, 1_200, 0, false), (40, -1_200, 1_200, 0, false),
        (46, -1, 127, -1, true), (47, -1, 127, -1, true), (48, 0, 1_440, 0, false), (51, -120, 120, 0, false),
        (52, -99, 99, 0, false), (54, 0, 3, 0, true), (56, 0, 1_200, 100, false), (57, 0, 127, 0, true),
        (58, -1, 127, -1, true),
    ]

    @Test(arguments: table)
    func `a generator has the range and default of the specification`(
        number: Int, low: Int, high: Int, standard: Int, isInstrumentOnly: Bool
    ) throws {
        let specification = try #require(Generator(rawValue: number)).specification
        #expect(specification.range == low...high)
        #expect(specification.defaultAmount == standard)
        #expect(specification.isInstrumentOnly == isInstrumentOnly)
        #expect(try SoundFontBuilder.simple().zone().generators.amounts[number] == Int32(standard))
    }

    @Test(arguments: table)
    func `an instrument's amount replaces the default, and a preset's is added unless it may not be`(
        number: Int, low: Int, high: Int, standard: Int, isInstrumentOnly: Bool
    ) throws {
        let alone = try SoundFontBuilder.simple([(number, 3)]).zone()
        #expect(alone.generators.amounts[number] == 3)
        let both = try SoundFontBuilder.simple([(number, 3)], preset: [(number, -20_000)]).zone()
        #expect(both.generators.amounts[number] == (isInstrumentOnly ? 3 : -19_997))
        let preset = try SoundFontBuilder.simple(preset: [(number, 7)]).zone()
        #expect(preset.generators.amounts[number] == Int32(isInstrumentOnly ? standard : standard + 7))
    }

    @Test func `the sum of both levels is not cut to 16 bits or to the generator's range`() throws {
        let zone = try SoundFontBuilder.simple([(8, 32_767)], preset: [(8, 32_767)]).zone()
        #expect(zone.generators[.initialFilterCutoff] == 65_534)
    }

    @Test func `a local setting replaces the global zone's at both levels`() throws {
        var builder = SoundFontBuilder.simple()
        builder.instruments[0].zones = [
            .init(generators: [(17, 10), (48, 20)]), .init(generators: [(17, 30), (53, 0)]),
            .init(generators: [(53, 0)]),
        ]
        builder.presets[0].zones = [
            .init(generators: [(17, 100), (48, 200)]), .init(generators: [(48, 400), (41, 0)]),
        ]
        let zones = try builder.program().zones
        #expect(zones.map { $0.generators[.pan] } == [130, 110])
        #expect(zones.map { $0.generators[.initialAttenuation] } == [420, 420])
    }

    @Test func `only the first zone can be global, and settings behind the link are ignored`() throws {
        var builder = SoundFontBuilder.simple()
        builder.instruments[0].zones = [
            .init(generators: [(17, 1), (53, 0), (17, 99)]), .init(generators: [(17, 50), (48, 50)]),
        ]
        let program = try builder.program()
        #expect(program.zones.map { $0.generators[.pan] } == [1])
        #expect(program.zones[0].generators[.initialAttenuation] == 0)
        #expect(program.notes.count == 2)
    }

    @Test func `the last of two settings of one generator counts`() throws {
        #expect(try SoundFontBuilder.simple([(17, 1), (17, 2)]).zone().generators[.pan] == 2)
    }

    @Test func `a zone plays keys and velocities that preset and instrument share`() throws {
        let range = { (low: Int, high: Int) in low | high << 8 }
        let zone = try SoundFontBuilder.simple(
            [(43, range(40, 80)), (44, range(0, 100))], preset: [(43, range(60, 127)), (44, range(90, 127))]
        ).zone()
        #expect(zone.keys == 60...80)
        #expect(zone.velocities == 90...100)
        #expect(throws: SoundBankError.self) {
            try SoundFontBuilder.simple([(43, range(0, 10))], preset: [(43, range(11, 20))]).program()
        }
    }

    @Test func `a zone's own range of all keys replaces a narrower global one`() throws {
        var builder = SoundFontBuilder.simple()
        builder.instruments[0].zones = [
            .init(generators: [(43, 60 << 8)]), .init(generators: [(43, 127 << 8), (53, 0)]),
            .init(generators: [(53, 0)]),
        ]
        #expect(try builder.program().zones.map(\.keys) == [0...127, 0...60])
    }

    @Test func `reversed ranges are exchanged, too large ones cut, misplaced ones ignored, with notes`()
        throws
    {
        let program = try SoundFontBuilder.simple([(43, 90 | 20 << 8), (44, 10 | 200 << 8)]).program()
        #expect(program.zones[0].keys == 20...90)
        #expect(program.zones[0].velocities == 10...127)
        #expect(
            program.notes.map(\.text).filter { $0.contains("reversed") || $0.contains("exceed") }.count == 2)
        let misplaced = try SoundFontBuilder.simple([(17, 0), (43, 90 | 100 << 8)]).program()
        #expect(misplaced.zones[0].keys == 0...127)
        #expect(misplaced.notes.count == 1)
        let swapped = try SoundFontBuilder.simple([(44, 5 << 8), (43, 6 << 8)]).program()
        #expect(swapped.zones[0].velocities == 0...5)
        #expect(swapped.zones[0].keys == 0...127)
    }

    @Test func `presets are listed with name, bank and program, and found as a bank select means them`()
        throws
    {
        var builder = SoundFontBuilder()
        builder.presets = [(0, 5), (8, 5), (128, 0), (300, 9)].map { bank, program in
            SoundFontBuilder.Preset(name: "\(bank) \(program)", bank: bank, program: program)
        }
        let bank = try builder.bank()
        #expect(bank.name == "Test bank")
        #expect(bank.presets.map(\.name) == ["0 5", "8 5", "128 0", "300 9"])
        #expect(bank.presets.map(\.bankMSB) == [0x79, 0x79, 0x78, 2])
        #expect(bank.presets.map(\.bankLSB) == [0, 8, 0, 44])
        #expect(bank.presets.map(\.isPercussion) == [false, false, true, false])
        #expect(bank.presetIndex(bankMSB: 0x79, bankLSB: 8, program: 5) == 1)
        #expect(bank.presetIndex(bankMSB: 0, bankLSB: 0, program: 5) == 0)
        #expect(bank.presetIndex(bankMSB: 8, bankLSB: 0, program: 5) == 1)
        #expect(bank.presetIndex(bankMSB: 0x78, bankLSB: 0, program: 0) == 2)
        #expect(bank.presetIndex(bankMSB: 2, bankLSB: 44, program: 9) == 3)
        #expect(bank.substituteIndex(isPercussion: false, program: 99) == 0)
        #expect(bank.substituteIndex(isPercussion: true, program: 99) == 2)
        #expect(throws: SoundBankError.noSuchPreset("test.sf2", bankMSB: 0x79, bankLSB: 1, program: 5)) {
            try bank.program(bankMSB: 0x79, bankLSB: 1, program: 5)
        }
        #expect(throws: SoundBankError.noSuchPresetIndex("test.sf2", index: 4, available: 4)) {
            try bank.program(4)
        }
    }

    @Test func `the root key is the zone's, or the sample's, or 60 for a sound without pitch`() throws {
        var sample = SoundFontBuilder.Sample()
        sample.rootKey = 69
        sample.correctionCents = -30
        let own = try SoundFontBuilder.simple([(58, 57)], sample: sample).zone()
        #expect((own.rootKey, own.tuningCents) == (57, -30))
        #expect(try SoundFontBuilder.simple(sample: sample).zone().rootKey == 69)
        sample.rootKey = 255
        let program = try SoundFontBuilder.simple(sample: sample).program()
        #expect(program.zones[0].rootKey == 60)
        #expect(program.notes.isEmpty)
    }
}
