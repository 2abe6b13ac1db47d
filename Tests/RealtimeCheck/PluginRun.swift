import AVFEngine
import AVFGraph
import AVFPluginCatalog
import AVFPluginSandbox
import AVFRealtime
import AVFRender
import Synchronization
import TestSupport

/// Plugins of Debian's that keep the rules, in this process and in one of their own, while another thread
/// turns their knobs, schedules, plays notes, and loads states and presets.
///
///     player ─ delay ─ delay ─┐ (one process)
///     piano ──────────────────┼─ main mixer ─ output
///     player ─ delay ─────────┘ (this process)
final class PluginRun: Sendable {
    private static let delay = "http://drobilla.net/plugins/mda/Delay"
    private static let piano = "http://drobilla.net/plugins/mda/EPiano"

    private let engine = AudioEngine()
    private let plugins: [UnitNode]
    private let players = [PlayerNode(name: "player 0"), PlayerNode(name: "player 1")]
    private let losses = Mutex<[String]>([])

    /// Builds the graph and starts it; nil if the plugins, or the program for their processes, are not
    /// installed.
    init?() throws {
        let catalog = PluginCatalog(searchPath: SearchPath("/usr/lib/lv2"), cachePath: nil)
        guard HostProgram.isInstalled(given: nil), let delay = try? catalog.plugin(uri: Self.delay),
            let piano = try? catalog.plugin(uri: Self.piano)
        else { return nil }
        var isolation = IsolationOptions()
        // The sanitizer makes everything slow, and slow is not what is looked for.
        isolation.liveWaitShare = 1000
        isolation.hangSeconds = 60
        plugins = [
            UnitNode(plugin: delay, isolation: isolation), UnitNode(plugin: delay, isolation: isolation),
            UnitNode(
                plugin: piano, presets: catalog.presets(ofPlugin: Self.piano), isolation: isolation),
            UnitNode(plugin: delay),
        ]
        engine.setEventHandler { [weak self] event in
            if case .pluginLost(_, let error, _) = event { self?.losses.withLock { $0.append("\(error)") } }
        }
        try connect()
    }

    private func connect() throws {
        try engine.enableManualRendering(.realtime, format: DemoGraph.stereo, maximumFrameCount: 512)
        for node in players as [EngineNode] + plugins { try engine.attach(node) }
        let mixer = engine.mainMixerNode
        try engine.connect(players[0], to: plugins[0], format: DemoGraph.stereo)
        try engine.connect(plugins[0], to: plugins[1], format: nil)
        try engine.connect(plugins[1], to: mixer, format: nil)
        try engine.connect(plugins[2], to: mixer, format: nil)
        try engine.connect(players[1], to: plugins[3], format: DemoGraph.stereo)
        try engine.connect(plugins[3], to: mixer, format: nil)
        try engine.start()
        for player in players {
            try DemoGraph.scheduleLoop(player)
            try player.play()
        }
    }

    /// Renders so many blocks; gives how often something was changed meanwhile.
    func render(blockCount: Int) throws -> Int {
        let isDone = Flag()
        let changes = Atomic<Int>(0)
        let thread = try NamedThread(.worker) { [self] in
            var random = SeededGenerator(seed: 1)
            while !isDone.isSet {
                change(using: &random)
                changes.wrappingAdd(1, ordering: .relaxed)
            }
        }
        defer {
            isDone.set()
            thread.join()
        }
        let output = SampleBuffer(channelCount: 2, frameCapacity: 512)
        for block in 0..<blockCount {
            let frameCount = [512, 64, 17, 256][block % 4]
            guard engine.renderRealtime(frameCount, to: output.channels, channelCount: 2) else {
                throw CheckFailure.refusedBlock(block)
            }
            guard output.isFinite(frameCount: frameCount) else {
                throw CheckFailure.notFinite("the plugins", block: block)
            }
        }
        if let loss = losses.withLock({ $0.first }) { throw CheckFailure.lost(loss) }
        return changes.load(ordering: .relaxed)
    }

    private func change(using random: inout SeededGenerator) {
        let node = plugins[Int.random(in: 0..<plugins.count, using: &random)]
        let parameters = node.descriptor.parameters
        guard let parameter = parameters.randomElement(using: &random) else { return }
        let value = Float.random(in: parameter.spec.range, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: if let state = try? node.saveState() { _ = try? node.restoreState(state) }
        case 1: if node.factoryPresetCount > 0 { _ = try? node.loadFactoryPreset(0) }
        case 2...6:
            guard node.descriptor.acceptsMIDI else { return }
            _ = try? node.sendMIDI([0x90, UInt8.random(in: 30...90, using: &random), 80])
        case 7...12:
            _ = node.schedule(address: parameter.address, value: value, at: RenderEvent.immediately)
        default:
            if let index = node.descriptor.index(ofAddress: parameter.address) {
                node.parameters.store(value, at: index)
            }
        }
    }
}
