import AVFAudio
import AVFDevices
import AVFEngine
import Testing

/// What nodes and players say of the time, in each way of rendering.
struct RenderTimeTests {
    @Test(arguments: [AVAudioEngineManualRenderingMode.offline, .realtime])
    func `in manual rendering a node's time is the number of frames rendered, from start on`(
        mode: AVAudioEngineManualRenderingMode
    ) throws {
        let (engine, player) = try manualEngine(mode, rate: 44_100)
        #expect(player.lastRenderTime == nil)
        try engine.start()
        #expect(player.lastRenderTime?.sampleTime == 0)
        #expect(player.lastRenderTime?.isHostTimeValid == false)
        for frameCount in 1...5 {
            try render(frameCount * 1024, engine)
            let expected = AVAudioFramePosition((1...frameCount).reduce(0, +) * 1024)
            #expect(player.lastRenderTime?.sampleTime == expected)
            #expect(engine.mainMixerNode.lastRenderTime?.sampleTime == expected)
            #expect(engine.outputNode.lastRenderTime?.sampleTime == expected)
            #expect(engine.manualRenderingSampleTime == expected)
        }
        engine.pause()
        #expect(player.lastRenderTime == nil)
        try engine.start()
        #expect(player.lastRenderTime?.sampleTime == 15_360)
        engine.reset()
        #expect(player.lastRenderTime?.sampleTime == 0)
        engine.stop()
        #expect(player.lastRenderTime == nil)
    }

    @Test(
        arguments: [AVAudioEngineManualRenderingMode.offline, .realtime], [44_100.0, 48_000, 22_050, 96_000])
    func `after two and a half seconds player time is two and a half seconds, at the player's rate`(
        mode: AVAudioEngineManualRenderingMode, rate: Double
    ) throws {
        let (engine, player) = try manualEngine(mode, rate: 48_000, playerRate: rate)
        try engine.start()
        player.play()
        try render(120_000, engine)
        let time = try #require(player.lastRenderTime.flatMap { player.playerTime(forNodeTime: $0) })
        #expect(time.sampleRate == rate && time.sampleTime == AVAudioFramePosition(2.5 * rate))
    }

    @Test(arguments: [0.5, 1, 2])
    func `behind a time effect player time is what has been heard of the player`(rate: Float) throws {
        for effect in [AVAudioUnitTimePitch(), AVAudioUnitVarispeed()] {
            (effect as? AVAudioUnitTimePitch)?.rate = rate
            (effect as? AVAudioUnitVarispeed)?.rate = rate
            let (engine, player) = try manualEngine(
                .offline, rate: 48_000, playerRate: 24_000, through: effect)
            try engine.start()
            player.play()
            try render(48_000, engine)
            let time = try #require(player.lastRenderTime.flatMap { player.playerTime(forNodeTime: $0) })
            #expect(abs(Double(time.sampleTime) - 24_000 * Double(rate)) <= 2)
        }
    }

    @Test func `reset begins the time anew for a player at another rate too`() throws {
        let (engine, player) = try manualEngine(.offline, rate: 48_000, playerRate: 24_000)
        try engine.start()
        try render(48_000, engine)
        engine.reset()
        #expect(player.lastRenderTime?.sampleTime == 0)
        player.scheduleBuffer(buffer(1000, rate: 24_000) { _, _ in 0.5 })
        player.play(at: AVAudioTime(sampleTime: 600, atRate: 24_000))
        let heard = try render(2400, engine)
        #expect(heard[..<1000].allSatisfy { $0 == 0 } && heard[1400...].allSatisfy { $0 > 0.4 })
    }

    @Test func `players at several rates that are told to start at their times plus a second start together`()
        throws
    {
        let (engine, first) = try manualEngine(.offline, rate: 48_000)
        let second = AVAudioPlayerNode()
        engine.attach(second)
        engine.connect(second, to: engine.mainMixerNode, format: standardFormat(1, rate: 24_000))
        try engine.start()
        try render(10_000, engine)
        first.scheduleBuffer(buffer(20_000) { _, _ in 0.25 })
        second.scheduleBuffer(buffer(10_000, rate: 24_000) { _, _ in -0.25 })
        for player in [first, second] {
            let now = try #require(player.lastRenderTime)
            let start = now.sampleTime + AVAudioFramePosition(now.sampleRate)
            player.play(at: AVAudioTime(sampleTime: start, atRate: now.sampleRate))
        }
        let heard = try render(70_000, engine)
        #expect(heard[48_200..<67_800].allSatisfy { abs($0) < 1e-3 })
        #expect(heard[..<47_800].allSatisfy { $0 == 0 })
    }

