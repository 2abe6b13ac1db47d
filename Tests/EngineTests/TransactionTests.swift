import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import Testing

@Suite struct TransactionTests {
    private struct Sorry: Error {}

    /// A mono engine that renders a player of ones.
    private func playing() throws -> (engine: AudioEngine, player: PlayerNode, renderer: OfflineRenderer) {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let player = try addOnes(to: engine)
        try engine.start()
        try player.play()
        return (engine, player, renderer)
    }

    /// Attaches a player of ones, and connects it to the main mixer.
    private func addOnes(to engine: AudioEngine) throws -> PlayerNode {
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(1))
        try player.schedule(samples(64) { _, _ in 1 }, loops: true)
        return player
    }

    private func identities(_ nodes: [EngineNode]) -> [ObjectIdentifier] {
        nodes.map { ObjectIdentifier($0) }
    }

    @Test func `edits of a transaction are not heard before its end, and all with the first block after it`()
        throws
    {
        let (engine, _, renderer) = try playing()
        #expect(try renderer.render(8)[0] == [Float](repeating: 1, count: 8))
        try engine.performChanges {
            for _ in 0..<3 { try addOnes(to: engine).play() }
            #expect(try renderer.render(8)[0] == [Float](repeating: 1, count: 8))
        }
        #expect(try renderer.render(8)[0] == [Float](repeating: 4, count: 8))
    }

    @Test
    func `a failed transaction leaves connections, nodes, formats, taps, bypass and gains as they were`()
        throws
    {
        let (engine, player, renderer) = try playing()
        let gain = UnitNode(native: UnitEntry(GainKernel.self))
        try engine.attach(gain)
        try engine.installTap(on: player, bus: 0, frameCount: 16) { _ in }
        player.volume = 0.5
        let mixer = engine.mainMixerNode
        let input = mixer.input(0)
        let nodes = engine.attachedNodes
        let plan = try engine.compiledSchedule().description
        #expect(throws: Sorry.self) {
            try engine.performChanges {
                _ = try addOnes(to: engine)
                try engine.connect(player, to: gain, format: format(1, rate: 44_100))
                try engine.connect(gain, bus: 0, to: mixer, bus: 0, format: nil)
                gain.isBypassed = true
                engine.removeTap(from: player, bus: 0)
                try engine.installTap(on: gain, bus: 0, frameCount: 16) { _ in }
                try engine.detach(player)
                throw Sorry()
            }
        }
        #expect(identities(engine.attachedNodes) == identities(nodes))
        #expect(try engine.compiledSchedule().description == plan)
        #expect(mixer.input(0) === input)
        #expect(mixer.input(1) == nil)
        #expect(engine.inputConnection(of: mixer, bus: 0)?.node === player)
        #expect(player.engine === engine)
        #expect(!gain.isBypassed)
        #expect(engine.outputFormat(of: player, bus: 0) == format(1))
        #expect(throws: EngineError.self) {
            try engine.installTap(on: player, bus: 0, frameCount: 16) { _ in }
        }
        try engine.installTap(on: gain, bus: 0, frameCount: 16) { _ in }
        _ = try renderer.render(4800)
        #expect(try renderer.render(1)[0] == [0.5])
    }

    @Test func `a main mixer made in a failed transaction is made anew`() throws {
        let engine = AudioEngine()
        #expect(throws: Sorry.self) {
            try engine.performChanges {
                _ = engine.mainMixerNode
                throw Sorry()
            }
        }
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(1))
        #expect(engine.mainMixerNode.engine === engine)
        #expect(engine.inputConnection(of: engine.outputNode, bus: 0)?.node === engine.mainMixerNode)
    }

    @Test func `an inner transaction that fails takes back its own edits only`() throws {
        let (engine, _, renderer) = try playing()
        try engine.performChanges {
            let kept = try addOnes(to: engine)
            #expect(throws: Sorry.self) {
                try engine.performChanges {
                    _ = try addOnes(to: engine)
                    throw Sorry()
                }
            }
            try kept.play()
        }
        #expect(try renderer.render(8)[0] == [Float](repeating: 2, count: 8))
        #expect(engine.mainMixerNode.input(2) == nil)
    }

    @Test func `an outer transaction that fails takes back what inner ones have done`() throws {
        let (engine, _, renderer) = try playing()
        let nodes = engine.attachedNodes
        #expect(throws: Sorry.self) {
            try engine.performChanges {
                try engine.performChanges { try addOnes(to: engine).play() }
                throw Sorry()
            }
        }
        #expect(identities(engine.attachedNodes) == identities(nodes))
        #expect(try renderer.render(8)[0] == [Float](repeating: 1, count: 8))
    }

    @Test func `a transaction whose result cannot be rendered is taken back and goes on sounding as before`()
        throws
    {
        let (engine, player, renderer) = try playing()
        let gain = UnitNode(native: UnitEntry(GainKernel.self))
        try engine.attach(gain)
        #expect(throws: EngineError.self) {
            try engine.performChanges {
                try engine.connect(player, to: gain, format: format(1))
                try engine.connect(
                    gain, bus: 0, to: engine.mainMixerNode, bus: 0, format: format(1, rate: 44_100))
            }
        }
        #expect(engine.inputConnection(of: engine.mainMixerNode, bus: 0)?.node === player)
        #expect(try renderer.render(8)[0] == [Float](repeating: 1, count: 8))
    }

    @Test func `a refused single edit changes nothing`() throws {
        let (engine, player, renderer) = try playing()
        let mixer = engine.mainMixerNode
        let input = mixer.input(0)
        #expect(throws: EngineError.self) {
            try engine.connect(player, bus: 0, to: mixer, bus: -1, format: format(1))
        }
        #expect(throws: EngineError.self) { try engine.connect(mixer, to: mixer, format: nil) }
        #expect(throws: EngineError.self) { try engine.disconnectInput(mixer, bus: 3) }
        #expect(mixer.input(0) === input)
        #expect(try renderer.render(8)[0] == [Float](repeating: 1, count: 8))
    }
}
