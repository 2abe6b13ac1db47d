import AVFAudio
import Testing

struct ManualRenderingTests {
    @Test func `outside of manual rendering its properties read nothing`() {
        let engine = AVAudioEngine()
        #expect(!engine.isInManualRenderingMode && engine.manualRenderingMaximumFrameCount == 0)
        #expect(
            engine.manualRenderingFormat.sampleRate == 0 && engine.manualRenderingFormat.channelCount == 0)
        #expect(engine.manualRenderingSampleTime == 0)
        var code = noErr
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        #expect(engine.manualRenderingBlock(16, list.unsafeMutablePointer, &code) == .error)
        #expect(code == AVAudioEngineManualRenderingError.invalidMode.rawValue)
    }

    @Test func `every documented check of renderOffline throws its own code and empties the buffer`() throws {
        let engine = AVAudioEngine()
        let target = buffer(64, channels: 2, ramp)
        func code(_ frames: AVAudioFrameCount, _ buffer: AVAudioPCMBuffer) -> Int? {
            buffer.frameLength = 1
            do {
                _ = try engine.renderOffline(frames, to: buffer)
                return nil
            } catch {
                #expect(buffer.frameLength == 0)
                return (error as NSError).code
            }
        }
        #expect(code(64, target) == -80800)
        try engine.enableManualRenderingMode(.offline, format: standardFormat(2), maximumFrameCount: 128)
        #expect(code(64, target) == -80802)
        try engine.start()
        #expect(code(64, buffer(64, channels: 1, ramp)) == Int(kAudioUnitErr_FormatNotSupported))
        #expect(code(129, buffer(200, channels: 2, ramp)) == Int(kAudioUnitErr_TooManyFramesToProcess))
        #expect(code(65, target) == Int(kAudio_ParamError))
        #expect(code(64, target) == nil && target.frameLength == 64)
        #expect(throws: NSError.self) {
            try engine.enableManualRenderingMode(.realtime, format: standardFormat(2), maximumFrameCount: 128)
        }
        engine.stop()
        try engine.enableManualRenderingMode(.realtime, format: standardFormat(2), maximumFrameCount: 128)
        try engine.start()
        #expect(code(64, target) == -80800)
    }

    @Test func `enabling refuses a running engine and formats that nothing can have`() throws {
        let engine = AVAudioEngine()
        func code(_ format: AVAudioFormat?, _ frames: AVAudioFrameCount) throws -> Int? {
            let format = try #require(format)
            do {
                try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: frames)
                return nil
            } catch { return (error as NSError).code }
        }
        let compressed = AVAudioFormat(settings: [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 2,
        ])
        #expect(try code(compressed, 512) == -80800)
        #expect(try code(AVAudioFormat(standardFormatWithSampleRate: 0, channels: 2), 512) == -10868)
        #expect(try code(standardFormat(2), 0) == -50)
        #expect(!engine.isInManualRenderingMode)
        #expect(try code(standardFormat(2), 512) == nil)
        #expect(engine.isInManualRenderingMode && engine.manualRenderingMode == .offline)
        #expect(engine.manualRenderingMaximumFrameCount == 512)
        try engine.start()
        #expect(try code(standardFormat(2), 512) == -80801)
        engine.disableManualRenderingMode()
        #expect(!engine.isRunning && !engine.isInManualRenderingMode)
    }

    @Test func `the timeline counts frames, and reset begins it anew`() throws {
        let offline = try OfflineEngine()
        try offline.engine.start()
        _ = try offline.render(300, block: 128)
        #expect(offline.engine.manualRenderingSampleTime == 300)
        offline.engine.reset()
        #expect(offline.engine.manualRenderingSampleTime == 0)
    }

    @Test(arguments: [
        (AVAudioCommonFormat.pcmFormatInt16, true), (.pcmFormatInt16, false), (.pcmFormatInt32, true),
        (.pcmFormatFloat64, false), (.pcmFormatFloat32, true),
    ])
    func `other formats of linear PCM get the same samples, rounded`(
        common: AVAudioCommonFormat, interleaved: Bool
    ) throws {
        let engine = AVAudioEngine()
        let format = try #require(
            AVAudioFormat(commonFormat: common, sampleRate: 48_000, channels: 2, interleaved: interleaved))
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 64)
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.outputNode, format: standardFormat(2))
        let values: [Float] = [0, 0.5, -0.5, 1, -1, 2, -2, 1 / 32_768, 0.25]
        player.scheduleBuffer(buffer(values.count, channels: 2) { values[$0] * ($1 == 0 ? 1 : -1) })
        try engine.start()
        player.play()
        let target = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 64))
        #expect(try engine.renderOffline(AVAudioFrameCount(values.count), to: target) == .success)
        for channel in 0..<2 {
            for (frame, value) in values.enumerated() {
                let value = channel == 0 ? value : -value
                switch common {
                case .pcmFormatInt16:
                    let expected = Int16(max(-32_768, min(32_767, value * 32_768)))
                    #expect(target.int16ChannelData![channel][frame * target.stride] == expected)
                case .pcmFormatInt32:
                    let expected = Int32(max(-0x1p31, min(0x1p31 - 1, Double(value) * 0x1p31)))
                    #expect(target.int32ChannelData![channel][frame * target.stride] == expected)
                case .pcmFormatFloat32:
                    #expect(target.floatChannelData![channel][frame * target.stride] == value)
                default:
                    let list = UnsafeMutableAudioBufferListPointer(target.mutableAudioBufferList)
                    let doubles = UnsafeMutableBufferPointer<Double>(list[channel])
                    #expect(doubles[frame] == Double(value))
                }
            }
        }
    }

    @Test(arguments: [AVAudioEngineManualRenderingMode.offline, .realtime])
    func `the block fills the caller's memory, or lends its own`(mode: AVAudioEngineManualRenderingMode)
        throws
    {
        let engine = AVAudioEngine()
        try engine.enableManualRenderingMode(mode, format: standardFormat(2), maximumFrameCount: 64)
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: standardFormat(1))
        player.scheduleBuffer(buffer(100, ramp))
        let block = engine.manualRenderingBlock
        let target = buffer(64, channels: 2) { _, _ in 7 }
        var code = noErr
        #expect(block(32, target.mutableAudioBufferList, &code) == .error && code == -80802)
        try engine.start()
        player.play()
        #expect(block(32, target.mutableAudioBufferList, nil) == .success)
        #expect((0..<32).map { target.floatChannelData![1][$0] } == (0..<32).map { ramp($0) })
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        #expect(block(16, list.unsafeMutablePointer, &code) == .success && code == noErr)
        #expect(list[0].mDataByteSize == 64)
        #expect(Array(UnsafeMutableBufferPointer<Float>(list[0])) == (32..<48).map { ramp($0) })
        #expect(block(65, list.unsafeMutablePointer, &code) == .error)
        #expect(code == kAudioUnitErr_TooManyFramesToProcess)
        list.count = 1
        #expect(block(16, list.unsafeMutablePointer, &code) == .error && code == kAudio_ParamError)
        engine.disableManualRenderingMode()
        #expect(block(16, target.mutableAudioBufferList, &code) == .error)
    }

    @Test(arguments: [AVAudioEngineManualRenderingMode.offline, .realtime])
    func `the block of a time of manual rendering that is over renders nothing in the next one`(
        mode: AVAudioEngineManualRenderingMode
    ) throws {
        let engine = AVAudioEngine()
        try engine.enableManualRenderingMode(mode, format: standardFormat(1), maximumFrameCount: 64)
        let old = engine.manualRenderingBlock
        try engine.enableManualRenderingMode(mode, format: standardFormat(2), maximumFrameCount: 64)
        _ = engine.mainMixerNode
        try engine.start()
        let (one, two) = (buffer(64, channels: 1) { _, _ in 7 }, buffer(64, channels: 2) { _, _ in 7 })
        var code = noErr
        #expect(old(64, one.mutableAudioBufferList, &code) == .error && code != noErr)
        #expect(one.floatChannelData![0][0] == 7)
        #expect(engine.manualRenderingSampleTime == 0)
        #expect(engine.manualRenderingBlock(64, two.mutableAudioBufferList, &code) == .success)
        #expect(two.floatChannelData![1][0] == 0)
    }
}
