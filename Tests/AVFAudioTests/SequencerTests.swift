import AVFEngine
import Synchronization
import TestPlugins
import TestSupport
import Testing

@testable import AVFAudio

/// `AVAudioSequencer`, as a program written for Apple's uses it.
@Suite struct SequencerTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func note(_ key: UInt32, _ beats: Double = 0.5, channel: UInt32 = 0) -> AVMIDINoteEvent {
        AVMIDINoteEvent(channel: channel, key: key, velocity: 100, duration: beats)
    }

    /// A sequencer of a running engine, with an empty track that is played to a recorder.
    private func song() async throws -> (
        OfflineEngine, AVAudioSequencer, AVMusicTrack, recorder: RecorderUnit
    ) {
        let offline = try OfflineEngine()
        let (node, recorder) = try await offline.addRecorder()
        let sequencer = AVAudioSequencer(audioEngine: offline.engine)
        let track = sequencer.createAndAppendTrack()
        track.destinationAudioUnit = node
        #expect(track.destinationAudioUnit === node)
        try offline.engine.start()
        return (offline, sequencer, track, recorder)
    }

    @Test(arguments: [1, 64, 500, 4096])
    func `the first note comes with the first frame, and each on its frame`(block: Int) async throws {
        let (offline, sequencer, track, recorder) = try await song()
        for beat in 0..<4 { track.addEvent(note(UInt32(60 + beat)), at: Double(beat)) }
        sequencer.prepareToPlay()
        _ = try offline.render(100)
        try sequencer.start()
        _ = try offline.render(24_000 * 4, block: block)
        let expected = (0..<4).flatMap {
            ["\(100 + $0 * 24_000) on \(60 + $0)", "\(12_100 + $0 * 24_000) off \(60 + $0)"]
        }
        #expect(recorder.text == expected)
        #expect(sequencer.isPlaying && offline.refused.all.isEmpty)
        #expect(abs(sequencer.currentPositionInBeats - 4) < 1e-9)
        #expect(abs(sequencer.currentPositionInSeconds - 2) < 1e-9)
    }

    @Test func `a thousand changes of tempo move no note by a frame`() async throws {
        let (offline, sequencer, track, recorder) = try await song()
        // A beat of k+1 quarters of a millisecond more each time, in whole microseconds: sums stay exact.
        var microseconds: [Int] = []
        for beat in 0..<1000 {
            microseconds.append(20_000 + beat * 7)
            let tempo = 60_000_000 / Double(microseconds[beat])
            sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: tempo), at: Double(beat))
            track.addEvent(note(60, 0.5), at: Double(beat))
        }
        try sequencer.start()
        let total = microseconds.reduce(0, +)
        _ = try offline.render(total * 48 / 1000, block: 4096)
        var elapsed = 0
        let expected = microseconds.map { length in
            defer { elapsed += length }
            return Int64((Double(elapsed) * 0.048).rounded())
        }
        let struck = recorder.messages.withLock { $0 }.filter { $0.bytes[0] == 0x90 }.map(\.frame)
        #expect(struck == expected)
        #expect(abs(sequencer.seconds(forBeats: 1000) - Double(total) / 1e6) < 1e-9)
        #expect(abs(sequencer.beats(forSeconds: sequencer.seconds(forBeats: 777.25)) - 777.25) < 1e-6)
    }

    @Test func `without a destination a track plays the engine's first instrument`() throws {
        let offline = try OfflineEngine()
        let sampler = AVAudioUnitSampler()
        offline.engine.attach(sampler)
        offline.engine.connect(sampler, to: offline.engine.mainMixerNode, format: standardFormat(2))
        let sequencer = AVAudioSequencer(audioEngine: offline.engine)
        sequencer.createAndAppendTrack().addEvent(note(60, 1), at: 1)
        try offline.engine.start()
        try sequencer.start()
        let output = try offline.render(48_000)[0]
        let first = try #require(output.firstIndex { abs($0) > 1e-4 })
        #expect((24_000..<24_100).contains(first))
    }

    @Test func `tracks go to their own units, and two sequencers share one`() async throws {
        let (offline, sequencer, track, recorder) = try await song()
        let (node, other) = try await offline.addRecorder()
        let second = sequencer.createAndAppendTrack()
        second.destinationAudioUnit = node
        track.addEvent(note(60), at: 0)
        second.addEvent(note(61), at: 0)
        let metronome = AVAudioSequencer(audioEngine: offline.engine)
        let clicks = metronome.createAndAppendTrack()
        clicks.destinationAudioUnit = node
        for beat in 0..<3 { clicks.addEvent(note(76, 0.25), at: Double(beat)) }
        try sequencer.start()
        try metronome.start()
        _ = try offline.render(30_000)
        #expect(recorder.text == ["0 on 60", "12000 off 60"])
        #expect(
            other.text == ["0 on 61", "0 on 76", "6000 off 76", "12000 off 61", "24000 on 76"])
        // The metronome goes, and takes nothing with it.
        metronome.stop()
        sequencer.currentPositionInBeats = 0
        _ = try offline.render(1)
        #expect(other.text.suffix(2) == ["30000 on 61", "30000 off 76"])
        #expect(offline.refused.all.isEmpty)
    }

    @Test func `stopping ends all notes, and starting goes on`() async throws {
        let (offline, sequencer, track, recorder) = try await song()
        track.addEvent(note(60, 8), at: 0)
        track.addEvent(note(62, 1), at: 1)
        try sequencer.start()
        _ = try offline.render(1000)
        sequencer.stop()
        #expect(!sequencer.isPlaying)
        _ = try offline.render(1000)
        let position = sequencer.currentPositionInBeats
        #expect(abs(position - 1000 / 24_000) < 1e-9)
        try sequencer.start()
        _ = try offline.render(24_000)
        // Who plays already goes on with his notes.
        try sequencer.start()
        _ = try offline.render(1000)
        #expect(recorder.text == ["0 on 60", "1000 off 60", "25000 on 62"])
    }

    @Test func `the notes of a sequencer that is given up end, and so do those of a removed track`()
        async throws
    {
        let (offline, sequencer, track, recorder) = try await song()
        let second = sequencer.createAndAppendTrack()
        second.destinationAudioUnit = track.destinationAudioUnit
        track.addEvent(note(60, 8), at: 0)
        second.addEvent(note(62, 8), at: 0)
        try sequencer.start()
        _ = try offline.render(1000)
        sequencer.removeTrack(second)
        _ = try offline.render(1000)
        #expect(recorder.text == ["0 on 60", "0 on 62", "1000 off 62"])
        do {
            let other = AVAudioSequencer(audioEngine: offline.engine)
            let brief = other.createAndAppendTrack()
            brief.destinationAudioUnit = track.destinationAudioUnit
            brief.addEvent(note(70, 8), at: 0)
            try other.start()
            _ = try offline.render(1000)
        }
        _ = try offline.render(1000)
        #expect(recorder.text.suffix(2) == ["2000 on 70", "3000 off 70"])
        // Its node goes, and leaves the others as they are.
        wait {
            _ = try? offline.render(64)
            return offline.engine.core.attachedNodes.count { $0.name == "sequencer" } == 1
        }
        #expect(sequencer.isPlaying && offline.refused.all.isEmpty)
    }

    @Test func `edits and loops are heard while it plays`() async throws {
        let (offline, sequencer, track, recorder) = try await song()
        track.addEvent(note(60, 0.5), at: 0)
        track.loopRange = AVMakeBeatRange(0, 1)
        track.isLoopingEnabled = true
        #expect(track.numberOfLoops == AVMusicTrackLoopCount.forever.rawValue)
        try sequencer.start()
        _ = try offline.render(36_000)
        track.addEvent(note(64, 0.25), at: 0.75)
        _ = try offline.render(24_000)
        track.clearEvents(in: AVMakeBeatRange(0, 0.5))
        track.numberOfLoops = 3
        _ = try offline.render(60_000)
        #expect(
            recorder.text == [
                "0 on 60", "12000 off 60", "24000 on 60", "36000 off 60", "42000 on 64", "48000 off 64",
                "48000 on 60", "60000 off 60", "66000 on 64", "72000 off 64",
            ])
    }

    @Test func `muted tracks are silent, and so are those beside a soloed one`() async throws {
        let (offline, sequencer, track, recorder) = try await song()
        let second = sequencer.createAndAppendTrack()
        second.destinationAudioUnit = track.destinationAudioUnit
        for beat in 0..<4 {
            track.addEvent(note(60, 0.25), at: Double(beat))
            second.addEvent(note(72, 0.25), at: Double(beat))
        }
        track.isMuted = true
        try sequencer.start()
        _ = try offline.render(24_000)
        track.isMuted = false
        track.isSoloed = true
        _ = try offline.render(24_000)
        track.isSoloed = false
        track.offsetTime = 0.5
        _ = try offline.render(23_000)
        #expect(
            recorder.text == [
                "0 on 72", "6000 off 72", "24000 on 60", "30000 off 60", "48000 on 72", "54000 off 72",
                "60000 on 60", "66000 off 60",
            ])
    }

    @Test func `enumeration shows events in order, changes them, and removes them`() async throws {
        let (_, sequencer, track, _) = try await song()
        track.addEvent(note(60), at: 0)
        track.addEvent(AVMIDIControlChangeEvent(channel: 1, messageType: .pan, value: 64), at: 1)
        track.addEvent(AVMIDIPitchBendEvent(channel: 1, value: 9000), at: 2)
        track.addEvent(AVMusicUserEvent(data: Data([1, 2, 3])), at: 3)
        track.addEvent(AVMIDISysexEvent(data: Data([0xF0, 1, 0xF7])), at: 4)
        var seen: [String] = []
        let all = AVMakeBeatRange(0, AVMusicTimeStampEndOfTrack)
        track.enumerateEvents(in: all) { event, beat, isRemoved in
            seen.append("\(beat.pointee) \(type(of: event))")
            if let note = event as? AVMIDINoteEvent { note.key = 65 }
            if event is AVMIDIPitchBendEvent { beat.pointee = 0.5 }
            isRemoved.pointee = ObjCBool(event is AVMusicUserEvent)
        }
        #expect(
            seen == [
                "0.0 AVMIDINoteEvent", "1.0 AVMIDIControlChangeEvent", "2.0 AVMIDIPitchBendEvent",
                "3.0 AVMusicUserEvent", "4.0 AVMIDISysexEvent",
            ])
        seen = []
        track.enumerateEvents(in: all) { event, beat, _ in
            let key = (event as? AVMIDINoteEvent).map { " \($0.key)" } ?? ""
            seen.append("\(beat.pointee) \(type(of: event))\(key)")
        }
        #expect(
            seen == [
                "0.0 AVMIDINoteEvent 65", "0.5 AVMIDIPitchBendEvent", "1.0 AVMIDIControlChangeEvent",
                "4.0 AVMIDISysexEvent",
            ])
        #expect(sequencer.tracks.count == 1 && sequencer.tracks[0] === track)
    }

    @Test func `user events come to the callback with track, bytes and beat`() async throws {
        let (offline, sequencer, track, _) = try await song()
        track.addEvent(AVMusicUserEvent(data: Data("now".utf8)), at: 0.5)
        let heard = Mutex<[String]>([])
        sequencer.setUserCallback { [weak track] source, data, beat in
            heard.withLock {
                $0.append("\(source === track) \(String(decoding: data, as: UTF8.self)) \(beat)")
            }
        }
        try sequencer.start()
        _ = try offline.render(13_000)
        wait { heard.withLock { !$0.isEmpty } }
        #expect(heard.withLock { $0 } == ["true now 0.5"])
    }

    @Test func `a track of parameters moves an effect in straight lines`() throws {
        let offline = try OfflineEngine(channels: 1)
        let player = offline.addPlayer()
        let gain = AVAudioUnitGain()
        offline.engine.attach(gain)
        offline.engine.connect(player, to: gain, format: standardFormat(1))
        offline.engine.connect(gain, to: offline.engine.mainMixerNode, format: standardFormat(1))
        let parameter = try #require(gain.auAudioUnit.parameterTree?.allParameters.first)
        let sequencer = AVAudioSequencer(audioEngine: offline.engine)
        let track = sequencer.createAndAppendTrack()
        track.destinationAudioUnit = gain
        for (beat, value) in [(0.0, -20.0), (1.0, 0.0)] {
            track.addEvent(
                AVParameterEvent(
                    parameterID: UInt32(parameter.address), scope: kAudioUnitScope_Global, element: 0,
                    value: Float(value)), at: beat)
        }
        #expect(track.usesAutomatedParameters)
        try offline.engine.start()
        player.scheduleBuffer(buffer(48_000) { _, _ in 0.5 })
        player.play()
        try sequencer.start()
        let output = try offline.render(36_000, block: 1000)[0]
        // The gain follows 10 ms late.
        func decibels(_ frame: Int) -> Double { 20 * log10(Double(output[frame]) / 0.5) }
        for frame in stride(from: 5000, to: 24_000, by: 1000) {
            #expect(abs(decibels(frame) - decibels(frame - 1000) - 20 / 24.0) < 1e-4)
        }
        #expect((-0.8...0).contains(decibels(23_999)))
        #expect(abs(output[35_999] - 0.5) < 1e-6)
        #expect(offline.refused.all.isEmpty)
    }

    @Test func `it says where the music is, for every plugin`() throws {
        let library = UnitLibrary(plugins: try PluginFixture(names: ["clock"]).catalog)
        let effect = try AVAudioUnitEffect(
            lv2URI: BundleFolder.uri("clock"), options: .loadInProcess, library: library)
        let offline = try OfflineEngine()
        offline.engine.attach(effect)
        offline.engine.connect(effect, to: offline.engine.mainMixerNode, format: standardFormat(1))
        let sequencer = AVAudioSequencer(audioEngine: offline.engine)
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 90), at: 0)
        sequencer.tempoTrack.addEvent(
            AVMIDIMetaEvent(type: .timeSignature, data: Data([3, 2, 24, 8])), at: 0)
        sequencer.rate = 2
        sequencer.currentPositionInBeats = 7
        try offline.engine.start()
        try sequencer.start()
        _ = try offline.render(64)
        func shown() -> [AUValue?] {
            (2...7).map { (address: UInt64) -> AUValue? in
                effect.auAudioUnit.parameterTree?.parameter(withAddress: address)?.value
            }
        }
        // Told once; 90 at twice the rate; one beat into the bar; bar 2 of 0, 1, 2; it moves; and the frames of 7
        // beats at 180 a minute.
        #expect(shown() == [1, 180, 1, 2, 1, 112_000])
        sequencer.stop()
        _ = try offline.render(64)
        #expect(shown()[4] == 0)
    }

    @Test func `a song is written, and read again as it was`() async throws {
        let (_, sequencer, track, _) = try await song()
        track.addEvent(note(60), at: 0.25)
        track.addEvent(AVMIDIProgramChangeEvent(channel: 0, programNumber: 5), at: 0)
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 100), at: 0)
        track.addEvent(AVMIDIMetaEvent(type: .trackName, data: Data("Piano".utf8)), at: 0)
        track.isMuted = true
        let url = folder.file("song.mid")
        try sequencer.write(to: url, smpteResolution: 0, replaceExisting: false)
        #expect(throws: (any Error).self) {
            try sequencer.write(to: url, smpteResolution: 0, replaceExisting: false)
        }
        try sequencer.write(to: url, smpteResolution: 0, replaceExisting: true)
        #expect(sequencer.data(withSMPTEResolution: 0, error: nil) == (try Data(contentsOf: url)))
        let read = AVAudioSequencer()
        try read.load(from: url)
        #expect(read.tracks.count == 1 && read.tracks[0].isMuted)
        #expect(read.tracks[0].lengthInBeats == 0.75 && read.loadNotes.isEmpty)
        #expect(abs(read.seconds(forBeats: 1) - 0.6) < 1e-6)
        #expect(read.userInfo[AVAudioSequencer.InfoDictionaryKey.tempo.rawValue] as? Double == 100)
        let bad = folder.file("bad.mid")
        try Data("no song".utf8).write(to: bad)
        #expect(throws: (any Error).self) { try read.load(from: bad) }
        #expect(read.tracks.count == 1)
        var error: NSError?
        #expect(read.data(withSMPTEResolution: -1, error: &error).isEmpty && error?.code == -50)
        #expect(
            read.hostTime(forBeats: 0, error: &error) == 0 && error?.code == Int(kAudio_UnimplementedError))
    }

    @Test func `a removed track keeps its events, and is not heard`() async throws {
        let (offline, sequencer, track, recorder) = try await song()
        track.addEvent(note(60), at: 0)
        #expect(sequencer.removeTrack(track) && !sequencer.removeTrack(track))
        track.addEvent(note(61), at: 2)
        #expect(track.lengthInBeats == 2.5 && sequencer.tracks.isEmpty)
        let copy = sequencer.createAndAppendTrack()
        copy.copyAndMergeEvents(in: AVMakeBeatRange(0, 1), from: track, mergeAt: 1)
        copy.destinationAudioUnit = offline.engine.attachedNodes.compactMap { $0 as? AVAudioUnit }.first
        try sequencer.start()
        _ = try offline.render(30_000)
        #expect(recorder.text == ["24000 on 60"])
    }

    @Test func `a sequencer that is given up is freed with its tracks, and leaves its engine`() throws {
        weak var track: AVMusicTrack?
        weak var sequencer: AVAudioSequencer?
        weak var core: AnyObject?
        let engine = AVAudioEngine()
        func play() throws {
            let made = AVAudioSequencer(audioEngine: engine)
            let first = made.createAndAppendTrack()
            (track, sequencer, core) = (first, made, made.core)
            first.addEvent(note(60), at: 0)
            made.setUserCallback { [weak made] _, _, _ in _ = made }
            try made.start()
        }
        try play()
        #expect(track == nil && sequencer == nil && core == nil)
        #expect(engine.core.attachedNodes.allSatisfy { $0.name != "sequencer" })
    }

    @Test func `what cannot be is refused with a sentence, and nothing has changed`() async throws {
        let (offline, sequencer, track, _) = try await song()
        track.addEvent(AVMIDINoteEvent(channel: 16, key: 60, velocity: 1, duration: 1), at: 0)
        track.addEvent(note(128), at: 0)
        track.addEvent(note(60), at: -1)
        track.addEvent(note(60), at: .nan)
        track.addEvent(AVExtendedTempoEvent(tempo: 100), at: 0)
        sequencer.tempoTrack.addEvent(note(60), at: 0)
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 0), at: 0)
        track.addEvent(AVMusicEvent(), at: 0)
        track.numberOfLoops = 0
        track.lengthInBeats = -1
        track.destinationAudioUnit = AVAudioUnitSampler()
        sequencer.rate = 0
        sequencer.currentPositionInBeats = .infinity
        #expect(offline.refused.all.count == 13)
        #expect(offline.refused.sentences.allSatisfy { $0.count > 20 })
        #expect(track.lengthInBeats == 0 && sequencer.rate == 1 && sequencer.currentPositionInBeats == 0)
        track.enumerateEvents(in: AVMakeBeatRange(0, AVMusicTimeStampEndOfTrack)) { _, _, _ in
            Issue.record("there is no event")
        }
    }
}
