import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import Glibc
import Testing

@Suite struct OfflineRenderingTests {
    // player(mono) ─ main mixer ─ out(stereo)
    @Test(arguments: [[1], [17], [64], [512], [4096], [1, 300, 7]])
    func `a mono buffer is copied to both sides untouched, for any block size`(blocks: [Int]) throws {
        let engine = AudioEngine()
        let player = PlayerNode()
        let renderer = try OfflineRenderer(engine)
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(1))
        try player.schedule(samples(1000, ramp))
        try engine.start()
        try player.play()
        let output = try renderer.render(1500, blocks: blocks)
        let expected = (0..<1500).map { $0 < 1000 ? ramp($0, 0) : 0 }
        #expect(output == [expected, expected])
    }

    @Test func `volume and pan set before the start are one multiplication from the first sample on`() throws
    {
        let engine = AudioEngine()
        let player = PlayerNode()
        let renderer = try OfflineRenderer(engine)
        player.volume = 0.3
        player.pan = -1
        engine.mainMixerNode.outputVolume = 0.5
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(1))
        try player.schedule(samples(100, ramp))
        try engine.start()
        try player.play()
        let output = try renderer.render(100)
        let left = Float(0.3) * Float(2).squareRoot()
        #expect(output[0] == (0..<100).map { ramp($0, 0) * left * 0.5 })
        #expect(output[1].allSatisfy { $0 == 0 })
    }

    @Test func `four players are summed exactly, in bus order`() throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine)
        let parts: [(Int) -> Float] = [
            { sinf(Float($0)) }, { cosf(Float($0) * 3) }, { sinf(Float($0) * 7) }, { 1 / Float($0 + 3) },
        ]
        for part in parts {
            let player = PlayerNode()
            try engine.attach(player)
            try engine.connect(player, to: engine.mainMixerNode, format: format(2))
            try player.schedule(samples(256, channels: 2) { frame, _ in part(frame) })
        }
        try engine.start()
        for case let player as PlayerNode in engine.attachedNodes { try player.play() }
        let output = try renderer.render(256)
        let expected = (0..<256).map { ((parts[0]($0) + parts[1]($0)) + parts[2]($0)) + parts[3]($0) }
        #expect(output[0] == expected)
    }
}
