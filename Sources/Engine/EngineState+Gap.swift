import AVFGraph

/// What an effect leaves behind when it is taken out: neighbours to be joined.
struct EffectGap {
    /// What fed the effect.
    let source: Endpoint
    /// What else that feeds.
    let others: [Endpoint]
    /// What the effect fed.
    let destinations: [Endpoint]
}

extension EngineState {
    /// The neighbours that a node leaves while the engine runs.
    ///
    /// Nil unless it is an effect with a connection on both sides that are of one format: then the graph
    /// stays broken, as it does where a mixer was.
    func gap(leftBy id: NodeID) -> EffectGap? {
        guard run == .running, let node = model.nodes[id], node.passesFormatOn,
            node.inputBusCount == 1, node.outputBusCount == 1,
            let source = model.source(of: Endpoint(id)),
            model.outputFormat(source) == model.outputFormat(Endpoint(id))
        else { return nil }
        let destinations = model.destinations(of: Endpoint(id))
        guard !destinations.isEmpty else { return nil }
        let others = model.destinations(of: source).filter { $0.node != id }
        return EffectGap(source: source, others: others, destinations: destinations)
    }
}
