import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import TestSupport
import Testing

/// Edits of an engine that runs, each of which keeps what it can of the plan before.
@Suite struct RandomEditTests {
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func
        `after each of many random edits of a running engine, its plan is that of a compilation from scratch`(
            seed: UInt64
        ) throws
    {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, maximumFrameCount: 64)
        if seed % 4 == 0 { engine.renderThreadCount = 2 }
        try engine.start()
        var edits = RandomEdits(engine, seed: seed)
        for number in 0..<300 {
            let edit = edits.makeOne()
            let fresh = try engine.compiledSchedule().description
            try #require(
                engine.newestSchedule?.description == fresh, "edit \(number) of seed \(seed): \(edit)")
            if number % 8 == 0 { _ = try renderer.render(64) }
        }
        #expect(edits.doneCount > 100, "too few of the edits were possible")
        #expect(edits.refusedCount > 10, "none of the edits had to be taken back")
    }

    @Test func `an effect that is connected at another rate while the engine runs gets a unit for it`() throws
    {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1, maximumFrameCount: 64)
        let (player, delay) = (PlayerNode(), UnitNode(native: UnitEntry(LatentKernel.self)))
        for node in [player, delay] { try engine.attach(node) }
        try engine.start()
        for rate in [48_000.0, 24_000, 48_000] {
            try engine.connect(player, to: delay, format: format(1, rate: rate))
            try engine.connect(delay, to: engine.mainMixerNode, format: nil)
            _ = try renderer.render(64)
            #expect(delay.latencySeconds == Double(delay.latencyFrames) / rate)
        }
    }
}

/// Edits with random arguments, some of them impossible.
private struct RandomEdits {
    private struct Sorry: Error {}

    private let engine: AudioEngine
    private let nodes: [EngineNode]
    private var random: SeededGenerator
    /// Edits that were done.
    private(set) var doneCount = 0
    /// Edits that were refused.
    private(set) var refusedCount = 0

    init(_ engine: AudioEngine, seed: UInt64) {
        self.engine = engine
        random = SeededGenerator(seed: seed)
        nodes =
            (0..<5).map { PlayerNode(name: "player \($0)") as EngineNode }
            + (0..<3).map { MixerNode(name: "mixer \($0)") }
            + [
                UnitEntry(GainKernel.self), UnitEntry(EqualizerKernel.self), UnitEntry(LatentKernel.self),
                UnitEntry(LatentKernel.self), UnitEntry(TimePitchKernel.self),
            ]
            .map { UnitNode(native: $0) }
    }

    /// Makes an edit; returns what it was.
    mutating func makeOne() -> String {
        let text: String
        do {
            text = try edit()
            doneCount += 1
        } catch {
            text = "\(error)"
            refusedCount += 1
        }
        return text
    }

    private mutating func edit() throws -> String {
        let (node, other) = (nodes[below(nodes.count)], nodes[below(nodes.count)])
        switch below(16) {
        case 0:
            try engine.detach(node)
            return "detach \(node.name)"
        case 1:
            try engine.disconnectOutput(node)
            return "disconnect \(node.name)"
        case 2:
            try engine.disconnectInput(node)
            return "disconnect the inputs of \(node.name)"
        case 3: return bypass()
        case 4: return try tap(node)
        case 5: return try several()
        case 6, 7: return try join(node, engine.mainMixerNode)
        case 8: return try join(node, engine.outputNode)
        default: return try join(node, other)
        }
    }

    private mutating func bypass() -> String {
        let effects = nodes.compactMap { $0 as? UnitNode }
        let node = effects[below(effects.count)]
        node.isBypassed.toggle()
        return "bypass \(node.name)"
    }

    private mutating func tap(_ node: EngineNode) throws -> String {
        if below(2) == 0 {
            engine.removeTap(from: node, bus: 0)
            return "no tap on \(node.name)"
        }
        try engine.installTap(on: node, bus: 0, frameCount: 64) { _ in }
        return "tap on \(node.name)"
    }

    private mutating func join(_ node: EngineNode, _ other: EngineNode) throws -> String {
        for node in [node, other] { try engine.attach(node) }
        let rate = below(4) == 0 ? 24_000.0 : 48_000
        let format = below(3) == 0 ? format(1 + below(2), rate: rate) : nil
        try engine.connect(node, to: other, format: format)
        return "\(node.name) to \(other.name) as \(format.map(\.description) ?? "it is")"
    }

    /// Several edits at once, sometimes taken back.
    private mutating func several() throws -> String {
        let isTakenBack = below(2) == 0
        var copy = self
        defer { random = copy.random }
        try engine.performChanges {
            for _ in 0..<3 { _ = try copy.join(copy.nodes[copy.below(5)], copy.nodes[5 + copy.below(3)]) }
            if isTakenBack { throw Sorry() }
        }
        return "several"
    }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}
