import AVFGraph

/// What an edit may change: taken before, and put back if the edit fails.
struct Checkpoint {
    let model: GraphModel
    let nodes: [NodeID: EngineNode]
    let refusal: EngineError?
    private let mixerInputs: [(mixer: MixerNode, inputs: [Int: MixerInput])]
    private let taps: [(node: EngineNode, taps: [Int: NodeTap])]
    private let bypasses: [(unit: UnitNode, isBypassed: Bool)]

    init(_ state: EngineState) {
        model = state.model
        nodes = state.nodes
        refusal = state.refusal
        let kept = state.nodes.values
        mixerInputs = kept.compactMap { node in (node as? MixerNode).map { ($0, $0.savedInputs) } }
        taps = kept.map { ($0, $0.taps) }
        bypasses = state.model.nodes.compactMap { id, facts in
            (state.nodes[id] as? UnitNode).map { ($0, facts.isBypassed) }
        }
    }

    /// Gives nodes their taps and bypass, and mixers the volumes and pans of their inputs, back.
    func restoreNodes() {
        for (mixer, inputs) in mixerInputs { mixer.savedInputs = inputs }
        for (unit, isBypassed) in bypasses { unit.restoreBypass(isBypassed) }
        for (node, taps) in taps {
            taps.values.forEach { $0.resume() }
            for bus in Set(node.taps.keys).union(taps.keys) { node.setTap(taps[bus], onBus: bus) }
        }
    }
}
