import TestBanks
import Testing

@testable import AVFSoundBanks

/// Modulators of SoundFont files (SoundFont 2.04, sections 8.2, 8.4 and 9.5).
@Suite struct SoundFontModulatorTests {
    /// Sections 8.4.1 and 8.4.3 to 8.4.10: source, destination, amount, amount source.
    private let defaults: Set<[Int]> = [
        [0x0502, 48, 960, 0], [0x000D, 6, 50, 0], [0x0081, 6, 50, 0], [0x0587, 48, 960, 0],
        [0x028A, 17, 500, 0],
        [0x058B, 48, 960, 0], [0x00DB, 16, 200, 0], [0x00DD, 15, 200, 0], [0x020E, 59, 12_700, 0x0010],
    ]

    private func numbers(_ modulators: [Modulator]) -> Set<[Int]> {
        Set(
            modulators.map {
                [Int($0.source.bits), $0.destination.rawValue, Int($0.amount), Int($0.amountSource.bits)]
            })
    }

    @Test func `a zone without modulators has the specification's, but for velocity to filter`() throws {
        let zone = try SoundFontBuilder.simple().zone()
        #expect(zone.modulators.count == 9)
        #expect(numbers(zone.modulators) == defaults)
    }

    @Test func `an instrument's modulator replaces the identical default, and 0 takes it away`() throws {
        let zone = try SoundFontBuilder.simple(modulators: [(0x0502, 48, 480, 0, 0), (0x0081, 6, 0, 0, 0)])
            .zone()
        #expect(
            numbers(zone.modulators)
                == defaults.subtracting([[0x0502, 48, 960, 0], [0x0081, 6, 50, 0]]).union([
                    [0x0502, 48, 480, 0]
                ]))
    }

    @Test func `an instrument's zone replaces its global zone's, which replaces the default`() throws {
        var builder = SoundFontBuilder.simple()
        builder.instruments[0].zones = [
            .init(modulators: [(0x0502, 48, 100, 0, 0), (0x000D, 6, 33, 0, 0)]),
            .init(generators: [(53, 0)], modulators: [(0x0502, 48, 200, 0, 0)]),
        ]
        let zone = try builder.zone()
        #expect(numbers(zone.modulators).isSuperset(of: [[0x0502, 48, 200, 0], [0x000D, 6, 33, 0]]))
        #expect(zone.modulators.count == 9)
    }

    @Test func `a preset's modulators are added, its zone's in place of its global zone's`() throws {
        var builder = SoundFontBuilder.simple(modulators: [(0x0502, 48, 500, 0, 0)])
        builder.presets[0].zones = [
            .init(modulators: [(0x0502, 48, 7, 0, 0), (0x0087, 8, 5, 0, 0)]),
            .init(generators: [(41, 0)], modulators: [(0x0502, 48, 40, 0, 0)]),
        ]
        let zone = try builder.zone()
        #expect(numbers(zone.modulators).isSuperset(of: [[0x0502, 48, 540, 0], [0x0087, 8, 5, 0]]))
        #expect(zone.modulators.count == 10)
    }

    @Test func `the last of two identical modulators of a zone counts`() throws {
        let zone = try SoundFontBuilder.simple(
            modulators: [(0x0082, 8, 10, 0, 0), (0x0082, 8, 20, 0, 2)]
        ).zone()
        let own = zone.modulators.filter { $0.destination == .initialFilterCutoff }
        #expect(own.map(\.amount) == [20])
        #expect(own.map(\.isAbsolute) == [true])
    }

    @Test func `modulators with other sources or destinations are not identical`() throws {
        let zone = try SoundFontBuilder.simple(
            modulators: [(0x0502, 48, 1, 0x0081, 0), (0x0502, 8, 2, 0, 0), (0x0402, 48, 3, 0, 0)]
        ).zone()
        #expect(zone.modulators.count == 12)
    }

    @Test func `velocity to filter is played where a file states it, and not where it cancels it`() throws {
        let stated = try SoundFontBuilder.simple(modulators: [(0x0102, 8, -2_400, 0, 0)]).zone()
        #expect(numbers(stated.modulators).contains([0x0102, 8, -2_400, 0]))
        let cancelled = try SoundFontBuilder.simple(modulators: [(0x0102, 8, 0, 0x0D02, 0)]).program()
        #expect(numbers(cancelled.zones[0].modulators) == defaults)
        #expect(cancelled.notes.isEmpty)
    }

    @Test func `a pitch wheel to fine tune is the default pitch wheel with another amount`() throws {
        let zone = try SoundFontBuilder.simple(modulators: [(0x020E, 52, 6_350, 0x0010, 0)]).zone()
        #expect(zone.modulators.filter { $0.destination == .pitch }.map(\.amount) == [6_350])
    }

    /// Sections 8.2.1 to 8.2.3: controllers that are not permitted, reserved sources, curves and transforms.
    @Test(
        arguments: [0, 6, 32, 38, 98, 99, 100, 101, 120, 127].map { (0x80 | $0, 48, 0) } + [
            (1, 48, 0), (4, 48, 0), (15, 48, 0), (17, 48, 0), (0x1002, 48, 0), (0xFC02, 48, 0),
            (0x0502, 48, 1),
            (0x0502, 48, 3), (0x0502, 41, 0), (0x0502, 43, 0), (0x0502, 0, 0), (0x0502, 54, 0),
            (0x0502, 14, 0),
            (0x0502, 60, 0), (127, 48, 0), (0x0502, 0x8001, 0),
        ])
    func `a modulator that is not permitted is dropped with a note`(
        source: Int, destination: Int, transform: Int
    ) throws {
        let program = try SoundFontBuilder.simple(modulators: [(source, destination, 1, 0, transform)])
            .program()
        #expect(numbers(program.zones[0].modulators) == defaults)
        #expect(program.notes.map(\.place) == ["instrument 0 “Instrument”, zone 0"])
        #expect(program.notes[0].text.hasPrefix("a modulator is dropped"))
    }

    @Test func `a modulator of zeros is dropped without a word`() throws {
        let program = try SoundFontBuilder.simple(modulators: [(0, 0, 0, 0, 0)]).program()
        #expect(numbers(program.zones[0].modulators) == defaults)
        #expect(program.notes.isEmpty)
    }

    @Test func `a source's bits mean what section 8.2 says`() {
        let source = ModulatorSource(bits: 0x0F87)
        #expect(source.isController && source.isReversed && source.isBipolar)
        #expect(source.index == 7)
        #expect(source.curve == .toggle)
        #expect(source.other == nil)
        #expect(ModulatorSource(bits: 0x0502).other == .velocity)
        #expect(ModulatorSource(bits: 0x0502).curve == .concave)
        #expect(ModulatorSource(bits: 0x0A02).curve == .convex)
    }

    @Test func `a voice has 64 modulators at most`() throws {
        let many = (0..<200).map { (0x0081, 5, 1, 0x0100 | ($0 % 2) << 9 | 0x80 | (2 + $0 % 3), 0) }
        let more = (0..<100).map { (0x0080 | (40 + $0 % 50), 5 + $0 % 7, 1, 0, 0) }
        let zone = try SoundFontBuilder.simple(modulators: many + more).zone()
        #expect(zone.modulators.count == 64)
    }
}
