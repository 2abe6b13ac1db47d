import AVFInstruments
import AVFLV2Host
import AVFRender
import AVFSoundBanks
import AVFUnits
import Foundation
import TestBanks
import TestSupport
import Testing

/// The sampler as a plugin: banks, programs, states.
@Suite struct PluginSamplerTests {
    private let path = TestRoot.unused("bank") + ".sf2"

    /// A bank of three programs with different periods: 0 and 5 of bank 0, and percussion.
    init() throws {
        func sample(_ periods: Int) -> SoundFontBuilder.Sample {
            let frames = (0..<480).map { Int16((9000 * sin(2 * .pi * Double(periods * $0) / 480)).rounded()) }
            var sample = SoundFontBuilder.Sample(name: "Sine", frames: frames, loop: 48..<432)
            sample.rateHz = 48_000
            return sample
        }
        var builder = SoundFontBuilder()
        builder.samples = [sample(10), sample(15), sample(20)]
        builder.instruments = (0..<3).map { index in
            SoundFontBuilder.Instrument(
                zones: [SoundFontBuilder.Zone(generators: [(54, 1), (15, 300), (16, 300), (53, index)])])
        }
        let zone = { SoundFontBuilder.Zone(generators: [(41, $0)]) }
        builder.presets = [
            .init(program: 0, zones: [zone(0)]), .init(program: 5, zones: [zone(1)]),
            .init(bank: 128, program: 0, zones: [zone(2)]),
        ]
        try Data(builder.bytes).write(to: URL(fileURLWithPath: path))
    }

    private func plugin() throws -> (unit: PluginUnit, harness: UnitHarness) {
        let uri = try #require(UnitCatalog["sampler"]).descriptor.pluginURI
        let facts = try BuiltPlugins.shared.get().catalog.plugin(uri: uri)
        let harness = try UnitHarness(facts.descriptor(sampleRateHz: 48_000)) {
            try PluginUnit(facts, $0, parameters: $1)
        }
        return (try #require(harness.unit as? PluginUnit), harness)
    }

    /// The native sampler with some of the bank's presets.
    private func native(_ presets: [Int]) throws -> UnitHarness {
        let bank = try SoundBank(path: path)
        var notes: [BankNote] = []
        let programs = try presets.map { index in
            let preset = bank.presets[index]
            return try SamplerProgram.make(
                try bank.program(index), bank: preset.isPercussion ? 128 : 0, number: preset.program, &notes)
        }
        let entry = try #require(UnitCatalog["sampler"])
        let harness = UnitHarness(entry.descriptor) { entry.make($0, $1) }
        try #require(harness.unit as? SamplerUnit).setPrograms(SamplerProgramSet(programs))
        return harness
    }

    private func play(_ harness: UnitHarness, _ before: [[UInt8]] = []) throws -> [[Float]] {
        let unit = try #require(harness.unit as? AutomatedUnit)
        let silence = [[Float]](repeating: [Float](repeating: 0, count: 512), count: 2)
        for message in before { #expect(unit.sendMIDI(message)) }
        let first = harness.render(silence, blocks: [512])
        unit.service()
        let messages: [(Int64, [UInt8])] = [
            (600, [0x90, 60, 100]), (1700, [0x91, 67, 80]), (1701, [0x99, 60, 80]), (4000, [0xE0, 0, 96]),
            (9000, [0x80, 60, 0]), (9001, [0xB1, 123, 0]),
        ]
        for (time, message) in messages { #expect(unit.sendMIDI(message, at: time)) }
        let long = [[Float]](repeating: [Float](repeating: 0, count: 24_000), count: 2)
        return zip(first, harness.render(long, blocks: [1, 700, 64, 4096])).map { $0 + $1 }
    }

    @Test func `a bank that is set sounds as in the native sampler`() throws {
        let (unit, harness) = try plugin()
        try unit.setProperty("bank", .path(path))
        let heard = try play(harness)
        #expect(heard == (try play(native([0]))))
        #expect(heard[0].contains { abs($0) > 0.01 })
        #expect(try unit.property("bank") == .path(path))
    }

    @Test func `the program may be set before and behind the bank`() throws {
        // Heard from the first frame of the first block on.
        let note: [UInt8] = [0x90, 70, 90]
        let expected = try play(native([1]), [note])
        #expect(expected != (try play(native([0]), [note])))
        for isFirst in [true, false] {
            let (unit, harness) = try plugin()
            if isFirst { try unit.setProperty("program", .int(5)) }
            try unit.setProperty("bank", .path(path))
            if !isFirst { try unit.setProperty("program", .int(5)) }
            #expect(try play(harness, [note]) == expected)
        }
    }

    @Test(arguments: [false, true])
    func `a program change loads its program, for one part or for each`(isMultitimbral: Bool) throws {
        let (unit, harness) = try plugin()
        let native = try native([0, 1, 2])
        for each in [harness, native] {
            let place = SamplerKernel.Parameter.multitimbral.rawValue
            each.parameters.store(isMultitimbral ? 1 : 0, at: place)
        }
        try unit.setProperty("bank", .path(path))
        let changes: [[UInt8]] = isMultitimbral ? [[0xC1, 5]] : [[0xC3, 5]]
        #expect(try play(harness, changes) == (try play(native, changes)))
    }

    @Test func `its state holds bank and programs`() throws {
        let (unit, harness) = try plugin()
        try unit.setProperty("bank", .path(path))
        let heard = try play(harness, [[0xB0, 0, 0x78], [0xC0, 0]])
        #expect(heard == (try play(native([2]))))
        let state = try unit.saveState()
        let (other, restored) = try plugin()
        _ = try other.restoreState(state)
        #expect(try play(restored) == heard)
    }

    @Test func `a file that is no bank changes nothing, and none is silence`() throws {
        let (unit, harness) = try plugin()
        try unit.setProperty("bank", .path(path))
        let bad = TestRoot.unused("bad") + ".sf2"
        try Data("RIFF....sfbk".utf8).write(to: URL(fileURLWithPath: bad))
        for file in ["/nowhere.sf2", "/tmp", bad] { try? unit.setProperty("bank", .path(file)) }
        #expect(try play(harness) == (try play(native([0]))))
        let (emptied, silent) = try plugin()
        try emptied.setProperty("bank", .path(path))
        try emptied.setProperty("bank", .path(""))
        #expect(try play(silent).allSatisfy { $0.allSatisfy { $0 == 0 } })
    }
}
