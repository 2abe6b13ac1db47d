extension GraphModel {
    /// The nodes that feed a node, in input-bus order, the one that gives it events last.
    func feeders(of id: NodeID) -> [NodeID] {
        let audio = sources(of: id).compactMap { $0?.node }
        guard let events = eventFeeds[id] else { return audio }
        return audio + [events.node]
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
            + nodes.filter { !$0.value.tappedBuses.isEmpty || $0.value.isEventTapped }.keys.sorted()
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
        cycle(from: source.node, to: destinations.map(\.node)) { id in
            fedNodes(id, without: destinations) + eventFedNodes(id)
        }
    }

    /// The same for event wires.
    func cycle(from source: NodeID, toNodes destinations: [NodeID]) -> [NodeID]? {
        cycle(from: source, to: destinations) { id in
            fedNodes(id, without: []) + eventFedNodes(id).filter { !destinations.contains($0) }
        }
    }

    private func cycle(
        from source: NodeID, to destinations: [NodeID], fedBy: (NodeID) -> [NodeID]
    ) -> [NodeID]? {
        var cameFrom: [NodeID: NodeID] = [:]
        var stack = destinations
        for start in stack { cameFrom[start] = source }
        while let node = stack.popLast() {
            if node == source { return path(to: node, cameFrom) }
            for next in fedBy(node) where cameFrom[next] == nil {
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

    private func eventFedNodes(_ id: NodeID) -> [NodeID] {
        (0..<(nodes[id]?.eventOutputCount ?? 0)).flatMap { eventDestinations(of: Endpoint(id, $0)) }
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
