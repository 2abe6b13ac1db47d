import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import Synchronization
import TestSupport

/// Makes one edit after the other on a running graph: parameters, transport, topology, taps, transactions.
///
/// Every edit ends with the graph in a state that can be heard.
final class RandomEditor: Sendable {
    private let graph: DemoGraph
    private let random: Mutex<SeededGenerator>
    private let edits = Atomic<Int>(0)
    private let refusal = Mutex<(any Error)?>(nil)

    init(_ graph: DemoGraph, seed: UInt64) {
        self.graph = graph
        random = Mutex(SeededGenerator(seed: seed))
    }

    /// Edits so far.
    var editCount: Int { edits.load(ordering: .acquiring) }

    /// Why the engine refused an edit that it had to make; nil if it made them all.
    var firstError: (any Error)? { refusal.withLock { $0 } }

    func makeAnEdit() {
        do {
            try edit(below(12))
        } catch {
            refusal.withLock { $0 = $0 ?? error }
        }
        edits.add(1, ordering: .releasing)
    }

    private func edit(_ kind: Int) throws {
        switch kind {
        case 0...3: turnAKnob()
        case 4: movePlayer()
        case 5: flipBypass()
        case 6: try transport()
        case 7: try visit()
        case 8: try reconnect()
        case 9: try transaction()
        case 10: try tap()
        default: graph.engine.isProfiling.toggle()
        }
    }

    // MARK: - Edits

    private func turnAKnob() {
        let parameters = graph.effects[below(graph.effects.count)].parameters
        guard parameters.count > 0 else { return }
        let index = below(parameters.count)
        let range = parameters.specs[index].range
        parameters.store(range.lowerBound + (range.upperBound - range.lowerBound) * fraction(), at: index)
    }

    private func movePlayer() {
        let player = graph.players[below(graph.players.count)]
        player.volume = fraction()
        player.pan = 2 * fraction() - 1
        graph.engine.mainMixerNode.outputVolume = 0.2 + 0.8 * fraction()
    }

    private func flipBypass() { graph.effects[below(graph.effects.count)].isBypassed.toggle() }

    private func transport() throws {
        let player = graph.players[below(graph.players.count)]
        switch below(3) {
        case 0: player.pause()
        case 1:
            player.stop()
            try DemoGraph.scheduleLoop(player)
        default: graph.engine.renderInstant(of: player).map { _ in _ = player.timeOffset }
        }
        try player.play()
    }

    /// A player and a unit come, play, and go.
    private func visit() throws {
        let engine = graph.engine
        let player = PlayerNode(name: "visitor")
        let gain = UnitNode(native: UnitEntry(GainKernel.self))
        try engine.attach(player)
        try engine.attach(gain)
        try engine.connect(player, to: gain, format: DemoGraph.stereo)
        try engine.connect(gain, to: engine.mainMixerNode, format: nil)
        try DemoGraph.scheduleLoop(player)
        try player.play()
        try engine.detach(below(2) == 0 ? player : gain)
        for node in [player, gain] where node.engine != nil { try engine.detach(node) }
    }

    private func reconnect() throws {
        let engine = graph.engine
        let effect = graph.effects[1 + below(2)]
        try engine.disconnectOutput(effect)
        try engine.connect(effect, to: engine.mainMixerNode, format: nil)
    }

    /// Half of them would close a cycle in the end, and are taken back.
    private func transaction() throws {
        let engine = graph.engine
        let player = PlayerNode(name: "passenger")
        do {
            try engine.performChanges {
                try engine.attach(player)
                try engine.connect(player, to: engine.mainMixerNode, format: DemoGraph.mono)
                try engine.disconnectInput(graph.effects[1])
                try engine.connect(graph.players[0], to: graph.effects[1], format: DemoGraph.stereo)
                guard below(2) == 0 else { return }
                try engine.connect(engine.mainMixerNode, to: graph.effects[0], format: nil)
            }
            try engine.detach(player)
        } catch EngineError.graph(.cycle) {}
    }

    private func tap() throws {
        graph.engine.removeTap(from: graph.engine.mainMixerNode, bus: 0)
        try graph.addTap()
    }

    // MARK: - Chance

    private func below(_ count: Int) -> Int {
        random.withLock { Int.random(in: 0..<count, using: &$0) }
    }

    private func fraction() -> Float {
        random.withLock { Float.random(in: 0...1, using: &$0) }
    }
}
