extension GraphModel {
    /// The nodes that feed a node, in input-bus order.
    func feeders(of id: NodeID) -> [NodeID] {
        sources(of: id).compactMap { $0?.node }
    }

    /// The nodes that can be heard, each after everything that feeds it.
    ///
    /// Depth first in input-bus order: one graph has one order. First comes what the outputs and tapped nodes
    /// need, then, in a group for each sink, what else that one needs, with the sink at its end.
    func renderGroups() -> [[NodeID]] {
        var seen: Set<NodeID> = []
        return ([roots()] + sinks().map { [$0] }).map { group in
            var order: [NodeID] = []
            for root in group { visit(root, &seen, &order) }
            return order
        }
    }

    /// The sinks that something feeds.
    private func sinks() -> [NodeID] {
        nodes.filter { $0.value.role == .sink && !sources(of: $0.key).isEmpty }.keys.sorted()
    }

    private func roots() -> [NodeID] {
        nodes.filter { $0.value.role == .output }.keys.sorted()
            + nodes.filter { !$0.value.tappedBuses.isEmpty }.keys.sorted()
    }

    /// Iterative, so that a chain of ten thousand nodes needs no deep stack.
    private func visit(_ root: NodeID, _ seen: inout Set<NodeID>, _ order: inout [NodeID]) {
        guard seen.insert(root).inserted else { return }
        var stack = [(node: root, feeders: feeders(of: root)[...])]
        while var top = stack.popLast() {
            if let next = top.feeders.popFirst() {
                stack.append(top)
                if seen.insert(next).inserted { stack.append((next, feeders(of: next)[...])) }
            } else {
                order.append(top.node)
            }
        }
    }

    /// The cycle that wires from `source` to these destinations would close, first and last node the same; or
    /// nil.
    ///
    /// Searched downstream of the destinations, without the wires that the new ones replace.
    func cycle(from source: Endpoint, to destinations: [Endpoint]) -> [NodeID]? {
        var cameFrom: [NodeID: NodeID] = [:]
        var stack = destinations.map(\.node)
        for start in stack { cameFrom[start] = source.node }
        while let node = stack.popLast() {
            if node == source.node { return path(to: node, cameFrom) }
            for next in fedNodes(node, without: destinations) where cameFrom[next] == nil {
                cameFrom[next] = node
                stack.append(next)
            }
        }
        return nil
    }

    private func fedNodes(_ id: NodeID, without replaced: [Endpoint]) -> [NodeID] {
        (0..<(nodes[id]?.outputBusCount ?? 0)).flatMap { destinations(of: Endpoint(id, $0)) }
            .filter { !replaced.contains($0) }.map(\.node)
    }

    private func path(to node: NodeID, _ cameFrom: [NodeID: NodeID]) -> [NodeID] {
        var path = [node]
        while let previous = cameFrom[path[path.count - 1]] {
            path.append(previous)
            if previous == node { break }
        }
        return path.reversed()
    }
}
