import AVFGraph
import AVFPluginCatalog
import AVFPluginValidation
import AVFRender

/// Uses a plugin as programs do: as a node of a graph, with each of its input buses fed and not fed.
///
/// Runs in the caller's process, which a plugin may end; like `PluginValidator`, whose findings it adds to.
package struct PluginGraphTrial {
    private static let check = "graph"
    private static let blockSize = 512
    private static let blockCount = 4
    private static let sampleRateHz = 48_000.0
    /// The channels of a bus that takes any number.
    private static let usualChannelCount = 2

    private let facts: PluginFacts
    private let descriptor: UnitDescriptor

    /// A trial of one plugin.
    package init(_ facts: PluginFacts) {
        self.facts = facts
        descriptor = facts.descriptor(sampleRateHz: Self.sampleRateHz)
    }

    /// What came of it; a plugin without sound to be heard is not tried.
    package func run() -> PluginValidator.Finding {
        guard !descriptor.outputBuses.isEmpty else { return .init(Self.check, .pass, "it has no output") }
        for unfed in [nil] + Array(descriptor.inputBuses.indices) {
            guard let reason = failure(without: unfed) else { continue }
            let name = unfed.map { "with nothing on input bus \($0)" } ?? "with all input buses fed"
            return .init(Self.check, .fail, "\(name): \(reason)")
        }
        return .init(Self.check, .pass)
    }

    private func failure(without unfed: Int?) -> String? {
        do {
            let engine = AudioEngine()
            try engine.enableManualRendering(
                .offline, format: format(Self.usualChannelCount), maximumFrameCount: Self.blockSize)
            let node = UnitNode(plugin: facts, isolation: nil)
            let players = try build(engine, node, without: unfed)
            try engine.start()
            for player in players { try player.play() }
            try render(engine)
            engine.stop()
            return engine.lastError?.description
        } catch { return "\(error)" }
    }

    private func build(
        _ engine: AudioEngine, _ node: UnitNode, without unfed: Int?
    ) throws(EngineError) -> [PlayerNode] {
        try engine.attach(node)
        var players: [PlayerNode] = []
        for (bus, facts) in descriptor.inputBuses.enumerated() where bus != unfed {
            let player = PlayerNode()
            let channelCount = facts.channelCount ?? Self.usualChannelCount
            try engine.attach(player)
            try engine.connect(player, bus: 0, to: [(node, bus)], format: format(channelCount))
            try player.schedule(Self.noise(channelCount), loops: true)
            players.append(player)
        }
        let channelCount = descriptor.outputBuses[0].channelCount ?? Self.usualChannelCount
        try engine.connect(node, to: engine.mainMixerNode, format: format(channelCount))
        return players
    }

    private func render(_ engine: AudioEngine) throws(EngineError) {
        let output = SampleBuffer(channelCount: Self.usualChannelCount, frameCapacity: Self.blockSize)
        for _ in 0..<Self.blockCount { try engine.renderOffline(Self.blockSize, to: output.channels) }
    }

    private func format(_ channelCount: Int) -> BusFormat {
        BusFormat(sampleRateHz: Self.sampleRateHz, channelCount: channelCount)
    }

    /// A block of noise between −0.5 and 0.5, the same each time.
    private static func noise(_ channelCount: Int) -> PlayableSamples {
        let buffer = SampleBuffer(channelCount: channelCount, frameCapacity: blockSize)
        var state: UInt32 = 1
        for channel in 0..<channelCount {
            for frame in 0..<blockSize {
                state = state &* 1_664_525 &+ 1_013_904_223
                buffer.channels[channel][frame] = Float(Int32(bitPattern: state)) * 0x1p-32
            }
        }
        return PlayableSamples(buffer, frameCount: blockSize)
    }
}
