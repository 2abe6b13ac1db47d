import AVFEngine
import AVFGraph
import AVFRender
import TestPlugins

/// An engine with two players, one of them through plugins, that renders into one channel each.
///
///     player ─ plugins ─┐ (left)
///     player ───────────┴─ mixer ─ output
final class IsolatedGraph {
    private static let format = BusFormat(sampleRateHz: 48_000, channelCount: 1)
    private static let blockSize = 64

    let engine = AudioEngine()
    private(set) var plugins: [UnitNode]
    let events = Locked<[String]>([])

    init(_ plugins: [UnitNode]) throws {
        self.plugins = plugins
        let events = events
        engine.setEventHandler { event in
            let text =
                switch event {
                case .failed(let error): "failed: \(error)"
                case .pluginLost(let node, let error, let restarts): "lost \(node.name) \(restarts): \(error)"
                case .pluginRestarted(let node): "restarted \(node.name)"
                default: "other"
                }
            events.withLock { $0.append(text) }
        }
        try engine.enableManualRendering(
            .offline, format: BusFormat(sampleRateHz: 48_000, channelCount: 2),
            maximumFrameCount: Self.blockSize)
        try connect()
    }

    private func connect() throws {
        let players = [PlayerNode(), PlayerNode()]
        for node in players as [EngineNode] + plugins { try engine.attach(node) }
        let mixer = engine.mainMixerNode
        var last: EngineNode = players[0]
        for plugin in plugins {
            try engine.connect(last, to: plugin, format: Self.format)
            last = plugin
        }
        try engine.connect(last, bus: 0, to: [(mixer, 0)], format: Self.format)
        try engine.connect(players[1], bus: 0, to: [(mixer, 1)], format: Self.format)
        try engine.start()
        for (index, player) in players.enumerated() {
            mixer.input(index)?.pan = index == 0 ? -1 : 1
            try player.schedule(Self.samples(seed: index), loops: true)
            try player.play()
        }
    }

    /// Takes the plugins out and lets them go, which ends them once no plan has them any more.
    func detachPlugins() throws {
        for node in plugins { try engine.detach(node) }
        plugins = []
        _ = try render(blocks: 2)
    }

    private static func samples(seed: Int) -> PlayableSamples {
        let buffer = SampleBuffer(channelCount: 1, frameCapacity: 1000)
        for frame in 0..<1000 {
            buffer.channels[0][frame] = Float((frame * 7919 + seed * 104_729) % 1009) / 1009 - 0.5
        }
        return PlayableSamples(buffer, frameCount: 1000)
    }

    /// Renders blocks; gives the samples by channel.
    ///
    /// `before` is called with the number of each block.
    func render(blocks: Int, before: (Int) -> Void = { _ in }) throws -> [[Float]] {
        let size = Self.blockSize
        let buffer = SampleBuffer(channelCount: 2, frameCapacity: size)
        var output: [[Float]] = [[], []]
        for block in 0..<blocks {
            before(block)
            try engine.renderOffline(size, to: buffer.channels)
            for channel in 0..<2 {
                output[channel] += UnsafeBufferPointer(start: buffer.channels[channel], count: size)
            }
        }
        return output
    }
}
