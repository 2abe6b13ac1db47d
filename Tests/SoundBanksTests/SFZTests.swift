import Testing

@testable import AVFSoundBanks

/// SFZ files: text, inheritance, and what each opcode becomes.
@Suite struct SFZTests {
    /// A bank in a folder with a sample `a.wav` of 100 frames, `loop.wav` with a loop, and others.
    private func bank(_ text: String, files: [String: [UInt8]] = [:]) throws -> SoundBank {
        var all = files
        all["test.sfz"] = Array(text.utf8)
        all["a.wav"] = WaveFiles.wave()
        all["loop.wav"] = WaveFiles.wave(chunks: WaveFiles.sampler(key: 69, loops: [(0, 20, 79)]))
        return try SoundBank(path: try TemporaryFile.folder(all) + "/test.sfz", decoder: WaveFiles.decoder)
    }

    private func zones(_ text: String) throws -> [Zone] { try bank(text).program(0).zones }

    private func zone(_ opcodes: String) throws -> Zone {
        try #require(try zones("<region> sample=a.wav " + opcodes).first)
    }

    @Test func `a region inherits from group, master and global, whose new ones empty those below`() throws {
        let zones = try zones(
            """
            <global> lokey=10 hikey=20 volume=-1
            <master> pan=50
            <group> lovel=5
            <region> sample=a.wav
            <region> sample=a.wav lokey=15
            <group> hivel=100
            <region> sample=a.wav
            <master> <region> sample=a.wav
            <global> <region> sample=a.wav
            """)
        #expect(zones.map(\.keys) == [10...20, 15...20, 10...20, 10...20, 0...127])
        #expect(zones.map(\.velocities) == [5...127, 5...127, 0...100, 0...127, 0...127])
        #expect(zones.map { $0.generators[.pan] } == [250, 250, 250, 0, 0])
        #expect(zones.map(\.gainDecibels) == [-1, -1, -1, -1, 0])
    }

    @Test func `comments, definitions, included files, odd spaces and joined headers are read`() throws {
        let text =
            "\u{FEFF}// a <region>\n#define $KEY 40\n#define $KEYB 41\n/* <region>\n sample=x */"
            + "<group>lokey=$KEY\thikey=$KEYB<region>\n<group><region>sample=my file.wav  key=c#5 // end\r\n"
            + "#include \"sub/more.txt\"\n"
        let bank = try bank(
            text,
            files: [
                "my file.wav": WaveFiles.wave(), "sub/more.txt": Array("<region> sample=a.wav key=1".utf8),
            ])
        let zones = try bank.program(0).zones
        #expect(zones.map(\.keys) == [73...73, 1...1])
        #expect(zones.map(\.rootKey) == [73, 1])
    }

    @Test func `samples are found by default path, backslashes and other case, and missing ones named`()
        throws
    {
        let text =
            "<control> default_path=Samples\\\\Sub/ note_offset=12\n<region> sample=B.WAV key=60\n"
            + "<region> sample=no.wav"
        let bank = try bank(text, files: ["samples/sub/b.wav": WaveFiles.wave([5])])
        let program = try bank.program(0)
        #expect(program.zones.map { $0.frames[0] * 32_768 } == [5])
        #expect(program.zones[0].keys == 72...72)
        #expect(bank.notes.count == 1)
        #expect(bank.notes[0].place == "region 2 in line 3")
        #expect(bank.notes[0].description.contains("no.wav"))
    }

    @Test func `note names and numbers are keys, and minus one is none`() throws {
        #expect(try zone("lokey=c4 hikey=D#4").keys == 60...63)
        #expect(try zone("key=Gb-1").rootKey == 6)
        #expect(throws: SoundBankError.self) { try zone("hikey=-1") }
        #expect(throws: SoundBankError.self) { try zone("end=-1") }
    }

    @Test func `frames and loops count with their last frame, and a file's own loop is played`() throws {
        let own = try zone("offset=5 end=89 loop_mode=loop_sustain loop_start=10 loop_end=49")
        #expect((own.start, own.end, own.loopStart, own.loopEnd) == (5, 90, 10, 50))
        #expect(own.loopMode == .untilRelease)
        let file = try #require(try zones("<region> sample=loop.wav").first)
        #expect((file.loopStart, file.loopEnd, file.loopMode) == (20, 80, .continuous))
        #expect(try zones("<region> sample=loop.wav loop_mode=no_loop")[0].loopMode == .none)
        let whole = try zone("loop_mode=loop_continuous")
        #expect((whole.loopStart, whole.loopEnd) == (0, 100))
        #expect(try zone("loop_mode=one_shot").extras?.isOneShot == true)
        #expect(try zone("loop_start=30 loop_mode=loop_continuous").loopEnd == 100)
    }

    @Test func `pitch: keycenter, transpose, tune, keytrack and bend`() throws {
        let zone = try zone(
            "pitch_keycenter=a4 transpose=-2 tune=13 pitch_keytrack=50 bend_up=1200 bend_down=-1200")
        #expect(zone.rootKey == 69)
        #expect(zone.tuningCents == -187)
        #expect(zone.generators[.scaleTuning] == 50)
        let bends = zone.modulators.filter { $0.destination == .pitch }
        #expect(bends == [Modulator(source: 0x020E, destination: .pitch, amount: 1_200)])
        #expect(try self.zone("").modulators == Modulator.defaults)
        #expect(try self.zone("").rootKey == 60)
        #expect(try zones("<region> sample=loop.wav pitch_keycenter=sample")[0].rootKey == 69)
    }

