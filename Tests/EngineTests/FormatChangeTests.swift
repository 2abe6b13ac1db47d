import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import Testing

/// Native units whose rate and channels change while they are attached.
struct FormatChangeTests {
    static let symbols = UnitCatalog.all.filter { !$0.descriptor.outputBuses.isEmpty }
        .map(\.descriptor.identifier)
    private static let formats = [(48_000.0, 2), (8000, 1), (192_000, 8), (44_100, 3), (48_000, 2)]

    private func unit(_ symbol: String) throws -> UnitNode {
        UnitNode(native: try #require(UnitCatalog[symbol]))
    }

    /// A noise that has nothing in common with itself on another channel.
    private func noise(_ frame: Int, _ channel: Int) -> Float {
        let mixed = UInt32(truncatingIfNeeded: frame &* 2_654_435_761 &+ channel &* 40_503)
        return Float(mixed >> 8 & 0xFFFF) / 65_536 - 0.5
    }

    /// What an engine makes of noise through an attached unit, connected anew at a format.
    private func render(
        _ node: UnitNode, of engine: AudioEngine, _ rate: Double, _ channels: Int
    ) throws -> [[Float]] {
        let renderer = try OfflineRenderer(engine, rate: rate, channels: channels)
        let shape = format(channels, rate: rate)
        try engine.connect(node, to: engine.outputNode, format: shape)
        let player = PlayerNode()
        if !node.descriptor.inputBuses.isEmpty {
            try engine.attach(player)
            try engine.connect(player, to: node, format: shape)
        }
        try engine.start()
        if !node.descriptor.inputBuses.isEmpty {
            try player.schedule(samples(3000, channels: channels, noise))
            try player.play()
        }
        let output = try renderer.render(3000)
        engine.stop()
        if !node.descriptor.inputBuses.isEmpty { try engine.detach(player) }
        return output
    }

    @Test(arguments: symbols)
    func `a unit that is connected at another format while attached sounds as a new one`(symbol: String)
        throws
    {
        let engine = AudioEngine()
        let used = try unit(symbol)
        try engine.attach(used)
        for (rate, channels) in Self.formats {
            let (fresh, other) = (try unit(symbol), AudioEngine())
            try other.attach(fresh)
            let heard = try render(used, of: engine, rate, channels)
            let new = try render(fresh, of: other, rate, channels)
            #expect(heard == new, "\(rate) Hz, \(channels)")
            #expect(heard.joined().allSatisfy { $0.isFinite })
        }
    }

    @Test(arguments: symbols)
    func `a unit is connected at other formats while the engine renders, and stays finite`(symbol: String)
        throws
    {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine)
        let (node, player) = (try unit(symbol), PlayerNode())
        for part in [node, player] { try engine.attach(part) }
        let hasInput = !node.descriptor.inputBuses.isEmpty
        for (index, (rate, channels)) in Self.formats.enumerated() {
            let shape = format(channels, rate: rate)
            if hasInput { try engine.disconnectInput(node) }
            try engine.connect(node, to: engine.mainMixerNode, format: shape)
            if hasInput { try engine.connect(player, to: node, format: shape) }
            if index == 0 { try engine.start() }
            if hasInput {
                try player.schedule(samples(8000, channels: channels, noise))
                try player.play()
            }
            let output = try renderer.render(2000).joined()
            #expect(output.allSatisfy { $0.isFinite && abs($0) < 100 }, "\(rate) Hz, \(channels)")
            if hasInput { player.stop() }
        }
        try engine.detach(node)
        let rest = try renderer.render(600).map { $0.suffix(64) }
        #expect(rest.joined().allSatisfy { $0 == 0 })
    }
}
