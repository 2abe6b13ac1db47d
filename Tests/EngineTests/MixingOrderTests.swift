import AVFEngine
import AVFUnits
import Glibc
import Testing

@Suite struct MixingOrderTests {
    // Seven mono players and, in their middle, a stereo one: float sums depend on their order.
    @Test func `mono and stereo inputs are summed in bus order, whatever is added in one pass`() throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine)
        var players: [PlayerNode] = []
        for index in 0..<8 {
            let player = PlayerNode()
            let channels = index == 3 ? 2 : 1
            player.volume = 0.3 + 0.1 * Float(index % 3)
            player.pan = channels == 1 ? -0.9 + 0.25 * Float(index) : 0
            try engine.attach(player)
            try engine.connect(player, to: engine.mainMixerNode, format: format(channels))
            try player.schedule(samples(300, channels: channels) { frame, _ in wave(index, frame) })
            players.append(player)
        }
        try engine.start()
        for player in players { try player.play() }
        let output = try renderer.render(300, blocks: [64])
        let gains = players.map { ($0.volume, PanLaw(pan: $0.pan)) }
        for frame in 0..<300 {
            let terms = gains.enumerated().map { index, gain in
                (gain.0 * gain.1.left * wave(index, frame), gain.0 * gain.1.right * wave(index, frame))
            }
            #expect(output[0][frame] == terms.dropFirst().reduce(terms[0].0) { $0 + $1.0 })
            #expect(output[1][frame] == terms.dropFirst().reduce(terms[0].1) { $0 + $1.1 })
        }
    }

    private func wave(_ index: Int, _ frame: Int) -> Float { sinf(Float(frame + 1) * 0.7 * Float(index + 1)) }
}
