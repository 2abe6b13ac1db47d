import AVFAudio
import AVFEngine
import Testing

/// The errors that nothing else reaches, each by the call of a program that is wrong.
struct RefusedCallTests {
    @Test func `rendering from within a block is refused, and the outer call goes on`() throws {
        let offline = try OfflineEngine()
        let engine = offline.engine
        let answers = Told<AVAudioEngineManualRenderingStatus?>()
        let inner = try #require(AVAudioPCMBuffer(pcmFormat: standardFormat(2), frameCapacity: 16))
        nonisolated(unsafe) let target = inner  // Only the one block uses it.
        let source = AVAudioSourceNode(format: standardFormat(1)) { [weak engine] isSilence, _, _, _ in
            isSilence.pointee = true
            answers.add(try? engine?.renderOffline(16, to: target))
            return noErr
        }
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: standardFormat(1))
        try engine.start()
        _ = try offline.render(64, block: 64)
        #expect(answers.all == [.cannotDoInCurrentContext])
    }

    @Test func `segments before a file's start and times without a time are refused`() throws {
        let folder = try ScratchFolder()
        let url = folder.file("a.wav")
        do {
            let file = try AVAudioFile(forWriting: url, settings: standardFormat(1).settings)
            try file.write(from: buffer(100, ramp))
        }
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let file = try AVAudioFile(forReading: url)
        player.scheduleSegment(file, startingFrame: -1, frameCount: 10, at: nil)
        #expect(offline.refused.codes == [Int(kAudio_ParamError)])
        #expect(offline.refused.sentences == ["'player' cannot play 10 frames from frame -1."])
    }

    @Test(arguments: [0, 1_000] as [AVAudioChannelCount])
    func `buses of no or a thousand channels are refused, or work`(channels: AVAudioChannelCount) throws {
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        offline.engine.attach(player)
        let layout = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | channels)
        let format = layout.map { AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: $0) }
        guard channels > 0, let format else {
            #expect(
                AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: channels)?.channelCount ?? 0
                    == 0)
            return
        }
        offline.engine.connect(player, to: offline.engine.mainMixerNode, format: format)
        #expect(offline.refused.all.allSatisfy { !$0.localizedDescription.isEmpty })
        if offline.refused.all.isEmpty {
            try offline.engine.start()
            player.play()
            _ = try offline.render(64)
        }
    }

    @Test(arguments: [0, -1, 1e9, .nan, .infinity] as [Double])
    func `rates that no device has are refused wherever they are given`(rate: Double) throws {
        let engine = AVAudioEngine()
        let errors = ErrorLog()
        engine.errorHandler = { errors.add($0) }
        guard let format = AVAudioFormat(standardFormatWithSampleRate: rate, channels: 2) else { return }
        #expect(throws: (any Error).self) {
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
        }
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: format)
        #expect(errors.all.count == 1)
        if rate < 1e9 { #expect(AVAudioConverter(from: format, to: standardFormat(2)) == nil) }
    }

    @Test func `frame counts near the largest are refused before memory is asked for`() throws {
        #expect(AVAudioPCMBuffer(pcmFormat: standardFormat(2), frameCapacity: .max) == nil)
        let engine = AVAudioEngine()
        #expect(throws: (any Error).self) {
            try engine.enableManualRenderingMode(.offline, format: standardFormat(2), maximumFrameCount: .max)
        }
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        try offline.engine.start()
        let target = try #require(
            AVAudioPCMBuffer(pcmFormat: offline.engine.manualRenderingFormat, frameCapacity: 16))
        #expect(throws: (any Error).self) { try offline.engine.renderOffline(.max, to: target) }
        player.scheduleBuffer(
            buffer(4, ramp), at: AVAudioTime(sampleTime: .max, atRate: 48_000), options: [],
            completionHandler: nil)
        player.play(at: AVAudioTime(sampleTime: .max - 1, atRate: 48_000))
        #expect(try offline.render(64)[0].allSatisfy { $0 == 0 })
        player.stop()
    }
}
