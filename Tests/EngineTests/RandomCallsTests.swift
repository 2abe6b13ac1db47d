import AVFDevices
import AVFEngine
import AVFGraph
import AVFRealtime
import AVFRender
import AVFUnits
import Synchronization
import TestSupport
import Testing

@Suite struct RandomCallsTests {
    #if DEBUG
        // A call takes thirty times as long as in a release build.
        private static let callCount = 5000
    #else
        private static let callCount = 50_000
    #endif

    @Test(arguments: [1, 2] as [UInt64])
    func `after random calls from two threads while a third rendered, the engine works`(seed: UInt64) throws {
        let engine = AudioEngine(backend: VirtualClockDevice())
        try engine.enableManualRendering(.offline, format: format(2), maximumFrameCount: 512)
        let nodes = RandomCalls.nodes()
        let isDone = Flag()
        let renderer = try NamedThread(.render) {
            let output = SampleBuffer(channelCount: 2, frameCapacity: 512)
            var random = SeededGenerator(seed: seed)
            while !isDone.isSet {
                try? engine.renderOffline(Int.random(in: 0...512, using: &random), to: output.channels)
            }
        }
        let callers = try (0..<2).map { number in
            try NamedThread(.worker) {
                var calls = RandomCalls(engine, nodes, seed: seed * 2 + UInt64(number))
                for _ in 0..<Self.callCount { calls.makeOne() }
            }
        }
        callers.forEach { $0.join() }
        isDone.set()
        renderer.join()
        try expectToWork(engine, nodes)
    }

    private func expectToWork(_ engine: AudioEngine, _ nodes: [EngineNode]) throws {
        engine.stop()
        for node in nodes where node.engine != nil { try engine.detach(node) }
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.outputNode, format: format(2))
        try player.schedule(samples(100, channels: 2, ramp))
        let renderer = try OfflineRenderer(engine)
        try engine.start()
        try player.play()
        #expect(try renderer.render(100)[0] == (0..<100).map { ramp($0, 0) })
    }
}

/// A flag that one thread sets for others.
final class Flag: Sendable {
    private let word = Atomic<Bool>(false)

    var isSet: Bool { word.load(ordering: .acquiring) }

    func set() { word.store(true, ordering: .releasing) }
}

/// Calls of the engine and its nodes with random arguments, most of them possible, some not.
private struct RandomCalls {
    private let engine: AudioEngine
    private let nodes: [EngineNode]
    private var random: SeededGenerator
    private struct Sorry: Error {}

    static func nodes() -> [EngineNode] {
        (0..<6).map { PlayerNode(name: "player \($0)") as EngineNode }
            + (0..<2).map { MixerNode(name: "mixer \($0)") }
            + [UnitEntry(GainKernel.self), UnitEntry(EqualizerKernel.self), UnitEntry(LatentKernel.self)]
            .map { UnitNode(native: $0) }
    }

    init(_ engine: AudioEngine, _ nodes: [EngineNode], seed: UInt64) {
        self.engine = engine
        self.nodes = nodes
        random = SeededGenerator(seed: seed)
    }

    /// One call; whether the engine agrees is its own affair.
    mutating func makeOne() {
        try? call(below(20))
    }

    private mutating func call(_ kind: Int) throws {
        switch kind {
        case 0...2: try engine.attach(node())
        case 3...6: try connect()
        case 7: try engine.disconnectInput(node(), bus: below(3))
        case 8: try engine.disconnectOutput(node())
        case 9: if below(3) == 0 { try engine.detach(node()) }
        case 10, 11: try play()
        case 12: parameters()
        case 13: try tap()
        case 14: try transaction()
        case 15: try run()
        default: try ask()
        }
    }

    private mutating func connect() throws {
        let rate = below(32) == 0 ? 44_100.0 : 48_000
        let destination = below(2) == 0 ? engine.mainMixerNode : node()
        let bus = below(2) == 0 ? nil : below(4)
        try engine.connect(
            node(), bus: 0, to: destination, bus: bus, format: format(1 + below(2), rate: rate))
    }

    private mutating func play() throws {
        guard let player = node() as? PlayerNode else { return }
        switch below(4) {
        case 0: player.pause()
        case 1: player.stop()
        case 2:
            let count = player.outputFormat.channelCount
            try player.schedule(
                samples(below(64), channels: count) { frame, _ in Float(frame) }, loops: below(2) == 0,
                interruption: below(3) == 0 ? .atItsTime : .never,
                completion: PlayerCompletion(.dataRendered) { _ in })
        default: try player.play(atSampleTime: below(2) == 0 ? nil : engine.renderedFrameCount + 100)
        }
    }

    private mutating func parameters() {
        let node = node()
        node.volume = Float(below(100)) / 100
        node.pan = Float(below(200) - 100) / 100
        guard let unit = node as? UnitNode else { return }
        unit.isBypassed.toggle()
        unit.parameters.store(Float(below(10)), at: below(4))
    }

    private mutating func tap() throws {
        let node = node()
        guard below(2) == 0 else { return engine.removeTap(from: node, bus: 0) }
        try engine.installTap(on: node, bus: 0, frameCount: 1 + below(2000)) { _ in }
    }

    private mutating func transaction() throws {
        try engine.performChanges {
            for _ in 0..<3 { try? call(below(15)) }
            if below(3) == 0 { throw Sorry() }
        }
    }

    private mutating func run() throws {
        switch below(8) {
        case 0: engine.pause()
        case 1: engine.stop()
        case 2: engine.reset()
        case 3: try engine.prepare()
        default: try engine.start()
        }
    }

    private mutating func ask() throws {
        let node = node()
        _ = engine.renderInstant(of: node)
        _ = engine.inputConnection(of: node, bus: below(2))
        _ = engine.outputConnections(of: node, bus: 0)
        _ = engine.outputFormat(of: node, bus: below(2))
        _ = (engine.renderedFrameCount, engine.graphLatencySeconds, engine.lastError?.description)
        _ = (node as? PlayerNode)?.timeOffset
    }

    private mutating func node() -> EngineNode { nodes[below(nodes.count)] }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}
