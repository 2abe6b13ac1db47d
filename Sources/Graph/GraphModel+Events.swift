/// Event wires: one event output feeds any number of nodes. Each node has one wire at the most, and beside it
/// any number from nodes that make events by themselves.
extension GraphModel {
    /// The event output that feeds a node, of those that do not make events by themselves; nil for none.
    package func eventSource(of destination: NodeID) -> Endpoint? {
        eventFeeds[destination]?.first { !originatesEvents($0.node) }
    }

    /// The event outputs that feed a node, in the order in which their events are joined.
    package func eventSources(of destination: NodeID) -> [Endpoint] { eventFeeds[destination] ?? [] }

    private func originatesEvents(_ id: NodeID) -> Bool { nodes[id]?.originatesEvents ?? false }

    /// The nodes that an event output feeds, in order.
    package func eventDestinations(of source: Endpoint) -> [NodeID] { (eventFed[source] ?? []).sorted() }

    /// Whether an event wire begins at the bus.
    func hasEventDestination(_ source: Endpoint) -> Bool { eventFed[source] != nil }

    /// Joins an event output to these nodes, beside those that it feeds.
    ///
    /// A node's former wire is broken, unless the events of one of the two join others.
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
            guard taker.takesEvents || giver.originatesEvents && taker.takesParameters else {
                throw .noEventInput(node: taker.name, source: giver.name)
            }
        }
        if let cycle = cycle(from: source.node, toNodes: destinations) { throw .cycle(cycle.map(name)) }
        for id in destinations {
            guard eventFeeds[id]?.contains(source) != true else { continue }
            if giver.originatesEvents {
                eventFeeds[id, default: []].append(source)
            } else {
                if let former = eventSource(of: id) { cutEvents(former, to: id) }
                eventFeeds[id, default: []].insert(source, at: 0)
            }
            eventFed[source, default: []].insert(id)
        }
    }

    /// Breaks the event wire between two nodes.
    ///
    /// - Throws: `GraphError` if there is none.
    package mutating func disconnectEvents(_ source: NodeID, from destination: NodeID) throws(GraphError) {
        guard nodes[source] != nil else { throw .notInGraph(node: name(source)) }
        guard nodes[destination] != nil else { throw .notInGraph(node: name(destination)) }
        let wires = eventSources(of: destination).filter { $0.node == source }
        guard !wires.isEmpty else { throw .eventsNotConnected(node: name(destination), isInput: true) }
        wires.forEach { cutEvents($0, to: destination) }
    }

    /// Breaks the event wire to a node, but none from one that makes events by itself.
    ///
    /// - Throws: `GraphError` if there is none.
    package mutating func disconnectEventInput(_ id: NodeID) throws(GraphError) {
        guard nodes[id] != nil else { throw .notInGraph(node: name(id)) }
        guard let source = eventSource(of: id) else {
            throw .eventsNotConnected(node: name(id), isInput: true)
        }
        cutEvents(source, to: id)
    }

    /// Breaks all event wires from a node.
    ///
    /// - Throws: `GraphError` if there is none.
    package mutating func disconnectEventOutputs(_ id: NodeID) throws(GraphError) {
        guard let node = nodes[id] else { throw .notInGraph(node: name(id)) }
        let fed = (0..<node.eventOutputCount).flatMap { bus in
            eventDestinations(of: Endpoint(id, bus)).map { (Endpoint(id, bus), $0) }
        }
        guard !fed.isEmpty else { throw .eventsNotConnected(node: node.name, isInput: false) }
        fed.forEach { cutEvents($0, to: $1) }
    }

    mutating func removeEventWires(of id: NodeID) {
        for source in eventSources(of: id) { cutEvents(source, to: id) }
        for bus in 0..<(nodes[id]?.eventOutputCount ?? 0) {
            for fed in eventFed[Endpoint(id, bus)] ?? [] { cutEvents(Endpoint(id, bus), to: fed) }
        }
    }

    private mutating func cutEvents(_ source: Endpoint, to id: NodeID) {
        eventFeeds[id]?.removeAll { $0 == source }
        if eventFeeds[id]?.isEmpty == true { eventFeeds[id] = nil }
        eventFed[source]?.remove(id)
        if eventFed[source]?.isEmpty == true { eventFed[source] = nil }
    }
}
