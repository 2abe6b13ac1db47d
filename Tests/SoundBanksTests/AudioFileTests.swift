import TestBanks
import Testing

@testable import AVFSoundBanks

/// Audio files as instruments: their metadata, and which keys play several of them.
@Suite struct AudioFileTests {
    private func zones(_ bytes: [UInt8], _ name: String = "test.wav") throws -> [Zone] {
        try SoundBank(bytes: bytes, name: name, decoder: WaveFiles.decoder).program(0).zones
    }

    private func facts(_ bytes: [UInt8]) -> AudioFileFacts {
        AudioFileFacts.read(BankBytes(bytes: bytes, name: "test"))
    }

    @Test func `a file without metadata plays on all keys with root key 60, once`() throws {
        let bank = try SoundBank(bytes: WaveFiles.wave(), name: "/a/Bell.wav", decoder: WaveFiles.decoder)
        #expect(bank.presets.map(\.name) == ["Bell"])
        #expect(bank.format == .audioFile)
        let zone = try #require(try bank.program(bankMSB: 0x79, bankLSB: 0, program: 0).zones.first)
        #expect((zone.keys, zone.velocities, zone.rootKey) == (0...127, 0...127, 60))
        #expect(zone.loopMode == .none)
        #expect(zone.frames.rateHz == 48_000)
        #expect((zone.frames[99] * 32_768, zone.frames[100]) == (99, 0))
    }

    @Test func `a stereo file is two zones on both sides, and of more channels two are played`() throws {
        let stereo = try zones(WaveFiles.wave([1, 2, 3, 4], channelCount: 2))
        #expect(stereo.map { $0.generators[.pan] } == [-500, 500])
        #expect(stereo.map(\.channel) == [0, 1])
        #expect(stereo.map { $0.frames[1] * 32_768 } == [3, 4])
        let three = try SoundBank(
            bytes: WaveFiles.wave([1, 2, 3, 4, 5, 6], channelCount: 3), name: "x", decoder: WaveFiles.decoder
        ).program(0)
        #expect(three.zones.count == 2 && three.notes.count == 1)
    }

    @Test func `the inst chunk says key, tuning, gain and ranges, and the smpl chunk the loop`() throws {
        let chunks =
            WaveFiles.instrument([57, -20, -6, 40, 80, 10, 100])
            + WaveFiles.sampler(key: 99, fraction: 1 << 31, loops: [(0, 10, 89), (0, 1, 5)])
        let zone = try #require(try zones(WaveFiles.wave(chunks: chunks)).first)
        #expect((zone.rootKey, zone.tuningCents, zone.gainDecibels) == (57, -20, -6))
        #expect((zone.keys, zone.velocities) == (40...80, 10...100))
        // The last frame of a loop is part of it.
        #expect((zone.loopStart, zone.loopEnd, zone.loopMode) == (10, 90, .continuous))
    }

    @Test func `without an inst chunk the smpl chunk says the key and how far the sound is above it`() {
        let facts = facts(WaveFiles.wave(chunks: WaveFiles.sampler(key: 62, fraction: 1 << 31)))
        #expect(facts.rootKey == 62)
        #expect(facts.tuningCents == -50)
        #expect(facts.loop == nil)
    }

    @Test(arguments: [[(0, 80, 20)], [(0, 500, 600)], [(0, 4_000_000_000, 4_000_000_001)], [(0, 50, 50)]])
    func `a loop that cannot be is left out`(loops: [(Int, Int, Int)]) throws {
        let zone = try #require(try zones(WaveFiles.wave(chunks: WaveFiles.sampler(loops: loops))).first)
        #expect(zone.loopMode == .none)
    }

    @Test func `an AIFF file's instrument chunk refers to markers`() {
        func marker(_ id: Int16, _ frame: UInt32, _ name: String) -> [UInt8] {
            let text = [UInt8(name.utf8.count)] + Array(name.utf8)
            return Build.big(id) + Build.big(frame) + text + (text.count % 2 == 1 ? [0] : [])
        }
        let markers = Build.big(UInt16(3)) + marker(1, 10, "a") + marker(7, 20, "bc") + marker(9, 70, "")
        var instrument: [UInt8] = [61, 0xF6, 50, 70, 1, 120] + Build.big(Int16(-3))
        instrument += Build.big(Int16(1)) + Build.big(Int16(7)) + Build.big(Int16(9))
        instrument += [UInt8](repeating: 0, count: 6)
        for chunks in [
            [("MARK", markers), ("INST", instrument)], [("INST", instrument), ("MARK", markers)],
        ] {
            let content = Array("AIFF".utf8) + chunks.flatMap { WaveFiles.aiffChunk($0.0, $0.1) }
            let facts = facts(WaveFiles.aiffChunk("FORM", content))
            #expect((facts.rootKey, facts.tuningCents, facts.gainDecibels) == (61, -10, -3))
            #expect((facts.keys, facts.velocities) == (50...70, 1...120))
            #expect((facts.loop, facts.loopMode) == (20..<70, .continuous))
        }
        instrument[13] = 99
        let content = Array("AIFF".utf8) + WaveFiles.aiffChunk("INST", instrument)
        #expect(facts(WaveFiles.aiffChunk("FORM", content)).loop == nil)
    }

