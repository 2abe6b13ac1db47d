import TestBanks
import Testing

@testable import AVFSoundBanks

/// Damaged SoundFont files: what is repaired and what is refused.
@Suite struct SoundFontDamageTests {
    /// A bank with two presets and two instruments of two zones each.
    private var builder: SoundFontBuilder {
        var builder = SoundFontBuilder()
        builder.presets = [.init(program: 0), .init(program: 1, zones: [.init(generators: [(41, 1)])])]
        let zones: [SoundFontBuilder.Zone] = [
            .init(generators: [(43, 60 << 8), (53, 0)]), .init(generators: [(43, 61 | 127 << 8), (53, 0)]),
        ]
        builder.instruments = [.init(name: "A", zones: zones), .init(name: "B", zones: zones)]
        return builder
    }

    private func edited(_ table: String, _ change: @escaping (inout [UInt8]) -> Void) -> SoundFontBuilder {
        var builder = builder
        builder.edit = { if $0 == table { change(&$1) } }
        return builder
    }

    @Test(arguments: ["phdr", "pbag", "pmod", "pgen", "inst", "ibag", "imod", "igen", "shdr"])
    func `a table that is missing, or cut within a record, is refused with its name and offset`(
        table: String
    ) throws {
        let cut = edited(table) { $0.removeLast() }
        let error = #expect(throws: SoundBankError.self) { try cut.bank() }
        guard case .malformed("test.sf2", let reason, let offset) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(reason.contains(table) && offset > 0)
        var bytes = builder.bytes
        let place = try #require(bytes.firstRange(of: Array(table.utf8)))
        bytes.replaceSubrange(place, with: Array("none".utf8))
        #expect(throws: SoundBankError.self) { try SoundBank(bytes: bytes, name: "test.sf2") }
    }

    @Test func `an index outside its table is refused`() throws {
        for (table, offset) in [
            ("phdr", 24), ("pbag", 0), ("pbag", 2), ("inst", 20), ("ibag", 0), ("ibag", 2),
        ] {
            let damaged = edited(table) { $0[offset + 1] = 0xEA }
            #expect(throws: SoundBankError.self, "\(table)") { try damaged.bank() }
        }
    }

    @Test func `indices that decrease make empty zones, with a note, and no zone twice`() throws {
        // Zones of instrument A begin at generators 0, 2; the second index becomes 4 and the third stays 4.
        let damaged = edited("ibag") { $0[4] = 4 }
        let bank = try damaged.bank()
        #expect(try bank.program(1).zones.count == 2)
        let lower = edited("ibag") { $0[8] = 0 }
        #expect(try lower.bank().notes.map(\.place) == ["ibag record 2"])
    }

    @Test func `a file without terminal records is read whole`() throws {
        var open = builder
        open.hasTerminals = false
        let bank = try open.bank()
        #expect(bank.presets.count == 2)
        #expect(bank.sampleCount == 1)
        #expect(try bank.program(0).zones.map(\.keys) == [0...60, 61...127])
        #expect(try bank.program(1).zones.map(\.keys) == [0...60, 61...127])
        #expect(bank.notes.map(\.place) == ["phdr", "inst", "shdr"])
    }

    @Test func `the lists may come in any order`() throws {
        var turned = builder
        turned.listOrder = ["pdta", "sdta", "INFO"]
        #expect(try turned.program().zones.count == 2)
    }

    @Test(arguments: [0, 1, 100, 0xFFFF_FFFF])
    func `a wrong size of the whole file is noted and does not matter`(size: Int) throws {
        var bytes = builder.bytes
        bytes.replaceSubrange(4..<8, with: Build.u32(size))
        let bank = try SoundBank(bytes: bytes, name: "test.sf2")
        #expect(bank.notes.map(\.place) == ["RIFF"])
        #expect(try bank.program(0).zones.count == 2)
    }

