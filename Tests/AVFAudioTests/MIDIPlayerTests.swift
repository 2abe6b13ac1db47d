import AVFAudio
import AVFDevices
import AVFEngine
import AVFMedia
import Synchronization
import TestBanks
import TestSupport
import Testing

/// `AVMIDIPlayer`, as a program written for Apple's uses it.
@Suite struct MIDIPlayerTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A bank with a sine of 1000 Hz as program 0, one of 1500 Hz as program 5 and one of 2000 Hz as kit.
    private func bank() throws -> URL {
        var builder = SoundFontBuilder()
        (builder.samples, builder.instruments) = ([], [])
        for (place, periods) in [10, 15, 20].enumerated() {
            let frames = (0..<480).map { frame in
                Int16((8192 * sin(2 * Double.pi * Double(periods * frame) / 480)).rounded())
            }
            var sample = SoundFontBuilder.Sample(name: "Sine \(place)", frames: frames, loop: 48..<432)
            sample.rateHz = 48_000
            builder.samples.append(sample)
            var instrument = SoundFontBuilder.Instrument()
            instrument.zones = [SoundFontBuilder.Zone(generators: [(54, 1), (53, place)])]
            builder.instruments.append(instrument)
        }
        builder.presets = [
            SoundFontBuilder.Preset(name: "Low", program: 0),
            SoundFontBuilder.Preset(
                name: "High", program: 5, zones: [SoundFontBuilder.Zone(generators: [(41, 1)])]),
            SoundFontBuilder.Preset(
                name: "Kit", bank: 128, program: 0, zones: [SoundFontBuilder.Zone(generators: [(41, 2)])]),
        ]
        let url = folder.file("gm.sf2")
        try Data(builder.bytes).write(to: url)
        return url
    }

    /// A song of two seconds: program 0 on channel 1, program 5 on channel 2, percussion on channel 10.
    private func song(_ events: [(AVMusicEvent, Double)]) -> Data {
        let sequencer = AVAudioSequencer()
        let track = sequencer.createAndAppendTrack()
        for (event, beat) in events { track.addEvent(event, at: beat) }
        track.lengthInBeats = 4
        return sequencer.data(withSMPTEResolution: 0, error: nil)
    }

    private func note(_ channel: UInt32, _ beats: Double) -> AVMIDINoteEvent {
        AVMIDINoteEvent(channel: channel, key: 60, velocity: 127, duration: beats)
    }

    private func player(_ data: Data, _ bank: URL?) throws -> (AVMIDIPlayer, OfflineEngine) {
        let player = try AVMIDIPlayer(data: data, soundBankURL: bank)
        return (player, try OfflineEngine(player.engine))
    }

    /// The amplitude of a frequency in 4800 frames from a place on.
    private func amplitude(_ samples: [Float], _ frequencyHz: Double, from start: Int) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for frame in start..<start + 4800 {
            let angle = 2 * Double.pi * frequencyHz * Double(frame) / 48_000
            real += Double(samples[frame]) * cos(angle)
            imaginary += Double(samples[frame]) * sin(angle)
        }
        return (real * real + imaginary * imaginary).squareRoot() / 2400
    }

    @Test func `each channel has its own program, and channel 10 the kit`() throws {
        let data = song([
            (note(0, 1), 0), (AVMIDIProgramChangeEvent(channel: 1, programNumber: 5), 0), (note(1, 1), 1),
            (AVMIDIProgramChangeEvent(channel: 9, programNumber: 0), 0), (note(9, 1), 2),
        ])
        let (player, offline) = try player(data, try bank())
        #expect(player.loadNotes.isEmpty && abs(player.duration - 2) < 1e-9 && !player.isPlaying)
        player.prepareToPlay()
        player.play()
        #expect(player.isPlaying)
        let left = try offline.render(96_000)[0]
        for (place, frequencyHz) in [1000.0, 1500, 2000].enumerated() {
            let start = place * 24_000 + 12_000
            let own = amplitude(left, frequencyHz, from: start)
            let others = [1000.0, 1500, 2000].filter { $0 != frequencyHz }.map {
                amplitude(left, $0, from: start)
            }
            #expect(own > 0.02 && others.allSatisfy { $0 < own / 100 })
        }
        #expect(offline.refused.all.isEmpty)
    }

    @Test func `from the middle on it sounds as if it had been played until there`() throws {
        let data = song([
            (AVMIDIProgramChangeEvent(channel: 0, programNumber: 5), 0),
            (AVMIDIControlChangeEvent(channel: 0, messageType: .pan, value: 0), 0.5), (note(0, 2), 2),
        ])
        let bank = try bank()
        let (whole, first) = try player(data, bank)
        whole.play()
        let played = try first.render(96_000)
        let (jumped, second) = try player(data, bank)
        jumped.currentPosition = 1
        jumped.play()
        let fromThere = try second.render(48_000)
        #expect(abs(jumped.currentPosition - 2) < 1e-9)
        // Hard left, with the other program.
        #expect(amplitude(fromThere[0], 1500, from: 9600) > 0.02)
        #expect(amplitude(fromThere[1], 1500, from: 9600) < 0.002)
        #expect(fromThere[0] == Array(played[0][48_000...]) && fromThere[1] == Array(played[1][48_000...]))
    }

    @Test func `the handler is called at the end, and when it is stopped`() throws {
        let data = song([(note(0, 1), 0)])
        let (player, offline) = try player(data, try bank())
        let count = Mutex(0)
        player.play { count.withLock { $0 += 1 } }
        _ = try offline.render(90_000)
        #expect(count.withLock { $0 } == 0 && player.isPlaying)
        _ = try offline.render(10_000)
        wait { count.withLock { $0 } == 1 }
        #expect(!player.isPlaying)
        // Behind the end it begins anew.
        player.play { count.withLock { $0 += 100 } }
        _ = try offline.render(48_000)
        #expect(abs(player.currentPosition - 1) < 1e-9 && player.isPlaying)
        player.stop()
        #expect(count.withLock { $0 } == 101)
        count.withLock { $0 = 1 }
        player.currentPosition = 0
        player.rate = 0.5
        player.play { count.withLock { $0 += 10 } }
        _ = try offline.render(48_000)
        #expect(abs(player.currentPosition - 0.5) < 1e-9)
        player.stop()
        #expect(count.withLock { $0 } == 11 && !player.isPlaying)
    }

    @Test func `half a minute after the end the device is free, until it is played again`() throws {
        let data = song([(note(0, 1), 0)])
        let device = VirtualClockDevice()
        let engine = AudioEngine(backend: device)
        let player = try MIDIPlayer(
            MediaSource(MemorySource([UInt8](data)), name: "data"), bankPath: try bank().path, engine: engine)
        player.givesDeviceBack = true
        for _ in 0..<2 {
            try player.play()
            #expect(engine.runState == .running)
            device.advance(frameCount: 3 * 48_000)
            wait { !player.isPlaying }
            #expect(!player.isPlaying && engine.runState == .running)
            device.advance(frameCount: 29 * 48_000)
            #expect(engine.runState == .running)
            device.advance(frameCount: 4 * 48_000)
            wait { engine.runState == .stopped }
            #expect(engine.runState == .stopped && engine.deviceFormat == nil)
        }
        engine.shutDown()
    }

    @Test func `what the bank lacks is played by what it has, which is told`() throws {
        let data = song([
            (AVMIDIProgramChangeEvent(channel: 0, programNumber: 40), 0), (note(0, 1), 0),
        ])
        let (player, offline) = try player(data, try bank())
        #expect(player.loadNotes == ["bank 0, 0, program 40: the bank has none; “Low” plays it"])
        player.play()
        #expect(amplitude(try offline.render(24_000)[0], 1000, from: 9600) > 0.02)
    }

    @Test func `files that are none are refused with their names`() throws {
        let data = song([(note(0, 1), 0)])
        let missing = folder.file("missing.sf2")
        do {
            _ = try AVMIDIPlayer(data: data, soundBankURL: missing)
            Issue.record("a missing bank was taken")
        } catch let error as NSError {
            #expect(error.code == -43 && error.localizedDescription.contains("missing.sf2"))
        }
        do {
            _ = try AVMIDIPlayer(contentsOf: try bank(), soundBankURL: try bank())
            Issue.record("a bank was taken for a song")
        } catch let error as NSError {
            #expect(error.code == Int(kAudioUnitErr_InvalidFile))
            #expect(error.localizedDescription.contains("gm.sf2"))
        }
    }
}
