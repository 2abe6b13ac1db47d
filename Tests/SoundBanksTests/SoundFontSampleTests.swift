import TestBanks
import Testing

@testable import AVFSoundBanks

/// Samples of SoundFont files: frames, addresses, loops.
@Suite struct SoundFontSampleTests {
    /// The values of a zone's frames, with as many neighbours on both sides.
    private func values(_ frames: SampleFrames, beyond: Int = 0) -> [Double] {
        (-beyond..<frames.frameCount + beyond).map { frames[$0] * 32_768 }
    }

    private func samples(_ counts: Int...) -> [SoundFontBuilder.Sample] {
        counts.enumerated().map { index, count in
            SoundFontBuilder.Sample(
                name: "S\(index)", frames: (0..<count).map { Int16(1_000 * index + $0 + 1) },
                loop: 2..<count - 2)
        }
    }

    @Test func `a program has its sample's frames, and silence around them`() throws {
        var builder = SoundFontBuilder.simple([(53, 1)])
        builder.samples = samples(50, 70, 30)
        let zone = try builder.zone()
        #expect(zone.sampleIndex == 1)
        #expect(zone.frames.form == .int16)
        #expect(zone.frames.rateHz == 44_100)
        let silence = [Double](repeating: 0, count: 64)
        #expect(SampleFrames.paddingFrameCount == 64)
        #expect(values(zone.frames, beyond: 64) == silence + (0..<70).map { Double(1_001 + $0) } + silence)
        let base = try #require(zone.frames.int16)
        #expect(base[0] == 1_001 && base[69] == 1_070)
        #expect(zone.frames.float32 == nil && zone.frames.lowBytes == nil)
    }

