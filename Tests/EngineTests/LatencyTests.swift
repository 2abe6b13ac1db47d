import AVFEngine
import AVFGraph
import AVFRender
import TestSupport
import Testing

@Suite struct LatencyTests {
    //          ┌ late (64) ┐
    // player ──┤           ├ main mixer ─ out
    //          └───────────┘
    private func parallelBranches(bypassed: Bool = false) throws -> (AudioEngine, OfflineRenderer, PlayerNode)
    {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let player = PlayerNode()
        let late = UnitNode(native: UnitEntry(LatentKernel.self))
        late.isBypassed = bypassed
        try engine.attach(player)
        try engine.attach(late)
        let mixer = engine.mainMixerNode
        try engine.connect(player, bus: 0, to: [(late, 0), (mixer, 1)], format: format(1))
        try engine.connect(late, bus: 0, to: mixer, bus: 0, format: nil)
        try player.schedule(samples(1) { _, _ in 1 })
        try engine.start()
        try player.play()
        return (engine, renderer, player)
    }

    @Test(arguments: [[1], [63], [64], [65], [512]])
    func `an impulse through a latent and a dry branch arrives in one frame`(blocks: [Int]) throws {
        let (engine, renderer, _) = try parallelBranches()
        let output = try renderer.render(300, blocks: blocks)[0]
        #expect(output.enumerated().filter { $1 != 0 }.map { $0.offset } == [64])
        #expect(output[64] == 2)
        #expect(engine.graphLatencySeconds == 64 / 48_000.0)
    }

    @Test func `a bypassed latent unit delays nothing`() throws {
        let (engine, renderer, _) = try parallelBranches(bypassed: true)
        let output = try renderer.render(300)[0]
        #expect(output[0] == 2)
        #expect(output.dropFirst().allSatisfy { $0 == 0 })
        #expect(engine.graphLatencySeconds == 0)
    }
}
