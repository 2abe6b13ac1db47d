import AVFGraph

/// What an edit may change: taken before, and put back if the edit fails.
struct Checkpoint {
    let model: GraphModel
    let nodes: [NodeID: EngineNode]
    let refusal: EngineError?
    private let restoreInputs: [() -> Void]
    private let taps: [NodeID: [Int: NodeTap]]

    /// Looks at the model where it can: touching each of thousands of nodes is expensive.
    init(_ state: EngineState) {
        model = state.model
        nodes = state.nodes
        refusal = state.refusal
        var restoreInputs: [() -> Void] = []
        var taps: [NodeID: [Int: NodeTap]] = [:]
        for (id, facts) in state.model.nodes {
            if facts.role == .mixer, let restore = state.nodes[id]?.inputCheckpoint() {
                restoreInputs.append(restore)
            }
            if !facts.tappedBuses.isEmpty { taps[id] = state.nodes[id]?.taps }
        }
        self.restoreInputs = restoreInputs
        self.taps = taps
    }

    /// Gives nodes their taps and bypass, and those that mix what their inputs were, back.
    func restoreNodes() {
        for restore in restoreInputs { restore() }
        for (id, facts) in model.nodes { nodes[id]?.restoreBypass(facts.isBypassed) }
        for (id, node) in nodes {
            let former = taps[id] ?? [:]
            former.values.forEach { $0.resume() }
            for bus in Set(node.taps.keys).union(former.keys) { node.setTap(former[bus], onBus: bus) }
        }
    }
}