    @Test func `address offsets move start, end and loop in frames and blocks of 32,768`() throws {
        var sample = SoundFontBuilder.Sample(frames: [Int16](repeating: 1, count: 70_000))
        sample.loop = 100..<200
        let zone = try SoundFontBuilder.simple(
            [(0, 5), (1, -7), (2, 11), (3, 13), (4, 1), (12, -1), (45, 1), (50, 1), (54, 3)], sample: sample
        ).zone()
        #expect(zone.start == 5 + 32_768)
        #expect(zone.end == 70_000 - 7 - 32_768)
        #expect(zone.loopStart == 100 + 11 + 32_768)
        #expect(zone.loopEnd == 200 + 13 + 32_768)
        #expect(zone.loopMode == .untilRelease)
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 0), (3, 3), (4, 0), (5, 1), (-1, 3)])
    func `sample modes 1 and 3 loop, 0 and 2 do not, and reserved bits are ignored`(
        amount: Int, expected: Int
    ) throws {
        #expect(try SoundFontBuilder.simple([(54, amount)]).zone().loopMode.rawValue == expected)
    }

    /// Start, end and loop in the header of a sample of 100 frames, and what is played.
    @Test(
        arguments: [
            ((0, 100, 10, 90), (0, 100, 10, 90, 1)), ((0, 100, 90, 10), (0, 100, 10, 90, 1)),
            ((0, 100, 10, 5_000), (0, 100, 10, 100, 1)), ((10, 100, 0, 90), (0, 90, 0, 80, 1)),
            ((0, 100, 50, 50), (0, 100, 0, 0, 0)), ((0, 100, 50, 51), (0, 100, 0, 0, 0)),
            ((0, 100, 50, 52), (0, 100, 50, 52, 1)), ((0, 100, 200, 300), (0, 100, 0, 0, 0)),
            ((0, 5_000, 10, 90), (0, 146, 10, 90, 1)), ((0, 100, 0, 4_000_000_000), (0, 100, 0, 100, 1)),
        ])
    func `a loop is cut to the sample, exchanged if reversed, and left out below 2 frames`(
        header: (Int, Int, Int, Int), expected: (Int, Int, Int, Int, Int)
    ) throws {
        var sample = SoundFontBuilder.Sample()
        sample.addresses = header
        let program = try SoundFontBuilder.simple([(54, 1)], sample: sample).program()
        let zone = program.zones[0]
        #expect((zone.start, zone.end) == (expected.0, expected.1))
        #expect(
            (zone.loopStart, zone.loopEnd, zone.loopMode.rawValue) == (expected.2, expected.3, expected.4))
        let isRepaired =
            header != (0, 100, 10, 90) && header != (0, 100, 50, 52) && header != (0, 100, 90, 10)
        #expect(program.notes.isEmpty != isRepaired)
    }

    @Test func `offsets that leave the sample are cut, and reversed ones exchanged, with notes`() throws {
        let early = try SoundFontBuilder.simple([(0, -50), (1, 5_000)]).program()
        #expect((early.zones[0].start, early.zones[0].end) == (0, 100))
        #expect(early.notes.count == 1)
        let reversed = try SoundFontBuilder.simple([(0, 80), (1, -60)]).program()
        #expect((reversed.zones[0].start, reversed.zones[0].end) == (40, 80))
        #expect(reversed.notes.count == 1)
        #expect(throws: SoundBankError.self) { try SoundFontBuilder.simple([(0, 100)]).program() }
    }

    @Test func `a loop that ends behind the zone's end moves the end, one that is passed is left out`() throws
    {
        let longer = try SoundFontBuilder.simple([(1, -50), (54, 1)]).zone()
        #expect((longer.end, longer.loopEnd) == (90, 90))
        let passed = try SoundFontBuilder.simple([(0, 95), (54, 1)]).program()
        #expect(passed.zones[0].loopMode == .none)
        #expect(passed.notes.count == 1)
    }

    @Test func `24-bit samples join both chunks`() throws {
        var sample = SoundFontBuilder.Sample(frames: [-32_768, -1, 0, 1, 32_767])
        sample.lowBytes = [0, 255, 1, 128, 255]
        var builder = SoundFontBuilder.simple(sample: sample)
        builder.version = (2, 4)
        builder.writesLowBytes = true
        let frames = try builder.zone().frames
        #expect(frames.form == .int24)
        #expect((0..<5).map { frames[$0] * 8_388_608 } == [-8_388_608, -1, 1, 384, 8_388_607])
        #expect(frames[-1] == 0 && frames[5] == 0)
        builder.version = (2, 1)
        #expect(try builder.zone().frames.form == .int16)
        #expect(try builder.bank().notes.map(\.place) == ["sm24"])
    }

    @Test func `low bytes of another length than the samples are ignored`() throws {
        var builder = SoundFontBuilder.simple()
        builder.version = (2, 4)
        builder.writesLowBytes = true
        builder.samples[0].lowBytes = [1, 2, 3]
        #expect(try builder.zone().frames.form == .int16)
    }

    @Test func `both halves of a pair are zones of their own`() throws {
        var builder = SoundFontBuilder.simple()
        builder.samples = samples(50, 50)
        (builder.samples[0].type, builder.samples[0].link) = (4, 1)
        (builder.samples[1].type, builder.samples[1].link) = (2, 0)
        builder.instruments[0].zones = [
            .init(generators: [(17, -500), (53, 0)]), .init(generators: [(17, 500), (53, 1)]),
        ]
        let bank = try builder.bank()
        let zones = try bank.program(0).zones
        #expect(zones.map(\.sampleIndex) == [0, 1])
        #expect(zones.map { $0.generators[.pan] } == [-500, 500])
        #expect(bank.sample(0)?.role == .left && bank.sample(0)?.linkIndex == 1)
        #expect(bank.sample(1)?.role == .right && bank.sample(1)?.linkIndex == 0)
    }

    @Test func `a zone with a sample in ROM is dropped and the rest is loaded`() throws {
        var builder = SoundFontBuilder.simple()
        builder.samples = samples(50, 50)
        builder.samples[0].type = 0x8001
        builder.instruments[0].zones = [.init(generators: [(53, 0)]), .init(generators: [(53, 1)])]
        let program = try builder.program()
        #expect(program.zones.map(\.sampleIndex) == [1])
        #expect(program.notes.count == 1 && program.notes[0].place == "sample 0 “S0”")
        builder.instruments[0].zones.removeLast()
        #expect(throws: SoundBankError.self) { try builder.program() }
    }

    @Test(arguments: [(0, 44_100.0), (99, 44_100), (400, 400), (50_000, 50_000), (4_000_000_000, 44_100)])
    func `a rate that cannot be is replaced by 44,100 Hz`(stated: Int, expected: Double) throws {
        let program = try SoundFontBuilder.simple(sample: .init(rateHz: stated)).program()
        #expect(program.zones[0].frames.rateHz == expected)
        #expect(program.notes.isEmpty == (Double(stated) == expected))
    }

    @Test func `programs of one bank share the frames of a sample as long as one of them lives`() throws {
        var builder = SoundFontBuilder()
        builder.presets = [.init(program: 0), .init(program: 1)]
        let bank = try builder.bank()
        var first: InstrumentProgram? = try bank.program(0)
        let second = try bank.program(1)
        #expect(first?.zones[0].frames === second.zones[0].frames)
        weak let frames = second.zones[0].frames
        first = nil
        #expect(frames != nil)
        #expect(second.sampleByteCount == 2 * (100 + 128))
    }

    @Test func `an SF3 sample is decoded from its bytes, with its loop from its own start`() throws {
        var sample = SoundFontBuilder.Sample()
        sample.type = 0x11
        sample.addresses = (3, 7, 5, 40)
        var builder = SoundFontBuilder.simple([(54, 1)], sample: sample)
        builder.version = (3, 1)
        builder.sampleData = [9, 9, 9, 1, 2, 3, 4]
        builder.isSamplePadded = false
        let decoder = SoundDecoder { source, limit in
            guard case .bytes([1, 2, 3, 4]) = source else { throw SoundDecodingError("other bytes") }
            #expect(limit == 1 << 25)
            return DecodedSound(
                rateHz: 44_100, channelCount: 1,
                samples: .float32((0..<50).map { $0 == 7 ? .nan : Float($0) }))
        }
        let zone = try #require(try builder.program(decoder: decoder).zones.first)
        #expect((zone.start, zone.end, zone.loopStart, zone.loopEnd) == (0, 50, 5, 40))
        #expect(zone.frames.form == .float32)
        #expect((zone.frames[6], zone.frames[7], zone.frames[50]) == (6, 0, 0))
        #expect(throws: SoundBankError.self) { try builder.program() }
    }
}
