import AVFAudio
import AVFDevices
import Synchronization
import Testing

struct PlayerNodeTests {
    // MARK: - Samples

    @Test(arguments: [1, 17, 512, 4096])
    func `a mono buffer plays on both sides, sample for sample, whatever the block`(block: Int) throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        player.scheduleBuffer(buffer(1000, ramp))
        try offline.engine.start()
        player.play()
        let expected = (0..<1200).map { $0 < 1000 ? ramp($0) : 0 }
        #expect(try offline.render(1200, block: block) == [expected, expected])
        #expect(offline.refused.all.isEmpty)
    }

    @Test func `integer, double and interleaved buffers play as what their samples stand for`() throws {
        for common in [
            AVAudioCommonFormat.pcmFormatInt16, .pcmFormatInt32, .pcmFormatFloat64, .pcmFormatFloat32,
        ] {
            for interleaved in [false, true] {
                let offline = try OfflineEngine()
                let player = offline.addPlayer(channels: 2)
                let format = try #require(
                    AVAudioFormat(
                        commonFormat: common, sampleRate: 48_000, channels: 2, interleaved: interleaved))
                let source = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 64))
                source.frameLength = 64
                write(ramp, to: source)
                player.scheduleBuffer(source)
                try offline.engine.start()
                player.play()
                let expected = (0..<2).map { channel in (0..<64).map { ramp($0 * 2 + 1, channel) } }
                #expect(try offline.render(64) == expected, "\(common) \(interleaved)")
            }
        }
    }

    /// Writes values that 16 bits hold.
    private func write(_ value: (Int, Int) -> Float, to buffer: AVAudioPCMBuffer) {
        for list in UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList).enumerated() {
            let stride = Int(list.element.mNumberChannels)
            for lane in 0..<stride {
                for frame in 0..<Int(buffer.frameLength) {
                    let place = frame * stride + lane
                    let sample = value(frame * 2 + 1, list.offset + lane)
                    switch buffer.format.commonFormat {
                    case .pcmFormatInt16:
                        list.element.mData!.assumingMemoryBound(to: Int16.self)[place] = Int16(
                            sample * 32_768)
                    case .pcmFormatInt32:
                        list.element.mData!.assumingMemoryBound(to: Int32.self)[place] = Int32(
                            Double(sample) * 0x1p31)
                    case .pcmFormatFloat64:
                        list.element.mData!.assumingMemoryBound(to: Double.self)[place] = Double(sample)
                    default: list.element.mData!.assumingMemoryBound(to: Float.self)[place] = sample
                    }
                }
            }
        }
    }

    @Test func `a file and a segment play their own samples, one after the other`() throws {
        let folder = try ScratchFolder()
        let url = folder.file("ramp.wav")
        do {
            let writing = try AVAudioFile(
                forWriting: url,
                settings: [
                    AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
                    AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
                ])
            try writing.write(from: buffer(20_000) { frame, _ in Float(frame % 1000) / 32_768 })
        }
        let file = try AVAudioFile(forReading: url)
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        player.scheduleFile(file, at: nil)
        player.scheduleSegment(file, startingFrame: 500, frameCount: 10, at: nil)
        try offline.engine.start()
        player.play()
        let expected =
            ((0..<20_000).map { $0 } + Array(500..<510)).map { Float($0 % 1000) / 32_768 } + [0, 0]
        #expect(try offline.render(20_012)[1] == expected)
    }

    @Test func `a buffer scheduled at a sample time begins there, at the time's own rate`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        player.scheduleBuffer(buffer(10) { _, _ in 0.5 }, at: AVAudioTime(sampleTime: 50, atRate: 24_000))
        try offline.engine.start()
        player.play()
        #expect(try offline.render(120)[0] == (0..<120).map { (100..<110).contains($0) ? 0.5 : 0 })
    }

    @Test func `a host time does not delay in manual rendering`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let late = AVAudioTime(hostTime: mach_absolute_time() + 10_000_000_000)
        player.scheduleBuffer(buffer(10) { _, _ in 0.5 }, at: late)
        try offline.engine.start()
        player.play(at: late)
        #expect(try offline.render(10)[0] == [Float](repeating: 0.5, count: 10))
    }

    @Test func `a loop goes round until a buffer interrupts it, at once or at the loop's end`() throws {
        for (options, end) in [(AVAudioPlayerNodeBufferOptions.interrupts, 12), (.interruptsAtLoop, 16)] {
            let offline = try OfflineEngine()
            let player = offline.addPlayer()
            player.scheduleBuffer(buffer(8, ramp), at: nil, options: .loops)
            try offline.engine.start()
            player.play()
            var output = try offline.render(12)[0]
            player.scheduleBuffer(buffer(4) { _, _ in 0.5 }, at: nil, options: options)
            output += try offline.render(12)[0]
            let expected = (0..<24).map { $0 < end ? ramp($0 % 8) : $0 < end + 4 ? 0.5 : 0 }
            #expect(output == expected)
        }
    }

    @Test func `a pause keeps the place, and stop forgets it`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        player.scheduleBuffer(buffer(100, ramp))
        try offline.engine.start()
        player.play()
        #expect(player.isPlaying)
        var output = try offline.render(10)[0]
        player.pause()
        #expect(!player.isPlaying)
        output += try offline.render(5)[0]
        player.play()
        output += try offline.render(10)[0]
        player.stop()
        player.play()
        output += try offline.render(5)[0]
        let silence = [Float](repeating: 0, count: 5)
        #expect(output == (0..<10).map { ramp($0) } + silence + (10..<20).map { ramp($0) } + silence)
    }

    @Test func `volume and pan multiply from the first sample, also when set before there is a connection`()
        throws
    {
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        player.volume = 0.3
        player.pan = -1
        offline.engine.mainMixerNode.outputVolume = 0.5
        offline.engine.attach(player)
        offline.engine.connect(player, to: offline.engine.mainMixerNode, format: standardFormat(1))
        player.scheduleBuffer(buffer(50, ramp))
        try offline.engine.start()
        player.play()
        let side = Float(0.3) * Float(2).squareRoot()
        #expect(
            try offline.render(50) == [
                (0..<50).map { ramp($0) * side * 0.5 }, [Float](repeating: 0, count: 50),
            ])
    }

    // MARK: - Times

    @Test func `player time and node time differ by when play began, and are nil before`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer(rate: 48_000)
        let time = AVAudioTime(sampleTime: 700, atRate: 48_000)
        #expect(player.lastRenderTime == nil)
        try offline.engine.start()
        _ = try offline.render(256, block: 256)
        #expect(player.playerTime(forNodeTime: time) == nil)
        player.play()
        _ = try offline.render(256, block: 256)
        #expect(player.playerTime(forNodeTime: time)?.sampleTime == AVAudioFramePosition(444))
        #expect(player.nodeTime(forPlayerTime: time)?.sampleTime == AVAudioFramePosition(956))
        let last = try #require(player.lastRenderTime)
        #expect(last.sampleTime == 512 && last.sampleRate == 48_000 && !last.isHostTimeValid)
        player.stop()
        #expect(player.nodeTime(forPlayerTime: time) == nil)
    }

    @Test func `play at a sample time begins on that frame`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        player.scheduleBuffer(buffer(4) { _, _ in 1 })
        try offline.engine.start()
        player.play(at: AVAudioTime(sampleTime: 77, atRate: 48_000))
        #expect(try offline.render(100)[0] == (0..<100).map { (77..<81).contains($0) ? 1 : 0 })
    }

    @Test func `with a device, host times say when to play and when a buffer begins`() throws {
        let device = VirtualClockDevice()
        let engine = AVAudioEngine(backend: device)
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: standardFormat(1))
        try engine.start()
        device.advance(frameCount: 512)
        player.scheduleBuffer(buffer(3) { _, _ in 0.25 })
        player.play(at: AVAudioTime(hostTime: AVAudioTime.hostTime(forSeconds: 1000 / 48_000)))
        device.advance(frameCount: 1024)
        player.scheduleBuffer(
            buffer(2) { _, _ in 0.5 },
            at: AVAudioTime(hostTime: AVAudioTime.hostTime(forSeconds: 2000 / 48_000)))
        device.advance(frameCount: 1024)
        let played = device.playedChannels[0]
        #expect(played.indices.filter { played[$0] == 0.25 } == [1000, 1001, 1002])
        #expect(played.indices.filter { played[$0] == 0.5 } == [2000, 2001])
        engine.stop()
    }

    // MARK: - Completion

    @Test(arguments: [
        AVAudioPlayerNodeCompletionCallbackType.dataConsumed, .dataRendered, .dataPlayedBack,
    ])
    func `a handler is told the stage that it asked for`(type: AVAudioPlayerNodeCompletionCallbackType) throws
    {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let told = Told<AVAudioPlayerNodeCompletionCallbackType>()
        player.scheduleBuffer(buffer(10, ramp), completionCallbackType: type) { told.add($0) }
        try offline.engine.start()
        player.play()
        _ = try offline.render(20)
        #expect(told.wait(for: 1) == [type])
    }

    @Test func `stop in a completion handler returns, and lets the other handlers run`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let engine = offline.engine
        let told = Told<Int>()
        player.scheduleBuffer(buffer(10, ramp)) {
            player.stop()
            engine.stop()
            told.add(1)
        }
        player.scheduleBuffer(buffer(10, ramp)) { told.add(2) }
        try engine.start()
        player.play()
        _ = try offline.render(12)
        #expect(Set(told.wait(for: 2)) == [1, 2])
        #expect(!engine.isRunning)
    }

    @Test func `stop runs the handlers of everything that was scheduled, in order`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let told = Told<Int>()
        for number in 0..<5 { player.scheduleBuffer(buffer(10, ramp)) { told.add(number) } }
        player.stop()
        #expect(told.wait(for: 5) == [0, 1, 2, 3, 4])
    }

    @Test func `the async forms return when the handler would run, and at once if refused`() async throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        try offline.engine.start()
        player.play()
        let told = Told<AVAudioPlayerNodeCompletionCallbackType>()
        Task {
            told.add(await player.scheduleBuffer(buffer(10, ramp), completionCallbackType: .dataRendered))
        }
        while told.all.isEmpty {
            _ = try offline.render(64)
            await Task.yield()
        }
        #expect(told.all == [.dataRendered])
        await player.scheduleBuffer(buffer(10, channels: 2, ramp))
        #expect(offline.refused.codes == [Int(kAudioUnitErr_FormatNotSupported)])
    }

    // MARK: - Refusals

    @Test func `what Apple's player stops the program for is refused with a sentence`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let loose = AVAudioPlayerNode()
        offline.engine.attach(loose)
        player.play()
        player.scheduleBuffer(buffer(8, channels: 2, ramp))
        player.scheduleBuffer(
            buffer(8, ramp), at: AVAudioTime(audioTimeStamp: [AudioTimeStamp()], sampleRate: 0))
        try offline.engine.start()
        loose.play()
        #expect(
            offline.refused.sentences == [
                "play needs a running engine: call start() first.",
                "The buffer has 2 channels, but 'player' plays 1.",
                "The time given to 'player' has neither a sample time nor a host time.",
                "'player' is not connected to anything that is heard.",
            ])
        #expect(offline.refused.all.allSatisfy { $0.domain == "com.apple.coreaudio.avfaudio" })
        #expect((offline.engine.lastError as NSError?)?.code == Int(kAudioUnitErr_NoConnection))
        #expect(throws: NSError.self) { try loose.playAudio() }
    }

    @Test func `a file that goes away is told to the engine, and its handler still runs`() throws {
        let folder = try ScratchFolder()
        let url = folder.file("gone.wav")
        do {
            let writing = try AVAudioFile(forWriting: url, settings: standardFormat(1).settings)
            try writing.write(from: buffer(100, ramp))
        }
        let file = try AVAudioFile(forReading: url)
        try FileManager.default.removeItem(at: url)
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let told = Told<Int>()
        player.scheduleFile(file, at: nil) { told.add(1) }
        try offline.engine.start()
        player.play()
        _ = try offline.render(64)
        #expect(told.wait(for: 1) == [1])
        #expect(offline.refused.sentences.first?.contains("gone.wav") == true)
    }
}

/// Values that other threads add, and that a test waits for.
final class Told<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let semaphore = DispatchSemaphore(value: 0)

    func add(_ value: Value) {
        values.withLock { $0.append(value) }
        semaphore.signal()
    }

    /// The values so far.
    var all: [Value] { values.withLock { $0 } }

    /// The values once there are so many, or those that came within ten seconds.
    func wait(for count: Int) -> [Value] {
        for _ in 0..<count { _ = semaphore.wait(timeout: .now() + 10) }
        return all
    }
}
