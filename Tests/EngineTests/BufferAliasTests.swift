import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import Testing

/// A player lends the memory of what it plays instead of copying it: nobody may hear that, or write there.
@Suite struct BufferAliasTests {
    private let frameCount = 10_000

    @Test(arguments: [[64], [512], [100, 1, 511]])
    func `an effect behind a player leaves the buffer that is played as it was`(blocks: [Int]) throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let player = PlayerNode()
        let effect = UnitNode(native: UnitEntry(GainKernel.self))
        for node in [player, effect] { try engine.attach(node) }
        try engine.connect(player, to: effect, format: format(1))
        try engine.connect(effect, to: engine.outputNode, format: format(1))
        let buffer = SampleBuffer(channelCount: 1, frameCapacity: frameCount)
        for frame in 0..<frameCount { buffer.channels[0][frame] = ramp(frame, 0) }
        try player.schedule(PlayableSamples(buffer, frameCount: frameCount))
        try engine.start()
        try player.play()
        effect.parameters.store(-20, at: 0)
        let output = try renderer.render(frameCount, blocks: blocks)[0]
        #expect(output.contains { $0 != 0 })
        #expect((0..<frameCount).allSatisfy { buffer.channels[0][$0] == ramp($0, 0) })
    }

    @Test(arguments: [[64], [512], [100, 1, 511]])
    func `two nodes behind one player hear the same, at the ends of buffers too`(blocks: [Int]) throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let player = PlayerNode()
        let mixers = [MixerNode(), MixerNode()]
        try engine.attach(player)
        for mixer in mixers { try engine.attach(mixer) }
        let last = MixerNode()
        try engine.attach(last)
        try engine.connect(
            player, bus: 0, to: mixers.map { (node: $0, bus: 0) }, format: format(1))
        for mixer in mixers { try engine.connect(mixer, to: last, format: format(1)) }
        try engine.connect(last, to: engine.outputNode, format: format(1))
        for start in stride(from: 0, to: frameCount, by: 1250) {
            try player.schedule(samples(1250) { frame, _ in ramp(start + frame, 0) })
        }
        try engine.start()
        try player.play()
        let output = try renderer.render(frameCount, blocks: blocks)[0]
        #expect(output == (0..<frameCount).map { 2 * ramp($0, 0) })
    }

    @Test func `a player that is connected anew, with other channels or not, goes on where it was`() throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 2)
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(1))
        try player.schedule(samples(frameCount) { frame, _ in ramp(frame, 0) })
        try engine.start()
        try player.play()
        var played = 0
        for channelCounts in [[1], [2, 1], [2], [1, 2, 1, 2], [1]] {
            // Units come and go meanwhile, perhaps in the same memory.
            try engine.disconnectOutput(player)
            _ = try renderer.render(64, blocks: [64])
            for channelCount in channelCounts {
                try engine.disconnectOutput(player)
                try engine.connect(player, to: engine.mainMixerNode, format: format(channelCount))
            }
            let output = try renderer.render(256, blocks: [64])
            let expected = (played..<played + 256).map { ramp($0, 0) }
            #expect(output == [expected, expected], "\(channelCounts)")
            played += 256
        }
    }
}
