import AVFAudio
import Synchronization
import Testing

@Suite struct ManualInputTests {
    /// Gives a long buffer's frames in order, in lists of exactly the size asked for, until `limit` calls
    /// were made.
    private final class Feed: @unchecked Sendable {  // One thread renders.
        private let data: AVAudioPCMBuffer
        private let part: AVAudioPCMBuffer
        private let shortfall: (Int) -> AVAudioFrameCount?
        private var done = 0
        private(set) var asked: [Int] = []

        init(_ data: AVAudioPCMBuffer, shortfall: @escaping (Int) -> AVAudioFrameCount? = { _ in 0 }) {
            self.data = data
            self.shortfall = shortfall
            part = AVAudioPCMBuffer(pcmFormat: data.format, frameCapacity: 65_536)!
        }

        func next(_ count: AVAudioFrameCount) -> UnsafePointer<AudioBufferList>? {
            asked.append(Int(count))
            guard let missing = shortfall(asked.count - 1) else { return nil }
            part.frameLength = count
            let width = Int(data.format.streamDescription.pointee.mBytesPerFrame)
            let buffers = UnsafeMutableAudioBufferListPointer(part.mutableAudioBufferList)
            let sources = UnsafeMutableAudioBufferListPointer(data.mutableAudioBufferList)
            for index in buffers.indices {
                memcpy(buffers[index].mData!, sources[index].mData! + done * width, Int(count) * width)
            }
            done += Int(count)
            part.frameLength = count - min(count, missing)
            return part.audioBufferList
        }
    }

    /// An engine whose input, in the feed's format, reaches the output; running.
    private func running(
        _ feed: Feed, _ format: AVAudioFormat, channels: AVAudioChannelCount = 1,
        connection: AVAudioFormat? = nil
    ) throws -> OfflineEngine {
        let offline = try OfflineEngine(channels: channels)
        let input = offline.engine.inputNode
        #expect(input.setManualRenderingInputPCMFormat(format) { feed.next($0) })
        offline.engine.connect(input, to: offline.engine.mainMixerNode, format: connection)
        try offline.engine.start()
        return offline
    }

    private func status(
        _ offline: OfflineEngine, _ count: AVAudioFrameCount
    ) throws -> (AVAudioEngineManualRenderingStatus, [Float]) {
        let target = AVAudioPCMBuffer(pcmFormat: offline.engine.manualRenderingFormat, frameCapacity: count)!
        let status = try offline.engine.renderOffline(count, to: target)
        return (status, target.floats[0])
    }

    @Test func `the block is asked for the frames that are rendered, and they are heard`() throws {
        let feed = Feed(buffer(2000, ramp))
        let offline = try running(feed, standardFormat(1))
        let output = try offline.render(700, block: 300)[0]
        #expect(output == (0..<700).map { ramp($0) })
        #expect(feed.asked == [300, 300, 100])
        #expect(offline.engine.inputNode.inputFormat(forBus: 0) == standardFormat(1))
        #expect(offline.engine.inputNode.outputFormat(forBus: 0) == standardFormat(1))
    }

