import AVFEngine
import AVFGraph
import AVFRender
import TestSupport
import Testing

/// What an engine does with a unit that takes more or fewer frames than it makes; `PaceKernel` shows which
/// ones.
@Suite struct TimeEffectTests {
    /// An engine whose graph `connect` draws behind a mono output.
    private func engine(
        _ connect: (AudioEngine) throws -> Void
    ) throws -> (AudioEngine, OfflineRenderer) {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        try connect(engine)
        try engine.start()
        return (engine, renderer)
    }

    private func pace(_ rate: Float, in engine: AudioEngine) throws -> UnitNode {
        let node = UnitNode(native: UnitEntry(PaceKernel.self))
        node.parameters.store(rate, at: 0)
        try engine.attach(node)
        return node
    }

    private func player(_ frameCount: Int, in engine: AudioEngine) throws -> PlayerNode {
        let player = PlayerNode()
        try engine.attach(player)
        try player.schedule(samples(frameCount, ramp))
        return player
    }

    /// Frame n · rate of the ramp for each output frame n.
    private func expected(_ frameCount: Int, rate: Double) -> [Float] {
        (0..<frameCount).map { ramp(Int(Double($0) * rate), 0) }
    }

    static let blockings = [[1], [7, 300], [64], [512], [4096]]

    // player ─ pace ─ out
    @Test(arguments: blockings, [1, 2, 3.5, 4] as [Float])
    func `output frame n is input frame n times the rate, however blocks are cut`(
        blocks: [Int], rate: Float
    ) throws {
        var player: PlayerNode?
        let (_, renderer) = try engine { engine in
            let node = try pace(rate, in: engine)
            let made = try self.player(40_000, in: engine)
            try engine.connect(made, to: node, format: format(1))
            try engine.connect(node, to: engine.outputNode, format: nil)
            player = made
        }
        try player?.play()
        #expect(try renderer.render(9000, blocks: blocks)[0] == expected(9000, rate: Double(rate)))
    }

    // a, b ─ inner mixer ─ pace ─┐
    // dry ───────────────────────┴ main mixer ─ out
    @Test(arguments: blockings)
    func `everything before a time effect runs at its pace, and nothing beside it`(blocks: [Int]) throws {
        var players: [PlayerNode] = []
        let (_, renderer) = try engine { engine in
            let node = try pace(2, in: engine)
            let inner = MixerNode()
            try engine.attach(inner)
            for _ in 0..<2 {
                players.append(try player(40_000, in: engine))
                try engine.connect(players[players.count - 1], to: inner, format: format(1))
            }
            players.append(try player(40_000, in: engine))
            try engine.connect(inner, to: node, format: format(1))
            try engine.connect(node, to: engine.mainMixerNode, format: nil)
            try engine.connect(players[2], to: engine.mainMixerNode, format: format(1))
        }
        for player in players { try player.play() }
        let output = try renderer.render(8000, blocks: blocks)[0]
        #expect(output == (0..<8000).map { 2 * ramp(2 * $0, 0) + ramp($0, 0) })
    }

    // player ─ late (64) ─ pace ─┐
    // dry ───────────────────────┴ main mixer ─ out
    @Test(arguments: blockings)
    func `a latent unit before a time effect is made up for to the frame at any pace`(blocks: [Int]) throws {
        var players: [PlayerNode] = []
        let (engine, renderer) = try engine { engine in
            let node = try pace(2, in: engine)
            let late = UnitNode(native: UnitEntry(LatentKernel.self))
            try engine.attach(late)
            players = [try player(40_000, in: engine), try player(40_000, in: engine)]
            try engine.connect(players[0], to: late, format: format(1))
            try engine.connect(late, to: node, format: nil)
            try engine.connect(node, to: engine.mainMixerNode, format: nil)
            try engine.connect(players[1], to: engine.mainMixerNode, format: format(1))
        }
        for player in players { try player.play() }
        let output = try renderer.render(8000, blocks: blocks)[0]
        #expect(output == (0..<8000).map { ramp(2 * $0, 0) + ramp($0, 0) })
        #expect(engine.graphLatencySeconds == 0)
    }

