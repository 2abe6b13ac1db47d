/// Event wires: one event output feeds any number of nodes, and each node has one at the most.
extension GraphModel {
    /// The event output that feeds a node; nil for none.
    package func eventSource(of destination: NodeID) -> Endpoint? { eventFeeds[destination] }

    /// The nodes that an event output feeds, in order.
    package func eventDestinations(of source: Endpoint) -> [NodeID] { (eventFed[source] ?? []).sorted() }

    /// Whether an event wire begins at the bus.
    func hasEventDestination(_ source: Endpoint) -> Bool { eventFed[source] != nil }

    /// Joins an event output to these nodes, beside those that it feeds; a node's former wire is broken.
    ///
    /// - Throws: `GraphError` if a node is not there, gives or takes no events, or a cycle would arise.
    package mutating func connectEvents(
        _ source: Endpoint, to destinations: [NodeID]
    ) throws(GraphError) {
        guard let giver = nodes[source.node] else { throw .notInGraph(node: name(source.node)) }
        let first = destinations.first.map(name) ?? "nothing"
        guard (0..<giver.eventOutputCount).contains(source.bus) else {
            throw .noEventOutput(
                node: giver.name, bus: source.bus, available: giver.eventOutputCount, destination: first)
        }
        for id in destinations {
            guard let taker = nodes[id] else { throw .notInGraph(node: name(id)) }
            guard taker.takesEvents else { throw .noEventInput(node: taker.name, source: giver.name) }
        }
        if let cycle = cycle(from: source.node, toNodes: destinations) { throw .cycle(cycle.map(name)) }
        for id in destinations {
            cutEvents(to: id)
            eventFeeds[id] = source
            eventFed[source, default: []].insert(id)
        }
    }

    /// Breaks the event wire between two nodes.
    ///
    /// - Throws: `GraphError` if there is none.
    package mutating func disconnectEvents(_ source: NodeID, from destination: NodeID) throws(GraphError) {
        guard nodes[source] != nil else { throw .notInGraph(node: name(source)) }
        guard nodes[destination] != nil else { throw .notInGraph(node: name(destination)) }
        guard eventFeeds[destination]?.node == source else {
            throw .eventsNotConnected(node: name(destination), isInput: true)
        }
        cutEvents(to: destination)
    }

    /// Breaks the event wire to a node.
    ///
    /// - Throws: `GraphError` if there is none.
    package mutating func disconnectEventInput(_ id: NodeID) throws(GraphError) {
        guard nodes[id] != nil else { throw .notInGraph(node: name(id)) }
        guard eventFeeds[id] != nil else { throw .eventsNotConnected(node: name(id), isInput: true) }
        cutEvents(to: id)
    }

    /// Breaks all event wires from a node.
    ///
    /// - Throws: `GraphError` if there is none.
    package mutating func disconnectEventOutputs(_ id: NodeID) throws(GraphError) {
        guard let node = nodes[id] else { throw .notInGraph(node: name(id)) }
        let fed = (0..<node.eventOutputCount).flatMap { eventDestinations(of: Endpoint(id, $0)) }
        guard !fed.isEmpty else { throw .eventsNotConnected(node: node.name, isInput: false) }
        fed.forEach { cutEvents(to: $0) }
    }

    mutating func removeEventWires(of id: NodeID) {
        cutEvents(to: id)
        for bus in 0..<(nodes[id]?.eventOutputCount ?? 0) {
            for fed in eventFed[Endpoint(id, bus)] ?? [] { cutEvents(to: fed) }
        }
    }

    private mutating func cutEvents(to id: NodeID) {
        guard let source = eventFeeds.removeValue(forKey: id) else { return }
        eventFed[source]?.remove(id)
        if eventFed[source]?.isEmpty == true { eventFed[source] = nil }
    }
}
