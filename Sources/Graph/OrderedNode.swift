/// A scheduled node and what feeds it, by places in the order: later passes look nothing up by name.
struct OrderedNode {
    let id: NodeID
    let node: GraphNode
    /// The input buses in use: connected ones for a mixer, all for others.
    let inputs: [OrderedInput]
    /// What gives it events; nil for nothing.
    let events: OrderedEvents?
}

/// The event wire to a scheduled node.
struct OrderedEvents {
    /// The giver's place in the order.
    let place: Int
    /// The wire from there.
    let wire: EventConnection
}

/// One input bus of a scheduled node.
struct OrderedInput {
    let bus: Int
    /// What feeds it; nil for silence.
    let feed: Feed?

    /// An output bus of a node that comes earlier in the order.
    struct Feed {
        /// The node's place in the order.
        let place: Int
        /// Its output bus.
        let bus: Int
        /// The wire from there.
        let wire: Connection
    }
}

extension GraphModel {
    /// The scheduled nodes with what feeds each, in the order in which they render; the places of each group
    /// of `renderGroups`, and of each node.
    func orderedNodes() -> (nodes: [OrderedNode], groups: [Range<Int>], places: [NodeID: Int]) {
        var ordered: [OrderedNode] = []
        ordered.reserveCapacity(nodes.count)
        var places: [NodeID: Int] = [:]
        places.reserveCapacity(nodes.count)
        let groups = renderGroups().map { group in
            let start = ordered.count
            for id in group {
                guard let node = nodes[id] else { continue }
                places[id] = ordered.count
                ordered.append(
                    OrderedNode(
                        id: id, node: node, inputs: inputs(of: id, node, places),
                        events: events(of: id, places)))
            }
            return start..<ordered.count
        }
        return (ordered, groups, places)
    }

    private func events(of id: NodeID, _ places: [NodeID: Int]) -> OrderedEvents? {
        guard let source = eventFeeds[id], let place = places[source.node] else { return nil }
        return OrderedEvents(place: place, wire: EventConnection(from: source, to: id))
    }

    private func inputs(of id: NodeID, _ node: GraphNode, _ places: [NodeID: Int]) -> [OrderedInput] {
        let sources = sources(of: id)
        var inputs: [OrderedInput] = []
        for bus in 0..<(node.inputBusCount ?? sources.count) {
            let source = bus < sources.count ? sources[bus] : nil
            guard source != nil || node.inputBusCount != nil else { continue }
            let feed = source.flatMap { source in
                places[source.node].map { place in
                    OrderedInput.Feed(
                        place: place, bus: source.bus, wire: Connection(from: source, to: Endpoint(id, bus)))
                }
            }
            inputs.append(OrderedInput(bus: bus, feed: feed))
        }
        return inputs
    }
}