    // player(44100) ─ late (64) ─ main mixer(44100) ─ out(44100), and the same at 48000
    @Test func `a latent unit at another rate is made up for to the frame of its own rate`() throws {
        func impulse(late: Bool) throws -> [Float] {
            var player: PlayerNode?
            let (_, renderer) = try engine { engine in
                let made = PlayerNode()
                try engine.attach(made)
                player = made
                let unit = UnitNode(native: UnitEntry(LatentKernel.self))
                try engine.attach(unit)
                let slow = format(1, rate: 44_100)
                if late {
                    try engine.connect(made, to: unit, format: slow)
                    try engine.connect(unit, to: engine.mainMixerNode, format: nil)
                } else {
                    try engine.connect(made, to: engine.mainMixerNode, format: slow)
                }
                try made.schedule(samples(1000) { frame, _ in frame == 100 ? 1 : 0 })
            }
            try player?.play()
            return try renderer.render(2000, blocks: [64])[0]
        }
        #expect(try impulse(late: true) == impulse(late: false))
    }

    @Test func `node time before a time effect counts the frames that it has taken`() throws {
        var player: PlayerNode?
        let (engine, renderer) = try engine { engine in
            let node = try pace(4, in: engine)
            let made = try self.player(40_000, in: engine)
            try engine.connect(made, to: node, format: format(1))
            try engine.connect(node, to: engine.outputNode, format: nil)
            player = made
        }
        let node = try #require(player)
        try node.play(atSampleTime: 100)
        let output = try renderer.render(1000, blocks: [500])[0]
        #expect(output == (0..<1000).map { $0 < 25 ? 0 : ramp(4 * $0 - 100, 0) })
        // The newest block began at output frame 500; its input at frame 4 · 499 + 1.
        #expect(engine.renderInstant(of: node)?.sampleTime == 1997)
        #expect(node.timeOffset == 100)
    }

    @Test func `a rate is heard from the next block on, and a bypassed effect takes frame for frame`() throws
    {
        var player: PlayerNode?
        var effect: UnitNode?
        let (_, renderer) = try engine { engine in
            let node = try pace(1, in: engine)
            let made = try self.player(40_000, in: engine)
            try engine.connect(made, to: node, format: format(1))
            try engine.connect(node, to: engine.outputNode, format: nil)
            (player, effect) = (made, node)
        }
        try player?.play()
        #expect(try renderer.render(100)[0] == (0..<100).map { ramp($0, 0) })
        effect?.parameters.store(3, at: 0)
        #expect(try renderer.render(100)[0] == (0..<100).map { ramp(100 + 3 * $0, 0) })
        effect?.isBypassed = true
        #expect(try renderer.render(100)[0] == (0..<100).map { ramp(400 + $0, 0) })
        effect?.isBypassed = false
        #expect(try renderer.render(100)[0] == (0..<100).map { ramp(500 + 3 * $0, 0) })
    }

    @Test(arguments: [[512], [4096]])
    func `offline a fast time effect never outruns a player that decodes small pieces`(blocks: [Int]) throws {
        var player: PlayerNode?
        let (_, renderer) = try engine { engine in
            let node = try pace(4, in: engine)
            let made = PlayerNode()
            try engine.attach(made)
            try engine.connect(made, to: node, format: format(1))
            try engine.connect(node, to: engine.outputNode, format: nil)
            for piece in 0..<1000 { try made.schedule(samples(40) { ramp(40 * piece + $0, $1) }) }
            player = made
        }
        try player?.play()
        #expect(try renderer.render(9000, blocks: blocks)[0] == expected(9000, rate: 4))
    }

    @Test func `a path that splits around a time effect is refused when the engine starts`() throws {
        let message = #expect(throws: EngineError.self) {
            _ = try engine { engine in
                let node = try pace(1, in: engine)
                let player = PlayerNode()
                try engine.attach(player)
                try engine.connect(
                    player, bus: 0, to: [(node, 0), (engine.mainMixerNode, 0)], format: format(1))
                try engine.connect(node, bus: 0, to: engine.mainMixerNode, bus: 1, format: nil)
            }
        }?.description
        #expect(message?.contains("Pace") == true)
    }
}
