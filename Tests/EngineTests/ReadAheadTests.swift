import AVFDevices
import AVFGraph
import AVFMedia
import AVFRealtime
import AVFRender
import AVFUnits
import Glibc
import Testing

@testable import AVFEngine

@Suite struct ReadAheadTests {
    @Test(arguments: [48_000.0, 192_000])
    func `a file plays on for a second after its disk has stopped to answer`(rateHz: Double) throws {
        let device = VirtualClockDevice()
        let engine = AudioEngine(backend: device)
        let wave = try TemporaryWave(frameCount: 120_000, ramp)
        let player = PlayerNode()
        try engine.setDevice(
            DeviceStreamRequest(sampleRateHz: rateHz, channelCount: 1, periodFrameCount: 512))
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(1, rate: rateHz))
        try player.schedule(file: MediaSource(path: wave.path), startFrame: 0, frameCount: 120_000)
        try engine.start()
        try player.play()
        let second = Int(rateHz)
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        while player.framesUntilStarved < second, ContinuousClock.now < deadline { sched_yield() }
        // Nothing can be read from now on.
        truncate(wave.path, 0)
        device.advance(frameCount: second)
        let heard = device.playedChannels[0]
        #expect(heard.count >= second / 512 * 512)
        let inner = heard.dropFirst(second / 4).prefix(second / 2)
        #expect(inner.allSatisfy { $0 != 0 })
        guard rateHz == 48_000 else { return }
        let wanted: [Float] = heard.indices.map { ramp($0, 0) }
        #expect(Array(heard) == wanted)
    }

    @Test func `a player whose next chunk is being decoded waits for it and may starve`() {
        let link = PlayerLink()
        var queue = PlayerQueue()
        #expect(!queue.isWaiting && queue.framesUntilStarved(over: link) == .max)
        let segment = FileSegment(MediaSource(path: "/nowhere.wav"), startFrame: 0, frameCount: 1000)
        _ = queue.append(PendingItem(source: .segment(segment)), over: link)
        #expect(queue.isWaiting && queue.framesUntilStarved(over: link) == 0)
        _ = queue.takeNext(upTo: 1, piped: 1, over: link)
        queue.isDecoding = true
        #expect(queue.isWaiting && queue.framesUntilStarved(over: link) == 0)
    }

    @Test func `offline a file is whole although another thread prepares the player`() throws {
        let wave = try TemporaryWave(frameCount: 60_000, ramp)
        for _ in 0..<50 {
            let engine = AudioEngine()
            let renderer = try OfflineRenderer(engine, channels: 1)
            let player = PlayerNode()
            try engine.attach(player)
            try engine.connect(player, to: engine.outputNode, format: format(1))
            try engine.start()
            try player.schedule(file: MediaSource(path: wave.path), startFrame: 0, frameCount: 60_000)
            try player.play()
            let preparer = try NamedThread(.worker) { player.prepare(frameCount: 60_000) }
            let heard = try renderer.render(60_000)[0]
            preparer.join()
            try #require(heard == (0..<60_000).map { ramp($0, 0) })
        }
    }
}