    @Test func `with a device a node's time is that of the newest block`() throws {
        let device = VirtualClockDevice()
        let engine = AVAudioEngine(backend: device)
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: standardFormat(1))
        try engine.start()
        #expect(player.lastRenderTime == nil)
        player.play()
        device.advance(frameCount: 512)
        #expect(player.lastRenderTime?.sampleTime == 0)
        device.advance(frameCount: 512)
        let last = try #require(player.lastRenderTime)
        #expect(last.sampleTime == 512 && last.isHostTimeValid)
        #expect(player.playerTime(forNodeTime: last)?.sampleTime == 512)
        engine.stop()
    }

    @Test(arguments: [AVAudioEngineManualRenderingMode.offline, .realtime])
    func `between stop, play and the next block there is no player time of before`(
        mode: AVAudioEngineManualRenderingMode
    ) throws {
        let (engine, player) = try manualEngine(mode, rate: 48_000)
        try engine.start()
        player.play()
        try render(3000, engine)
        player.stop()
        player.play()
        let now = try #require(player.lastRenderTime)
        #expect(player.playerTime(forNodeTime: now) == nil && player.nodeTime(forPlayerTime: now) == nil)
        try render(100, engine)
        let later = try #require(player.lastRenderTime)
        #expect(player.playerTime(forNodeTime: later)?.sampleTime == 100)
    }

    @Test func `with a device there is no player time of before either`() throws {
        let device = VirtualClockDevice()
        let engine = AVAudioEngine(backend: device)
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: standardFormat(1))
        try engine.start()
        player.play()
        device.advance(frameCount: 2048)
        player.stop()
        player.play()
        let now = try #require(player.lastRenderTime)
        #expect(player.playerTime(forNodeTime: now) == nil)
        // A host time is a player time only while the player has one: the buffer is heard at once.
        player.scheduleBuffer(buffer(3) { _, _ in 0.25 }, at: AVAudioTime(hostTime: now.hostTime))
        device.advance(frameCount: 512)
        #expect(player.playerTime(forNodeTime: try #require(player.lastRenderTime))?.sampleTime == 0)
        engine.stop()
    }
}

/// An engine in manual rendering with a player on its main mixer, perhaps through an effect.
private func manualEngine(
    _ mode: AVAudioEngineManualRenderingMode, rate: Double, playerRate: Double? = nil,
    through effect: AVAudioNode? = nil
) throws -> (engine: AVAudioEngine, player: AVAudioPlayerNode) {
    let engine = AVAudioEngine()
    try engine.enableManualRenderingMode(
        mode, format: standardFormat(1, rate: rate), maximumFrameCount: 4096)
    let player = AVAudioPlayerNode()
    let format = standardFormat(1, rate: playerRate ?? rate)
    engine.attach(player)
    if let effect {
        engine.attach(effect)
        engine.connect(player, to: effect, format: format)
    }
    engine.connect(effect ?? player, to: engine.mainMixerNode, format: format)
    return (engine, player)
}

/// The next frames of a mono engine, through its block, in blocks of 1024.
@discardableResult
private func render(_ frameCount: Int, _ engine: AVAudioEngine) throws -> [Float] {
    let target = buffer(1024) { _, _ in 0 }
    var heard: [Float] = []
    while heard.count < frameCount {
        let count = min(1024, frameCount - heard.count)
        target.frameLength = AVAudioFrameCount(count)
        let status = engine.manualRenderingBlock(
            AVAudioFrameCount(count), target.mutableAudioBufferList, nil)
        try #require(status == .success)
        heard += (0..<count).map { target.floatChannelData![0][$0] }
    }
    return heard
}
