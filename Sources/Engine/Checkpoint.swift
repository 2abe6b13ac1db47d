import AVFGraph

/// What a mixer input was before an edit changed it.
struct InputUndo {
    let node: EngineNode
    let bus: Int
    let input: MixerInput?
}

/// What an edit may change: taken before, and put back if the edit fails.
///
/// Costs little however large the graph is: models share what is equal, and of mixer inputs only those are
/// remembered that an edit changes.
struct Checkpoint {
    let model: GraphModel
    let nodes: [NodeID: EngineNode]
    let refusal: EngineError?
    private let undoCount: Int
    private let taps: [NodeID: [Int: NodeTap]]

    /// Begins to remember what edits change, until `end`.
    init(_ state: inout EngineState) {
        model = state.model
        nodes = state.nodes
        refusal = state.refusal
        undoCount = state.inputUndos.count
        state.checkpointCount += 1
        var taps: [NodeID: [Int: NodeTap]] = [:]
        for id in state.model.nodes.roots { taps[id] = state.nodes[id]?.taps }
        self.taps = taps
    }

    /// Puts model and nodes back, and what the nodes' inputs were.
    func restore(_ state: inout EngineState) {
        (state.model, state.nodes) = (model, nodes)
        while state.inputUndos.count > undoCount, let undo = state.inputUndos.popLast() {
            undo.node.restoreInput(undo.bus, undo.input)
        }
    }

    /// Forgets what edits have changed, unless an earlier checkpoint needs it.
    func end(_ state: inout EngineState) {
        state.checkpointCount -= 1
        if state.checkpointCount == 0 { state.inputUndos = [] }
    }

    /// Gives nodes their taps and bypass back.
    func restoreNodes() {
        for id in model.nodes.ids {
            if let facts = model.nodes[id] { nodes[id]?.restoreBypass(facts.isBypassed) }
        }
        for (id, node) in nodes {
            let former = taps[id] ?? [:]
            former.values.forEach { $0.resume() }
            for bus in Set(node.taps.keys).union(former.keys) { node.setTap(former[bus], onBus: bus) }
        }
    }
}

extension EngineState {
    /// Lets a checkpoint put back what an input of a node is now.
    mutating func remember(_ bus: Int, of node: EngineNode) {
        guard checkpointCount > 0 else { return }
        inputUndos.append(InputUndo(node: node, bus: bus, input: node.input(bus)))
    }
}