    @Test func `odd sample data without a pad byte is followed by the tables`() throws {
        var odd = builder
        odd.sampleData = [UInt8](repeating: 1, count: 301)
        odd.isSamplePadded = false
        #expect(try odd.program().zones.count == 2)
        odd.isSamplePadded = true
        #expect(try odd.program().zones.count == 2)
    }

    @Test func `links to instruments and samples that are not there drop their zones`() throws {
        var damaged = builder
        damaged.presets[0].zones.append(.init(generators: [(41, 9_999)]))
        damaged.instruments[0].zones.append(.init(generators: [(53, 9_999)]))
        let program = try damaged.program()
        #expect(program.zones.count == 2)
        #expect(program.notes.count == 2)
        damaged.presets[0].zones.removeFirst()
        let error = #expect(throws: SoundBankError.self) { try damaged.program() }
        #expect(error?.description.contains("Preset 0 “Preset” of “test.sf2”") == true)
        #expect(error?.description.contains("instrument 9999") == true)
    }

    @Test func `a bank without samples opens, and its programs are refused`() throws {
        var empty = builder
        empty.listOrder = ["INFO", "pdta"]
        let bank = try empty.bank()
        #expect(bank.notes.map(\.place) == ["sdta"])
        #expect(throws: SoundBankError.self) { try bank.program(0) }
    }

    @Test func `unknown generators are ignored with a note`() throws {
        let program = try SoundFontBuilder.simple([(999, 1), (14, 1), (59, 1), (60, 1)]).program()
        #expect(program.notes.count == 4)
        #expect(program.zones[0].generators == .defaults)
    }

    @Test func `a file that is cut anywhere is refused or read as far as it goes`() throws {
        let bytes = builder.bytes
        for length in 0..<bytes.count {
            let cut = Array(bytes[..<length])
            if let bank = try? SoundBank(bytes: cut, name: "cut") {
                for preset in bank.presets.indices { _ = try? bank.program(preset) }
            }
        }
        #expect(throws: SoundBankError.self) { try SoundBank(bytes: Array(bytes[..<300]), name: "cut") }
    }

    @Test func `65,535 zones of a preset that share one instrument are bounded`() throws {
        var large = SoundFontBuilder()
        let zone = SoundFontBuilder.Zone(generators: [(41, 0)])
        large.presets[0].zones = [SoundFontBuilder.Zone](repeating: zone, count: 65_534)
        let program = try large.program()
        #expect(program.zones.count == SoundFontBank.zoneLimit)
        #expect(program.notes.count == 1)
    }

    @Test func `names without end, with control characters or other encodings stay readable`() throws {
        var named = builder
        named.presets[0].name = "Twenty characters 20plus"
        named.presets[1].name = "A\u{1}B  "
        #expect(try named.bank().presets.map(\.name) == ["Twenty characters 20", "A B"])
        let latin = edited("phdr") { $0.replaceSubrange(0..<5, with: [0x46, 0xFC, 0x72, 0, 0x40]) }
        #expect(try latin.bank().presets[0].name == "Für")
    }

    @Test func `a file that grows or changes after it was opened is refused`() throws {
        let path = try TemporaryFile.write(builder.bytes, ".sf2")
        let bank = try SoundBank(path: path)
        #expect(try bank.program(0).zones.count == 2)
        try TemporaryFile.overwrite(path, Array(builder.bytes.dropLast(50)))
        #expect(throws: SoundBankError.changed(path)) { try bank.program(1) }
    }

    @Test func `what is no file, or no bank, is refused in words`() throws {
        #expect(throws: SoundBankError.self) { try SoundBank(path: "/nonexistent/bank.sf2") }
        #expect(throws: SoundBankError.cannotOpen("/", reason: "it is not a file")) {
            try SoundBank(path: "/")
        }
        #expect(throws: SoundBankError.cannotOpen("", reason: "it is not a usable file name")) {
            try SoundBank(path: "")
        }
        #expect(throws: SoundBankError.unknownFormat("x")) { try SoundBank(bytes: [], name: "x") }
    }
}
