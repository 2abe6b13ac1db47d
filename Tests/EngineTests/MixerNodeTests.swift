import AVFDSP
import AVFEngine
import AVFGraph
import AVFRealtime
import AVFRender
import Testing

@Suite struct MixerNodeTests {
    /// One player of `inputs` channels through the main mixer into `outputs` channels, running.
    private func playing(
        inputs: Int, outputs: Int, _ value: @escaping (Int, Int) -> Float
    ) throws -> (engine: AudioEngine, player: PlayerNode, renderer: OfflineRenderer) {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: outputs)
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(inputs))
        try player.schedule(samples(1000, channels: inputs, value), loops: true)
        try engine.start()
        try player.play()
        return (engine, player, renderer)
    }

    @Test(arguments: [1, 2, 3, 6, 8], [1, 2, 6])
    func `any channel count is mixed into any other as the standard matrix says`(
        inputs: Int, outputs: Int
    ) throws {
        let player = try playing(inputs: inputs, outputs: outputs) { Float($1 + 1) + Float($0) / 1000 }
        let output = try player.renderer.render(100, blocks: [33])
        let matrix = ChannelMixMatrix(inputChannelCount: inputs, outputChannelCount: outputs)
        for frame in 0..<100 {
            for channel in 0..<outputs {
                let expected = (0..<inputs).reduce(Float(0)) { sum, input in
                    sum + matrix[output: channel, input: input] * (Float(input + 1) + Float(frame) / 1000)
                }
                #expect(abs(output[channel][frame] - expected) <= 1e-6 * Float(inputs * inputs))
            }
        }
    }

    @Test(arguments: [[1], [64], [512], [1, 99]])
    func `changes of volume and pan while running have no step, and end where they should`(
        blocks: [Int]
    ) throws {
        let (engine, player, renderer) = try playing(inputs: 1, outputs: 2) { _, _ in 1 }
        var output = try renderer.render(100, blocks: blocks)
        player.volume = 0
        engine.mainMixerNode.outputVolume = 0.5
        let fall = try renderer.render(960, blocks: blocks)
        player.volume = 1
        player.pan = -1
        let turn = try renderer.render(960, blocks: blocks)
        for channel in 0..<2 {
            output[channel] += fall[channel] + turn[channel]
            let steps = zip(output[channel], output[channel].dropFirst()).map { abs($0 - $1) }
            // 10 ms from 1 to 0, and half of that again by the master at the same time.
            #expect(steps.max() ?? 1 <= 1.5 / 480 + 1e-6)
            #expect(fall[channel].last == 0)
        }
        #expect(turn[1].last == 0)
        #expect(abs((turn[0].last ?? 0) - 0.5 * Float(2).squareRoot()) < 1e-6)
    }

    @Test func `a gain that is set between two renders of a stopped engine is there from the first sample`()
        throws
    {
        let (engine, player, renderer) = try playing(inputs: 1, outputs: 1) { _, _ in 1 }
        _ = try renderer.render(100)
        engine.stop()
        player.volume = 0.25
        try engine.start()
        #expect(try renderer.render(4)[0] == [0.25, 0.25, 0.25, 0.25])
    }

    @Test func `a connection begins at its source's volume and pan, without a ramp`() throws {
        let (engine, player, renderer) = try playing(inputs: 1, outputs: 1) { _, _ in 1 }
        let mixer = engine.mainMixerNode
        try engine.disconnectOutput(player)
        #expect(mixer.input(0) == nil)
        player.volume = 0.5
        try engine.connect(player, to: mixer, format: format(1))
        #expect(mixer.input(0)?.volume == 0.5)
        #expect(try renderer.render(4)[0] == [0.5, 0.5, 0.5, 0.5])
    }

    @Test func `after being connected anew within a transaction, an input still obeys its player`() throws {
        let (engine, player, renderer) = try playing(inputs: 1, outputs: 1) { _, _ in 1 }
        for _ in 0..<20 {
            try engine.performChanges {
                try engine.disconnectOutput(player)
                try engine.connect(player, to: engine.mainMixerNode, format: format(1))
            }
            player.volume = 0
            _ = try renderer.render(500)
            #expect(try renderer.render(1)[0] == [0])
            player.volume = 1
            _ = try renderer.render(500)
            #expect(try renderer.render(1)[0] == [1])
        }
    }

    @Test func `two threads that connect to the next free bus get one each`() throws {
        let engine = AudioEngine()
        let mixer = engine.mainMixerNode
        let players = (0..<200).map { PlayerNode(name: "\($0)") }
        let threads = try (0..<2).map { half in
            try NamedThread(.worker) {
                for player in players[half * 100..<(half + 1) * 100] {
                    try? engine.attach(player)
                    try? engine.connect(player, to: mixer, format: format(1))
                }
            }
        }
        threads.forEach { $0.join() }
        #expect(players.allSatisfy { engine.outputConnections(of: $0, bus: 0).count == 1 })
        #expect(engine.nextAvailableInputBus(of: mixer) == 200)
    }
}
