import AVFAudio
import TestBanks
import Testing

/// `AVAudioUnitSampler`, as a program written for Apple's uses it.
@Suite struct SamplerTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A bank with two programs: a sine of 1000 Hz at key 60, and one of 1500 Hz; percussion is as the first.
    private func bank() throws -> URL {
        func sample(_ periods: Int, _ name: String) -> SoundFontBuilder.Sample {
            let frames = (0..<480).map { frame in
                Int16((16_384 * sin(2 * Double.pi * Double(periods * frame) / 480)).rounded())
            }
            var sample = SoundFontBuilder.Sample(name: name, frames: frames, loop: 48..<432)
            sample.rateHz = 48_000
            return sample
        }
        var builder = SoundFontBuilder()
        builder.samples = [sample(10, "Low"), sample(15, "High")]
        builder.instruments = [SoundFontBuilder.Instrument(), SoundFontBuilder.Instrument()]
        for index in 0..<2 {
            builder.instruments[index].zones = [
                SoundFontBuilder.Zone(generators: [(54, 1), (53, index)])
            ]
        }
        builder.presets = [
            SoundFontBuilder.Preset(name: "Low", program: 0),
            SoundFontBuilder.Preset(
                name: "High", program: 5, zones: [SoundFontBuilder.Zone(generators: [(41, 1)])]),
            SoundFontBuilder.Preset(name: "Kit", bank: 128, program: 0),
        ]
        let url = folder.file("two.sf2")
        try Data(builder.bytes).write(to: url)
        return url
    }

    private func sampler(_ offline: OfflineEngine) -> AVAudioUnitSampler {
        let sampler = AVAudioUnitSampler()
        offline.engine.attach(sampler)
        offline.engine.connect(sampler, to: offline.engine.mainMixerNode, format: standardFormat(2))
        return sampler
    }

    /// The amplitude of a frequency in the frames behind the first 100 ms, which are whole periods of all
    /// multiples of 10 Hz.
    private func amplitude(_ samples: [Float], _ frequencyHz: Double) -> Double {
        let steady = samples.dropFirst(4800).prefix(4800)
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in steady.enumerated() {
            let phase = 2 * Double.pi * frequencyHz * Double(index) / 48_000
            real += Double(sample) * cos(phase)
            imaginary += Double(sample) * sin(phase)
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(steady.count)
    }

    private func played(
        _ note: UInt8, velocity: UInt8 = 127, _ prepare: (AVAudioUnitSampler) throws -> Void
    ) throws -> [[Float]] {
        let offline = try OfflineEngine()
        let sampler = sampler(offline)
        try prepare(sampler)
        try offline.engine.start()
        sampler.sendController(7, withValue: 127, onChannel: 0)
        sampler.startNote(note, withVelocity: velocity, onChannel: 0)
        let output = try offline.render(9600)
        #expect(offline.refused.all.isEmpty, "\(offline.refused.sentences)")
        return output
    }

    /// Half of full scale in the middle between left and right, with the gain of SoundFont's filter: 1 / √Q,
    /// Q being −3.01 dB where it is 0.
    private let level = 0.5 * pow(10, (-3.0103 + 3.0103 / 2) / 20)

    // MARK: Sound

    @Test func `a program of a bank sounds at its pitch and level, and another one in its place`() throws {
        let bank = try bank()
        let low = try played(60) {
            try $0.loadSoundBankInstrument(
                at: bank, program: 0, bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB),
                bankLSB: UInt8(kAUSampler_DefaultBankLSB))
            #expect($0.loadNotes == [])
        }
        let high = try played(60) {
            try $0.loadSoundBankInstrument(at: bank, program: 0, bankMSB: 0x79, bankLSB: 0)
            try $0.loadSoundBankInstrument(at: bank, program: 5, bankMSB: 0x79, bankLSB: 0)
        }
        for channel in 0..<2 {
            #expect(abs(amplitude(low[channel], 1000) - level) < 0.001)
            #expect(amplitude(low[channel], 1500) < 0.0001)
            #expect(abs(amplitude(high[channel], 1500) - level) < 0.001)
            #expect(amplitude(high[channel], 1000) < 0.0001)
        }
        let kit = try played(60) {
            try $0.loadSoundBankInstrument(
                at: bank, program: 0, bankMSB: UInt8(kAUSampler_DefaultPercussionBankMSB), bankLSB: 0)
        }
        #expect(kit == low)
    }

    @Test func `a state names the program, and another sampler plays it`() throws {
        let bank = try bank()
        let first = AVAudioUnitSampler()
        try first.loadSoundBankInstrument(at: bank, program: 5, bankMSB: 0x79, bankLSB: 0)
        first.overallGain = -6
        let state = try #require(first.auAudioUnit.fullState)
        let restored = try played(60) { $0.auAudioUnit.fullState = state }
        #expect(abs(amplitude(restored[0], 1500) - level * pow(10, -0.3)) < 0.001)
        // A state without a program gives the sine back.
        let bare = try #require(AVAudioUnitSampler().auAudioUnit.fullState)
        let sine = try played(69) {
            try $0.loadInstrument(at: bank)
            $0.auAudioUnit.fullState = bare
        }
        #expect(sine == (try played(69) { _ in }))
        // What is not there any more is told, and what plays stays.
        try FileManager.default.removeItem(at: bank)
        let offline = try OfflineEngine()
        let late = sampler(offline)
        late.auAudioUnit.fullState = state
        #expect(offline.refused.sentences.count == 1 && offline.refused.sentences[0].contains("two.sf2"))
    }

    @Test func `a key is a semitone, and a velocity 40 dB for a tenth`() throws {
        let bank = try bank()
        let octave = try played(72) { try $0.loadInstrument(at: bank) }
        #expect(abs(amplitude(octave[0], 2000) - level) < 0.002)
        let quiet = try played(60, velocity: 64) { try $0.loadInstrument(at: bank) }
        let expected = level * pow(64.0 / 127, 2)
        #expect(abs(amplitude(quiet[0], 1000) / expected - 1) < 0.01)
    }

    @Test(arguments: [64, 512, 4096])
    func `a note begins at its frame, whatever the block size`(block: Int) throws {
        let bank = try bank()
        var outputs: [[Float]] = []
        for start in [0, 333] {
            let offline = try OfflineEngine()
            let sampler = sampler(offline)
            try sampler.loadInstrument(at: bank)
            let schedule = try #require(sampler.auAudioUnit.scheduleMIDIEventBlock)
            schedule(AUEventSampleTime(start), 0, 3, [0x90, 60, 127])
            try offline.engine.start()
            outputs.append(try offline.render(6000, block: block)[0])
        }
        // A sine begins with 0, so that the first frame that is heard is the one behind.
        #expect(outputs[1].prefix(334).allSatisfy { $0 == 0 })
        #expect(outputs[1][334] != 0)
        #expect(outputs[0][1] != 0)
        let reference = try noteFromFrame333(bank)
        #expect(outputs[1] == reference)
    }

    /// What sounds in blocks of 100.
    private func noteFromFrame333(_ bank: URL) throws -> [Float] {
        let offline = try OfflineEngine()
        let sampler = sampler(offline)
        try sampler.loadInstrument(at: bank)
        let schedule = try #require(sampler.auAudioUnit.scheduleMIDIEventBlock)
        schedule(333, 0, 3, [0x90, 60, 127])
        try offline.engine.start()
        return try offline.render(6000, block: 100)[0]
    }

    @Test func `a sampler without an instrument plays a sine`() throws {
        let output = try played(69) { _ in }
        #expect(abs(amplitude(output[0], 440) - level) < 0.002)
        #expect(amplitude(output[0], 880) < 0.0005)
    }

    @Test func `audio files play at the keys that their names say`() throws {
        let urls = try [("low-C4.wav", 500.0), ("high-C5.wav", 1000.0)].map { name, frequencyHz in
            let url = folder.file(name)
            let file = try AVAudioFile(forWriting: url, settings: standardFormat(1).settings)
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 48_000))
            buffer.frameLength = 48_000
            for frame in 0..<48_000 {
                buffer.floatChannelData?[0][frame] = Float(
                    0.5 * sin(2 * Double.pi * frequencyHz * Double(frame) / 48_000))
            }
            try file.write(from: buffer)
            file.close()
            return url
        }
        let low = try played(60) { try $0.loadAudioFiles(at: urls) }
        let high = try played(72) { try $0.loadAudioFiles(at: urls) }
        let single = try played(60) { try $0.loadInstrument(at: urls[0]) }
        #expect(abs(amplitude(low[0], 500) - level) < 0.002)
        #expect(abs(amplitude(high[0], 1000) - level) < 0.002)
        #expect(abs(amplitude(single[0], 500) - level) < 0.002)
    }

    @Test func `an instrument in SFZ plays its region`() throws {
        let file = try AVAudioFile(
            forWriting: folder.file("tone.wav"), settings: standardFormat(1).settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 48_000))
        buffer.frameLength = 48_000
        for frame in 0..<48_000 { buffer.floatChannelData?[0][frame] = Float(frame % 48 < 24 ? 0.25 : -0.25) }
        try file.write(from: buffer)
        file.close()
        let url = folder.file("tone.sfz")
        try Data("<region> sample=tone.wav pitch_keycenter=48 lokey=40 hikey=50\n".utf8).write(to: url)
        let output = try played(48) { try $0.loadInstrument(at: url) }
        // The first harmonic of a square wave.
        #expect(abs(amplitude(output[0], 1000) - level / 2 * 4 / Double.pi) < 0.005)
        let outside = try played(51) { try $0.loadInstrument(at: url) }
        #expect(outside[0].allSatisfy { $0 == 0 })
    }

    @Test func `a region is played backwards, and what is not played is told`() throws {
        let file = try AVAudioFile(
            forWriting: folder.file("late.wav"), settings: standardFormat(1).settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 19_200))
        buffer.frameLength = 19_200
        // Silence, and then a constant.
        for frame in 0..<19_200 { buffer.floatChannelData?[0][frame] = frame < 14_400 ? 0 : 0.25 }
        try file.write(from: buffer)
        file.close()
        func load(_ text: String) throws -> (output: [Float], notes: [String]) {
            let url = folder.file("late.sfz")
            try Data("<region> sample=late.wav pitch_keycenter=60 \(text)\n".utf8).write(to: url)
            var notes: [String] = []
            let output = try played(60) {
                try $0.loadInstrument(at: url)
                notes = $0.loadNotes
            }
            return (output[0], notes)
        }
        let forward = try load("")
        #expect(forward.output[2400] == 0)
        #expect(forward.notes == [])
        let reversed = try load("direction=reverse")
        #expect(abs(Double(reversed.output[2400]) - level / 2) < 0.002)
        #expect(reversed.output[9000] == 0)
        #expect(reversed.notes == [])
        #expect(try load("delay=0.1").notes.contains { $0.contains("delay") })
        #expect(try load("seq_length=2 seq_position=1").notes == [])
        // A class beyond any number of MIDI's.
        #expect(try load("group=70000 off_by=70000").notes == [])
    }

    @Test func `gain, balance and tuning act, within their ranges`() throws {
        let bank = try bank()
        let output = try played(60) {
            try $0.loadInstrument(at: bank)
            $0.overallGain = -6
            #expect($0.masterGain == -6)
            $0.stereoPan = -100
            #expect($0.stereoPan == -100)
            $0.globalTuning = 1200
            #expect($0.globalTuning == 1200)
        }
        #expect(amplitude(output[1], 2000) < 0.001)
        #expect(amplitude(output[0], 2000) > 0.2)
        #expect(amplitude(output[0], 1000) < 0.001)
        let sampler = AVAudioUnitSampler()
        for (wanted, expected) in [(-150, -150), (9999, 2400), (-9999, -2400), (Float.nan, 0)]
            as [(Float, Float)]
        {
            sampler.globalTuning = wanted
            #expect(sampler.globalTuning == expected)
        }
        sampler.overallGain = 99
        #expect(sampler.overallGain == 12)
    }

    // MARK: Refusals

    @Test func `what cannot be loaded is refused with its name, and what was there stays`() throws {
        let bank = try bank()
        let words = folder.file("words.sf2")
        try Data("no bank, just words".utf8).write(to: words)
        let output = try played(60) { sampler in
            try sampler.loadInstrument(at: bank)
            for (code, name, load) in [
                (-43, "none.sf2", { try sampler.loadInstrument(at: folder.file("none.sf2")) }),
                (Int(kAudioUnitErr_InvalidFile), "words.sf2", { try sampler.loadInstrument(at: words) }),
                (
                    Int(kAudioUnitErr_InvalidPropertyValue), "program 9",
                    { try sampler.loadSoundBankInstrument(at: bank, program: 9, bankMSB: 0x79, bankLSB: 0) }
                ),
                (-43, "none.wav", { try sampler.loadAudioFiles(at: [folder.file("none.wav")]) }),
            ] as [(Int, String, () throws -> Void)] {
                #expect {
                    try load()
                } throws: { error in
                    let error = error as NSError
                    return error.code == code && error.localizedDescription.contains(name)
                }
            }
            #expect(throws: (any Error).self) { try sampler.loadAudioFiles(at: []) }
            #expect(throws: (any Error).self) {
                try sampler.loadInstrument(at: URL(string: "https://example.org/bank.sf2")!)
            }
        }
        #expect(abs(amplitude(output[0], 1000) - level) < 0.001)
    }

    @Test func `the programs of a bank are listed as they are loaded`() throws {
        let presets = try AVAudioUnitSampler.presets(at: bank())
        #expect(presets.map(\.name) == ["Low", "High", "Kit"])
        #expect(presets.map(\.program) == [0, 5, 0])
        #expect(presets.map(\.bankMSB) == [0x79, 0x79, 0x78])
        #expect(presets.map(\.bankLSB) == [0, 0, 0])
        #expect(throws: (any Error).self) { try AVAudioUnitSampler.presets(at: folder.file("none.sf2")) }
    }

    @Test func `the sampler is found by Apple's description, and is of no other one`() async throws {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_MusicDevice, componentSubType: kAudioUnitSubType_Sampler,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        let unit = try await AVAudioUnit.instantiate(with: description)
        #expect(unit is AVAudioUnitMIDIInstrument)
        #expect(AVAudioUnitSampler(audioComponentDescription: description).loadError == nil)
        var other = description
        other.componentSubType = kAudioUnitSubType_Delay
        #expect(AVAudioUnitSampler(audioComponentDescription: other).loadError != nil)
    }
}
