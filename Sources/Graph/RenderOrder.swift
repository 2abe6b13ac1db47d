/// A scheduled node, by places in the order: later passes look nothing up by name, and count no references.
struct OrderedNode: Sendable {
    let id: NodeID
    let kind: GraphNode.Kind
    let isBypassed: Bool
    let hasTaps: Bool
    let isEventTapped: Bool
    let eventOutputCount: Int32
    /// The input buses in use, in `RenderOrder.inputs`: connected ones for a mixer, all for others.
    let inputs: Span
    /// Its output buses, among those of all nodes in the order.
    let outputs: Span
    /// The format that its first output bus was given.
    let givenFormat: BusFormat?
    /// What gives it events, in `RenderOrder.events`.
    let events: Span

    /// Consecutive elements of a table.
    struct Span: Sendable {
        let first: Int32
        let count: Int32

        var range: Range<Int> { Int(first)..<Int(first) + Int(count) }
        var isEmpty: Bool { count == 0 }
    }
}

/// An event wire to a scheduled node.
struct OrderedEvents: Sendable {
    /// The giver's place in the order.
    let place: Int
    /// The wire from there.
    let wire: EventConnection
}

/// One input bus of a scheduled node.
struct OrderedInput: Sendable {
    let bus: Int32
    /// The place of the node that feeds it, earlier in the order; negative for silence.
    let place: Int32
    /// That node's output bus.
    let outputBus: Int32
    /// The place of the node whose input it is.
    let node: Int32

    /// What feeds it; nil for silence.
    var feed: Feed? { place < 0 ? nil : Feed(place: Int(place), bus: Int(outputBus)) }

    /// An output bus of a node that comes earlier in the order.
    struct Feed {
        /// The node's place in the order.
        let place: Int
        /// Its output bus.
        let bus: Int
    }
}

/// The scheduled nodes with what feeds each, in the order in which they render.
struct RenderOrder: Sendable {
    private(set) var nodes: [OrderedNode] = []
    private(set) var inputs: [OrderedInput] = []
    private(set) var events: [OrderedEvents] = []
    /// The places of each group: see `GraphModel.renderGroups`.
    private(set) var groups: [Range<Int>] = []
    /// Output buses of all nodes.
    private(set) var outputCount = 0
    /// Whether there is a time effect.
    private(set) var hasTimeEffects = false
    /// The place of each node by slot; negative for one that is not scheduled.
    private var places: [Int32]

    private static let unseen: Int32 = -1
    private static let begun: Int32 = -2

    /// The order of a graph's nodes.
    init(_ model: GraphModel) {
        places = Array(repeating: Self.unseen, count: model.nodes.slotCount)
        nodes.reserveCapacity(model.nodes.slotCount)
        inputs.reserveCapacity(model.nodes.slotCount)
        for root in model.nodes.outputs { visit(root, model) }
        for root in model.nodes.roots { visit(root, model) }
        groups.append(0..<nodes.count)
        for sink in model.nodes.sinks where !model.feeds[sink.slot].isEmpty {
            let start = nodes.count
            visit(sink, model)
            groups.append(start..<nodes.count)
        }
    }

    /// The place of a scheduled node; nil for any other.
    func place(of id: NodeID) -> Int? {
        guard id.slot < places.count, places[id.slot] >= 0 else { return nil }
        let place = Int(places[id.slot])
        return nodes[place].id == id ? place : nil
    }

    /// The wire into an input, which is the one at a place in `inputs`; nil where nothing feeds it.
    func wire(ofInput place: Int) -> Connection? {
        guard let feed = inputs[place].feed else { return nil }
        let node = nodes[Int(inputs[place].node)]
        return Connection(
            from: Endpoint(nodes[feed.place].id, feed.bus), to: Endpoint(node.id, Int(inputs[place].bus)))
    }

    // MARK: - Finding the order

