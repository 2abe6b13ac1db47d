import AVFAudio
import AVFDevices
import Synchronization
import Testing

struct TapTests {
    @Test(arguments: [32, 100, 441, 4800])
    func `a tap gets buffers of exactly the size it asked for, without a gap`(size: Int) throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let pieces = Told<(samples: [Float], time: AVAudioFramePosition, format: AVAudioFormat)>()
        offline.engine.mainMixerNode.installTap(
            onBus: 0, bufferSize: AVAudioFrameCount(size), format: nil
        ) { pieces.add(($0.floats[1], $1.sampleTime, $0.format)) }
        player.scheduleBuffer(buffer(9600, ramp))
        try offline.engine.start()
        player.play()
        _ = try offline.render(9600, block: 300)
        let got = pieces.wait(for: 9600 / size)
        #expect(got.map(\.samples.count) == Array(repeating: size, count: 9600 / size))
        #expect(got.map(\.time) == (0..<9600 / size).map { Int64($0 * size) })
        #expect(got.flatMap(\.samples) == (0..<9600 / size * size).map { ramp($0) })
        #expect(got.allSatisfy { $0.format == standardFormat(2) })
    }

    @Test func `a tap may remove itself, and another may follow`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let told = Told<Int>()
        player.scheduleBuffer(buffer(9600, ramp))
        try offline.engine.start()
        player.play()
        player.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in
            player.removeTap(onBus: 0)
            told.add(1)
        }
        _ = try offline.render(640)
        #expect(told.wait(for: 1) == [1])
        player.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in told.add(2) }
        _ = try offline.render(640)
        #expect(told.wait(for: 10) == [1] + [Int](repeating: 2, count: 10))
        #expect(offline.refused.all.isEmpty)
    }

    @Test func `second taps, missing buses, bad sizes and other formats are refused`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        player.installTap(onBus: 0, bufferSize: 64, format: player.outputFormat(forBus: 0)) { _, _ in }
        player.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in }
        player.installTap(onBus: 4, bufferSize: 64, format: nil) { _, _ in }
        offline.engine.mainMixerNode.installTap(onBus: 0, bufferSize: 0, format: nil) { _, _ in }
        offline.engine.mainMixerNode.installTap(onBus: 0, bufferSize: 64, format: standardFormat(1)) { _, _ in
        }
        #expect(
            offline.refused.sentences == [
                "There is a tap on output bus 0 of 'player' already.",
                "'player' has no output bus 4: it has 1 output bus.",
                "Output bus 0 of 'main mixer' cannot have this tap: a size of 0 frames is not in 1…1048576.",
                "Output bus 0 of 'main mixer' cannot have this tap: "
                    + "its format is 1 ch, 48000 Hz, but the bus is connected as 2 ch, 48000 Hz.",
            ])
        #expect(throws: NSError.self) {
            try player.installAudioTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in }
        }
    }

    @Test func `a tap's format is given to a bus that nothing is connected to`() throws {
        let offline = try OfflineEngine()
        let mixer = AVAudioMixerNode()
        offline.engine.attach(mixer)
        let told = Told<AVAudioFormat>()
        try mixer.installAudioTap(onBus: 0, bufferSize: 64, format: standardFormat(1)) { piece, _ in
            #expect(piece.frameLength == 64 && piece.stride == 1)
            told.add(piece.format)
        }
        #expect(mixer.outputFormat(forBus: 0) == standardFormat(1))
        try offline.engine.start()
        _ = try offline.render(4800)
        #expect(told.wait(for: 1).first == standardFormat(1))
    }

    @Test func `a format that a tap brings keeps its layout`() throws {
        let offline = try OfflineEngine()
        let mixer = AVAudioMixerNode()
        offline.engine.attach(mixer)
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Quadraphonic))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        let told = Told<AVAudioFormat>()
        mixer.installTap(onBus: 0, bufferSize: 64, format: format) { piece, _ in told.add(piece.format) }
        try offline.engine.start()
        _ = try offline.render(4800)
        #expect(told.wait(for: 1).first == format)
        #expect(offline.refused.all.isEmpty)
        #expect(mixer.outputFormat(forBus: 0) == format)
        #expect(mixer.outputFormat(forBus: 0).channelLayout == layout)
    }

    @Test func `a bus that nothing is connected to has no tap at another rate than the engine's`() throws {
        let offline = try OfflineEngine()
        let mixer = AVAudioMixerNode()
        offline.engine.attach(mixer)
        let before = mixer.outputFormat(forBus: 0)
        mixer.installTap(onBus: 0, bufferSize: 64, format: standardFormat(2, rate: 44_100)) { _, _ in }
        #expect(offline.refused.sentences.first?.contains("has the engine's rate, 48000.0 Hz") == true)
        #expect(mixer.outputFormat(forBus: 0) == before)
        mixer.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in }
        #expect(offline.refused.all.count == 1)
    }

    @Test func `with a device a tap's time has both clocks`() throws {
        let device = VirtualClockDevice()
        let engine = AVAudioEngine(backend: device)
        let told = Told<AVAudioTime>()
        engine.mainMixerNode.installTap(onBus: 0, bufferSize: 256, format: nil) { told.add($1) }
        try engine.start()
        device.advance(frameCount: 1024)
        let times = told.wait(for: 4)
        #expect(times.map(\.sampleTime) == [0, 256, 512, 768])
        let last = try #require(times.last)
        #expect(last.isHostTimeValid)
        #expect(abs(AVAudioTime.seconds(forHostTime: last.hostTime) - 768 / 48_000) < 1e-6)
        engine.stop()
    }
}