    @Test func `a CAF file's instrument chunk refers to a region`() {
        func marker(_ frame: Double) -> [UInt8] {
            Build.big(UInt32(0)) + Build.big(frame.bitPattern) + [UInt8](repeating: 0, count: 16)
        }
        func region(_ id: UInt32, _ flags: UInt32, _ frames: [Double]) -> [UInt8] {
            Build.big(id) + Build.big(flags) + Build.big(UInt32(frames.count)) + frames.flatMap(marker)
        }
        let regions =
            Build.big(UInt32(0)) + Build.big(UInt32(2)) + region(5, 1, [1, 2]) + region(6, 1, [30, 90])
        var instrument = Build.big(Float(60.25).bitPattern) + [30, 90, 5, 99]
        instrument += Build.big(Float(-2.5).bitPattern) + Build.big(UInt32(0)) + Build.big(UInt32(6))
        instrument += Build.big(UInt32(0)) + Build.big(UInt32(0))
        let head = Array("caff".utf8) + Build.big(UInt32(0x0001_0000))
        let file = head + WaveFiles.cafChunk("inst", instrument) + WaveFiles.cafChunk("regn", regions)
        let facts = facts(file + WaveFiles.cafChunk("data", [1, 2, 3], size: -1))
        #expect((facts.rootKey, facts.tuningCents, facts.gainDecibels) == (60, -25, -2.5))
        #expect((facts.keys, facts.velocities) == (30...90, 5...99))
        #expect((facts.loop, facts.loopMode) == (30..<90, .continuous))
    }

    @Test func `several files share the keys half way between their roots`() throws {
        let folder = try TemporaryFile.folder([
            "Piano-C3.wav": WaveFiles.wave(), "Piano_060.wav": WaveFiles.wave(),
            "Piano F#5.wav": WaveFiles.wave(), "hat.wav": WaveFiles.wave(), "kick.wav": WaveFiles.wave(),
        ])
        let paths = ["Piano-C3.wav", "Piano_060.wav", "Piano F#5.wav", "hat.wav", "kick.wav"].map {
            folder + "/" + $0
        }
        let bank = try SoundBank(audioFiles: paths, decoder: WaveFiles.decoder)
        let zones = try bank.program(0).zones
        #expect(zones.map(\.rootKey) == [48, 60, 78, 60, 62])
        #expect(zones.map(\.keys) == [0...54, 55...69, 70...127, 60...60, 62...62])
        #expect(bank.notes.count == 2)
        #expect(throws: SoundBankError.self) {
            try SoundBank(audioFiles: paths + [folder + "/none.wav"], decoder: WaveFiles.decoder)
        }
    }

    @Test(
        arguments: [
            ("C4", 60), ("c-1", 0), ("G9", 127), ("G#9", nil), ("Bb3", 58), ("Violin_A#4", 70), ("x-Db2", 37),
            ("Snare_038", 38), ("Take 128", nil), ("Take2", nil), ("Loop", nil), ("Bass", nil), ("", nil),
            ("cello_ff-E5", 76), ("Kit.64", 64), ("a_1", nil),
        ] as [(String, UInt8?)])
    func `the last word of a name is a note or a number of two or three digits, or says nothing`(
        name: String, key: UInt8?
    ) {
        #expect(FilePath.key(in: name) == key)
    }

    @Test func `what the decoder refuses is refused with the file's name`() throws {
        let bank = try SoundBank(bytes: Array("OggS and more".utf8), name: "test.ogg")
        let error = #expect(throws: SoundBankError.self) { try bank.program(0) }
        #expect(error?.description.contains("there is no decoder") == true)
    }

    @Test func `metadata that are cut or that lie do not matter to the sound`() throws {
        let chunks =
            WaveFiles.instrument([57, 0, 0, 0, 127, 0, 127]) + WaveFiles.sampler(loops: [(0, 10, 20)])
        let bytes = WaveFiles.wave(chunks: chunks)
        for length in bytes.count - chunks.count..<bytes.count {
            #expect(try zones(Array(bytes[..<length])).count == 1)
        }
        var lying = bytes
        let count = try #require(lying.firstRange(of: Array("smpl".utf8))).lowerBound + 8 + 28
        lying.replaceSubrange(count..<count + 4, with: Build.u32(2_000_000_000))
        #expect(try zones(lying)[0].loopEnd == 21)
    }
}