    /// A node whose feeders are being looked at.
    private struct Visit {
        let id: NodeID
        /// The input bus that comes next; behind the last one come those that give events.
        var nextBus = 0
    }

    /// Iterative, so that a chain of ten thousand nodes needs no deep stack.
    private mutating func visit(_ root: NodeID, _ model: GraphModel) {
        guard begin(root) else { return }
        var stack = [Visit(id: root)]
        while var top = stack.popLast() {
            if let feeder = nextFeeder(&top, model) {
                stack.append(top)
                stack.append(Visit(id: feeder))
            } else {
                add(top.id, model)
            }
        }
    }

    /// False for a node that was seen before.
    @inline(__always)
    private mutating func begin(_ id: NodeID) -> Bool {
        guard places[id.slot] == Self.unseen else { return false }
        places[id.slot] = Self.begun
        return true
    }

    /// The next feeder that was not seen and is itself fed; those that nothing feeds are added at once.
    private mutating func nextFeeder(_ visit: inout Visit, _ model: GraphModel) -> NodeID? {
        let feeds = model.feeds[visit.id.slot]
        while visit.nextBus < feeds.count {
            defer { visit.nextBus += 1 }
            guard let feeder = feeds[visit.nextBus]?.node, begin(feeder) else { continue }
            if !model.feeds[feeder.slot].isEmpty || hasEvents(feeder, model) { return feeder }
            add(feeder, model)
        }
        guard hasEvents(visit.id, model), let givers = model.eventFeeds[visit.id] else { return nil }
        while visit.nextBus - feeds.count < givers.count {
            defer { visit.nextBus += 1 }
            let giver = givers[visit.nextBus - feeds.count].node
            if begin(giver) { return giver }
        }
        return nil
    }

    @inline(__always)
    private func hasEvents(_ id: NodeID, _ model: GraphModel) -> Bool {
        !model.eventFeeds.isEmpty && model.eventFeeds[id] != nil
    }

    // MARK: - Adding

    private mutating func add(_ id: NodeID, _ model: GraphModel) {
        let facts = model.nodes.facts[id.slot]
        let firstInput = inputs.count
        addInputs(model.feeds[id.slot], count: facts.inputBusCount)
        let firstEvents = events.count
        if hasEvents(id, model) { addEvents(id, model.eventSources(of: id)) }
        places[id.slot] = Int32(nodes.count)
        nodes.append(
            OrderedNode(
                id: id, kind: facts.kind, isBypassed: facts.isBypassed, hasTaps: facts.hasTaps,
                isEventTapped: facts.isEventTapped, eventOutputCount: Int32(facts.eventOutputCount),
                inputs: .init(first: Int32(firstInput), count: Int32(inputs.count - firstInput)),
                outputs: .init(first: Int32(outputCount), count: Int32(facts.outputBusCount)),
                givenFormat: facts.givenFormat,
                events: .init(first: Int32(firstEvents), count: Int32(events.count - firstEvents))))
        outputCount += facts.outputBusCount
        if facts.kind == .timeEffect { hasTimeEffects = true }
    }

    private mutating func addEvents(_ id: NodeID, _ sources: [Endpoint]) {
        for source in sources {
            guard let place = place(of: source.node) else { continue }
            events.append(OrderedEvents(place: place, wire: EventConnection(from: source, to: id)))
        }
    }

    /// Adds the inputs of a node with so many buses; nil for one that has those that are connected.
    private mutating func addInputs(_ feeds: [Endpoint?], count: Int?) {
        let node = Int32(nodes.count)
        for bus in 0..<(count ?? feeds.count) {
            guard bus < feeds.count, let source = feeds[bus] else {
                if count != nil {
                    inputs.append(OrderedInput(bus: Int32(bus), place: -1, outputBus: 0, node: node))
                }
                continue
            }
            let place = places[source.node.slot]
            inputs.append(
                OrderedInput(bus: Int32(bus), place: place, outputBus: Int32(source.bus), node: node))
        }
    }
}