    @Test func `interleaved integers in stereo become the mono that the connection asks for`() throws {
        let format = AVAudioFormat(
            commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true)!
        let data = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1000)!
        data.frameLength = 1000
        for frame in 0..<1000 {
            data.int16ChannelData![0][2 * frame] = Int16(2 * frame)
            data.int16ChannelData![1][2 * frame] = Int16(-4 * frame)
        }
        let offline = try running(Feed(data), format, connection: standardFormat(1))
        let output = try offline.render(900, block: 256)[0]
        #expect(output == (0..<900).map { Float(-$0) / 32_768 })
        #expect(offline.engine.inputNode.inputFormat(forBus: 0) == format)
        #expect(offline.engine.inputNode.outputFormat(forBus: 0) == standardFormat(1))
    }

    @Test(arguments: [64, 512])
    func `another rate than the connection's is converted`(block: Int) throws {
        let data = buffer(30_000, rate: 44_100) { frame, _ in
            Float(sin(2 * Double.pi * 997 * Double(frame) / 44_100))
        }
        let offline = try running(
            Feed(data), standardFormat(1, rate: 44_100), connection: standardFormat(1))
        let output = try offline.render(24_000, block: block)[0]
        let errors = (1000..<24_000).map {
            abs(Double(output[$0]) - sin(2 * Double.pi * 997 * Double($0) / 48_000))
        }
        #expect(errors.max() ?? 1 < 1e-5)
    }

    @Test func `too few frames and none are a status; what else is playing is heard`() throws {
        let feed = Feed(buffer(2000) { _, _ in 0.25 }) { [0, 1, nil, 0][$0] }
        let offline = try running(feed, standardFormat(1))
        let player = offline.addPlayer()
        player.scheduleBuffer(buffer(400) { _, _ in 0.5 })
        player.play()
        for expected in [
            (AVAudioEngineManualRenderingStatus.success, Float(0.75)),
            (.insufficientDataFromInputNode, 0.5), (.insufficientDataFromInputNode, 0.5), (.success, 0.75),
        ] {
            let (status, output) = try status(offline, 100)
            #expect(status == expected.0)
            #expect(output == [Float](repeating: expected.1, count: 100))
        }
    }

    @Test func `the real-time block tells a shortage too`() throws {
        let engine = AVAudioEngine()
        try engine.enableManualRenderingMode(.realtime, format: standardFormat(1), maximumFrameCount: 256)
        let feed = Feed(buffer(2000, ramp)) { [0, nil, 0][$0] }
        #expect(engine.inputNode.setManualRenderingInputPCMFormat(standardFormat(1)) { feed.next($0) })
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
        try engine.start()
        let render = engine.manualRenderingBlock
        let target = AVAudioPCMBuffer(pcmFormat: standardFormat(1), frameCapacity: 100)!
        var code: OSStatus = -1
        let statuses = (0..<3).map { _ in render(100, target.mutableAudioBufferList, &code) }
        #expect(statuses == [.success, .insufficientDataFromInputNode, .success])
        #expect(code == noErr)
    }

    @Test func `with a device there is no input to set, and returning to it forgets the block`() throws {
        let offline = try OfflineEngine(channels: 1)
        let input = offline.engine.inputNode
        let feed = Feed(buffer(2000, ramp))
        #expect(input.setManualRenderingInputPCMFormat(standardFormat(1)) { feed.next($0) })
        offline.engine.connect(input, to: offline.engine.mainMixerNode, format: nil)
        offline.engine.disableManualRenderingMode()
        #expect(!input.setManualRenderingInputPCMFormat(standardFormat(1)) { feed.next($0) })
        #expect(input.inputFormat(forBus: 0).channelCount == 0)
        #expect(input.outputFormat(forBus: 0).channelCount == 0)
        #expect(
            offline.engine.inputConnectionPoint(for: offline.engine.mainMixerNode, inputBus: 0)?.node
                === input)
        try offline.engine.enableManualRenderingMode(
            .offline, format: standardFormat(1), maximumFrameCount: 256)
        try offline.engine.start()
        #expect(try offline.render(100)[0].allSatisfy { $0 == 0 })
        #expect(feed.asked == [])
    }

    @Test func `processing of speech is off and stays off, with an error that says so`() throws {
        let input = try OfflineEngine().engine.inputNode
        try input.setVoiceProcessingEnabled(false)
        #expect(throws: NSError.self) { try input.setVoiceProcessingEnabled(true) }
        input.isVoiceProcessingAGCEnabled = true
        input.isVoiceProcessingBypassed = true
        input.isVoiceProcessingInputMuted = true
        #expect(!input.isVoiceProcessingEnabled && !input.isVoiceProcessingAGCEnabled)
        #expect(!input.isVoiceProcessingBypassed && !input.isVoiceProcessingInputMuted)
    }

    @Test func `a format that is not linear PCM is not taken`() throws {
        let offline = try OfflineEngine(channels: 1)
        var description = AudioStreamBasicDescription()
        description.mFormatID = kAudioFormatMPEG4AAC
        description.mSampleRate = 48_000
        description.mChannelsPerFrame = 1
        let format = try #require(AVAudioFormat(streamDescription: &description))
        #expect(!offline.engine.inputNode.setManualRenderingInputPCMFormat(format) { _ in nil })
    }

    @Test func `taps of the engine's ends go when the mode changes; others stay`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let ends: [AVAudioNode] = [offline.engine.outputNode, offline.engine.inputNode]
        for node in ends + [player] { node.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in } }
        offline.engine.disableManualRenderingMode()
        try offline.engine.enableManualRenderingMode(
            .offline, format: standardFormat(2), maximumFrameCount: 256)
        for node in ends { node.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in } }
        #expect(offline.refused.sentences == [])
        player.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in }
        #expect(offline.refused.sentences == ["There is a tap on output bus 0 of 'player' already."])
    }
}
