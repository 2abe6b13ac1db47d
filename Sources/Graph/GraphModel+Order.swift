extension GraphModel {
    /// The nodes that can be heard, each after everything that feeds it.
    ///
    /// Depth first in input-bus order, the node that gives events last: one graph has one order. First comes
    /// what the outputs and tapped nodes need, then, in a group for each sink, what else that one needs, with
    /// the sink at its end.
    func renderGroups() -> [[NodeID]] {
        let order = RenderOrder(self)
        return order.groups.map { order.nodes[$0].map(\.id) }
    }

    /// The cycle that wires from `source` to these destinations would close, first and last node the same; or
    /// nil.
    ///
    /// Searched downstream of the destinations, without the wires that the new ones replace.
    func cycle(from source: Endpoint, to destinations: [Endpoint]) -> [NodeID]? {
        cycle(from: source.node, to: destinations.map(\.node), without: destinations, withoutEvents: [])
    }

    /// The same for event wires.
    func cycle(from source: NodeID, toNodes destinations: [NodeID]) -> [NodeID]? {
        cycle(from: source, to: destinations, without: [], withoutEvents: destinations)
    }

    private func cycle(
        from source: NodeID, to destinations: [NodeID], without replaced: [Endpoint],
        withoutEvents replacedTakers: [NodeID]
    ) -> [NodeID]? {
        // What nothing feeds can only be in a cycle with itself.
        guard hasFeeders(source) || destinations.contains(source) else { return nil }
        var cameFrom = [NodeID?](repeating: nil, count: nodes.slotCount)
        var stack = destinations
        for start in stack { cameFrom[start.slot] = source }
        while let node = stack.popLast() {
            if node == source { return path(to: node, cameFrom) }
            func visit(_ next: NodeID) {
                guard cameFrom[next.slot] == nil else { return }
                cameFrom[next.slot] = node
                stack.append(next)
            }
            for wire in fed[node.slot] where !replaced.contains(wire.destination) {
                visit(wire.destination.node)
            }
            for taker in eventFedNodes(node) where !replacedTakers.contains(taker) { visit(taker) }
        }
        return nil
    }

    private func hasFeeders(_ id: NodeID) -> Bool { !sources(of: id).isEmpty || eventFeeds[id] != nil }

    private func eventFedNodes(_ id: NodeID) -> [NodeID] {
        guard !eventFed.isEmpty else { return [] }
        return (0..<nodes.facts[id.slot].eventOutputCount).flatMap { eventDestinations(of: Endpoint(id, $0)) }
    }

    private func path(to node: NodeID, _ cameFrom: [NodeID?]) -> [NodeID] {
        var path = [node]
        while let previous = cameFrom[path[path.count - 1].slot] {
            path.append(previous)
            if previous == node { break }
        }
        return path.reversed()
    }
}
