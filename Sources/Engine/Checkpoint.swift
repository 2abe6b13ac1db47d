import AVFGraph

/// What an edit may change: taken before, and put back if the edit fails.
struct Checkpoint {
    let model: GraphModel
    let nodes: [NodeID: EngineNode]
    let refusal: EngineError?
    private let mixerInputs: [(mixer: MixerNode, inputs: [Int: MixerInput])]
    private let taps: [NodeID: [Int: NodeTap]]

    /// Looks at the model where it can: touching each of thousands of nodes is expensive.
    init(_ state: EngineState) {
        model = state.model
        nodes = state.nodes
        refusal = state.refusal
        var mixerInputs: [(mixer: MixerNode, inputs: [Int: MixerInput])] = []
        var taps: [NodeID: [Int: NodeTap]] = [:]
        for (id, facts) in state.model.nodes {
            if facts.role == .mixer, let mixer = state.nodes[id] as? MixerNode {
                mixerInputs.append((mixer, mixer.savedInputs))
            }
            if !facts.tappedBuses.isEmpty { taps[id] = state.nodes[id]?.taps }
        }
        self.mixerInputs = mixerInputs
        self.taps = taps
    }

    /// Gives nodes their taps and bypass, and mixers the volumes and pans of their inputs, back.
    func restoreNodes() {
        for (mixer, inputs) in mixerInputs { mixer.savedInputs = inputs }
        for (id, facts) in model.nodes { (nodes[id] as? UnitNode)?.restoreBypass(facts.isBypassed) }
        for (id, node) in nodes {
            let former = taps[id] ?? [:]
            former.values.forEach { $0.resume() }
            for bus in Set(node.taps.keys).union(former.keys) { node.setTap(former[bus], onBus: bus) }
        }
    }
}
