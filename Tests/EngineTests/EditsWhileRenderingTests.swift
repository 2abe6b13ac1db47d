import AVFEngine
import Synchronization
import Testing

@Suite struct EditsWhileRenderingTests {
    @Test func `a player that is attached between two blocks is fed and heard`() throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine)
        _ = engine.mainMixerNode
        try engine.start()
        _ = try renderer.render(512)
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(1))
        try player.schedule(samples(100, ramp))
        try player.play()
        #expect(try renderer.render(100)[0] == (0..<100).map { ramp($0, 0) })
    }

    @Test func `offline, a tap that is installed between two blocks misses nothing`() throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine)
        let mixer = engine.mainMixerNode
        try engine.start()
        _ = try renderer.render(512)
        let heard = Mutex(0)
        try engine.installTap(on: mixer, bus: 0, frameCount: 64) { block in
            heard.withLock { $0 += block.frameCount }
        }
        _ = try renderer.render(96_000, blocks: [4096])
        engine.removeTap(from: mixer, bus: 0)
        #expect(heard.withLock { $0 } == 96_000)
    }

    @Test func `a completion handler runs soon after the last frame, without a device that wakes anybody`()
        async throws
    {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine)
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(1))
        try engine.start()
        let kind = try await withCheckedThrowingContinuation { continuation in
            do {
                let completion = PlayerCompletion(.dataRendered) { continuation.resume(returning: $0) }
                try player.schedule(samples(100, ramp), completion: completion)
                try player.play()
                _ = try renderer.render(512)
            } catch { continuation.resume(throwing: error) }
        }
        #expect(kind == .dataRendered)
    }
}