    @Test func `level: volume, amplitude, pan and velocity`() throws {
        let zone = try zone("volume=-6 amplitude=10 pan=-100 amp_veltrack=50")
        #expect(abs(zone.gainDecibels + 26) < 1e-5)
        #expect(zone.generators[.pan] == -500)
        #expect(zone.modulators.filter { $0.source.other == .velocity }.map(\.amount) == [480])
        #expect(try self.zone("amp_veltrack=0").modulators.contains { $0.source.other == .velocity } == false)
        let reversed = try self.zone("amp_veltrack=-100").modulators.filter { $0.source.other == .velocity }
        #expect(reversed.map(\.source.isReversed) == [false])
    }

    /// SoundFont 2.04, section 8.1.3: 1,200 log2 of seconds, 200 log10 of the level, 1,200 log2(f/8.176 Hz).
    @Test func `envelope and filter have SoundFont's units`() throws {
        let zone = try zone(
            "ampeg_delay=1 ampeg_attack=0.5 ampeg_hold=2 ampeg_decay=0.8 ampeg_sustain=10 ampeg_release=1.6 "
                + "cutoff=1046.502261 resonance=6 fil_veltrack=-2400")
        let generators = zone.generators
        #expect(generators[.delayVolumeEnvelope] == 0)
        #expect(generators[.attackVolumeEnvelope] == -1_200)
        #expect(generators[.holdVolumeEnvelope] == 1_200)
        // 0.8 s for 80 dB are 1 s for 100 dB.
        #expect(generators[.decayVolumeEnvelope] == 0)
        #expect(generators[.releaseVolumeEnvelope] == 1_200)
        #expect(generators[.sustainVolumeEnvelope] == 200)
        #expect(generators[.initialFilterCutoff] == 8_400)
        #expect(generators[.initialFilterQ] == 60)
        #expect(zone.modulators.filter { $0.destination == .initialFilterCutoff }.map(\.amount) == [-2_400])
        #expect(try self.zone("ampeg_sustain=0").generators[.sustainVolumeEnvelope] == 1_440)
        #expect(try self.zone("ampeg_attack=0").generators[.attackVolumeEnvelope] == -12_000)
    }

    @Test func `conditions: groups, rounds, chance, switches, controllers and triggers`() throws {
        #expect(try zone("group=7 off_by=7").exclusiveClass == 7)
        let zone = try zone(
            "group=3 off_by=4 off_mode=normal seq_length=4 seq_position=3 lorand=0.25 hirand=0.5 trigger=release "
                + "rt_decay=6 sw_lokey=24 sw_hikey=c2 sw_last=25 sw_default=24 locc64=10 hicc64=20 hicc1=5 delay=0.5"
        )
        let extras = try #require(zone.extras)
        #expect(zone.exclusiveClass == 0)
        #expect((extras.group, extras.offBy, extras.offMode) == (3, 4, .normal))
        #expect((extras.sequenceLength, extras.sequencePosition, extras.random) == (4, 3, 0.25..<0.5))
        #expect((extras.trigger, extras.releaseDecayDecibels, extras.delaySeconds) == (.release, 6, 0.5))
        #expect(extras.keySwitch == .init(keys: 24...36, last: 25, initial: 24))
        #expect(
            extras.controllers == [
                .init(controller: 1, values: 0...5), .init(controller: 64, values: 10...20),
            ])
        #expect(try self.zone("").extras == nil)
    }

    @Test func `what is not supported is noted once for each opcode`() throws {
        let bank = try bank(
            "<curve> v000=0\n<region> sample=a.wav eq1_gain=3\n"
                + "<region> sample=a.wav eq1_gain=4 fil_type=hpf_1p cutoff=9\n"
                + "<region> sample=*sine\n<region> sample=a.wav on_locc64=1\n<region> key=1")
        #expect(try bank.program(0).zones.count == 2)
        let places = bank.notes.map(\.place)
        #expect(places.filter { $0 == "opcode eq1_gain" }.count == 1)
        #expect(places.contains("line 1"))
        #expect(bank.notes.count >= 6)
    }

    @Test func `a text without regions is refused, and one whose regions all fail says why`() throws {
        #expect(throws: SoundBankError.self) { try bank("<group> key=3") }
        let error = #expect(throws: SoundBankError.self) { try bank("<region> sample=none.wav").program(0) }
        #expect(error?.description.contains("none.wav") == true)
    }

    @Test func `a file that includes itself ends`() throws {
        let bank = try bank("<region> sample=a.wav\n#include \"test.sfz\"\n")
        #expect(try bank.program(0).zones.count == SFZText.depthLimit + 1)
    }

    @Test func `numbers that are none or endless do no harm`() throws {
        let zone = try zone(
            "volume=1e999 tune=nan pan=99999999999999999999 offset=-5 loop_start=99999999999999999999999 "
                + "loop_end=-9 loop_mode=loop_continuous seq_length=-1 lorand=5 hirand=x cutoff=-1 key=9999")
        #expect(zone.keys == 127...127)
        #expect(zone.loopMode == .none || zone.loopEnd <= 100)
    }
}
