import AVFRender

/// A wire from one of a node's output buses.
struct OutputWire: Comparable, Sendable {
    let bus: Int
    let destination: Endpoint

    static func < (first: OutputWire, second: OutputWire) -> Bool {
        first.bus == second.bus ? first.destination < second.destination : first.bus < second.bus
    }
}

/// Nodes and wires: a value, so that an edit can be tried on a copy and thrown away.
///
/// Copies share what is equal, so that a copy costs little however large the graph is.
package struct GraphModel: Sendable {
    /// The most input buses of a node that takes any number: a wrong bus number must not become memory.
    package static let mostInputBuses = 65_536

    /// The format at the graph's end; also what a bus has without a format of its own.
    package var outputFormat: BusFormat
    /// The nodes.
    package private(set) var nodes = GraphNodes()
    /// What feeds each node, by input bus; the last one is connected.
    private(set) var feeds = PagedTable<[Endpoint?]>(empty: [])
    /// What each node feeds, in order.
    private(set) var fed = PagedTable<[OutputWire]>(empty: [])
    /// The event outputs that feed each node that takes events; first the one that is not an originator's.
    var eventFeeds: [NodeID: [Endpoint]] = [:]
    /// What each event output feeds.
    var eventFed: [Endpoint: Set<NodeID>] = [:]
    /// The connected input buses that take what feeds them at a pace of their own.
    private(set) var pacedInputs: [Endpoint: InputPace] = [:]

    /// An empty graph.
    package init(outputFormat: BusFormat) { self.outputFormat = outputFormat }

    // MARK: - Reading

    /// All wires, ordered by destination.
    package var connections: [Connection] {
        nodes.ids.flatMap { node in
            connectedInputBuses(of: node).compactMap { bus in
                source(of: Endpoint(node, bus)).map { Connection(from: $0, to: Endpoint(node, bus)) }
            }
        }
    }

    /// The output bus that feeds an input bus.
    package func source(of destination: Endpoint) -> Endpoint? {
        let feeds = sources(of: destination.node)
        return feeds.indices.contains(destination.bus) ? feeds[destination.bus] : nil
    }

    /// The output buses that feed a node, by input bus, up to its last connected one.
    func sources(of node: NodeID) -> [Endpoint?] { nodes.contains(node) ? feeds[node.slot] : [] }

    /// The input buses that an output bus feeds, in order.
    package func destinations(of source: Endpoint) -> [Endpoint] {
        wires(from: source.node).filter { $0.bus == source.bus }.map(\.destination)
    }

    /// The wires from a node, in order.
    func wires(from node: NodeID) -> [OutputWire] { nodes.contains(node) ? fed[node.slot] : [] }

    /// The connected input buses of a node, in order.
    package func connectedInputBuses(of node: NodeID) -> [Int] {
        let feeds = sources(of: node)
        return feeds.indices.filter { feeds[$0] != nil }
    }

    /// The lowest input bus of a node that nothing feeds, or nil if all are taken.
    package func nextAvailableInputBus(of id: NodeID) -> Int? {
        guard let node = nodes[id] else { return nil }
        let taken = sources(of: id)
        if let free = taken.firstIndex(where: { $0 == nil }) { return free }
        return taken.count < node.inputBusCount ?? .max ? taken.count : nil
    }

    /// A node's name in messages.
    package func name(_ id: NodeID) -> String { nodes[id]?.name ?? "node \(id.rawValue)" }

    // MARK: - Editing

    /// Adds a node.
    package mutating func add(_ node: GraphNode) -> NodeID {
        let id = nodes.add(node)
        feeds.makeRoom(for: id.slot)
        fed.makeRoom(for: id.slot)
        return id
    }

    /// Removes a node and its wires.
    package mutating func remove(_ id: NodeID) {
        guard nodes.contains(id) else { return }
        for bus in connectedInputBuses(of: id) { cut(Endpoint(id, bus)) }
        for wire in fed[id.slot].reversed() { cut(wire.destination) }
        removeEventWires(of: id)
        nodes.remove(id)
    }

    /// Changes a node's facts; nothing happens if there is no such node.
    package mutating func update(_ id: NodeID, _ change: (inout GraphNode) -> Void) {
        nodes.update(id, change)
    }

    /// Joins a source bus to exactly these destinations: its other wires, and theirs, are broken.
    ///
    /// - Throws: `GraphError` if a node or bus does not exist, the format is impossible, or a cycle would
    ///   arise.
    package mutating func connect(
        _ source: Endpoint, to destinations: [Endpoint], format: BusFormat?
    ) throws(GraphError) {
        try checkOutput(source)
        for destination in destinations { try checkInput(destination) }
        if let format, !format.isValid {
            throw .impossibleFormat(node: name(source.node), bus: source.bus, format)
        }
        if let cycle = cycle(from: source, to: destinations) { throw .cycle(cycle.map(name)) }

        if let format { update(source.node) { $0.outputFormats[source.bus] = format } }
        cutAll(from: source)
        for destination in destinations {
            cut(destination)
            join(source, destination)
        }
    }

    /// Breaks the wire into an input bus.
    ///
    /// - Throws: `GraphError` if there is no such bus or nothing is connected to it.
    package mutating func disconnectInput(_ destination: Endpoint) throws(GraphError) {
        try checkInput(destination)
        guard source(of: destination) != nil else {
            throw .notConnected(node: name(destination.node), bus: destination.bus, isInput: true)
        }
        cut(destination)
    }

    /// Breaks all wires out of an output bus.
    ///
    /// - Throws: `GraphError` if there is no such bus or nothing is connected to it.
    package mutating func disconnectOutput(_ source: Endpoint) throws(GraphError) {
        try checkOutput(source)
        guard wires(from: source.node).contains(where: { $0.bus == source.bus }) else {
            throw .notConnected(node: name(source.node), bus: source.bus, isInput: false)
        }
        cutAll(from: source)
    }

    /// Lets a connected input bus take what feeds it at a pace of its own, until the wire is broken.
    package mutating func setPace(_ pace: InputPace, ofInput destination: Endpoint) {
        if source(of: destination) != nil { pacedInputs[destination] = pace }
    }

    private mutating func join(_ source: Endpoint, _ destination: Endpoint) {
        let slot = destination.node.slot
        let missing = destination.bus + 1 - feeds[slot].count
        if missing > 0 { feeds[slot].append(contentsOf: repeatElement(nil, count: missing)) }
        feeds[slot][destination.bus] = source
        fed[source.node.slot].insertInOrder(OutputWire(bus: source.bus, destination: destination))
    }

    private mutating func cut(_ destination: Endpoint) {
        guard let source = source(of: destination) else { return }
        if !pacedInputs.isEmpty { pacedInputs[destination] = nil }
        let slot = destination.node.slot
        feeds[slot][destination.bus] = nil
        while case .some(.none) = feeds[slot].last { feeds[slot].removeLast() }
        fed[source.node.slot].removeFromOrder(OutputWire(bus: source.bus, destination: destination))
    }

    private mutating func cutAll(from source: Endpoint) {
        // The last one first, because what follows one that is removed moves up.
        for destination in destinations(of: source).reversed() { cut(destination) }
    }

    // MARK: - Checking

    /// Checks that an output bus exists.
    package func checkOutput(_ endpoint: Endpoint) throws(GraphError) {
        guard let node = nodes[endpoint.node] else { throw .notInGraph(node: name(endpoint.node)) }
        guard (0..<node.outputBusCount).contains(endpoint.bus) else {
            throw .noSuchBus(
                node: node.name, bus: endpoint.bus, isInput: false, available: node.outputBusCount)
        }
    }

    /// Checks that an input bus exists.
    package func checkInput(_ endpoint: Endpoint) throws(GraphError) {
        guard let node = nodes[endpoint.node] else { throw .notInGraph(node: name(endpoint.node)) }
        let available = node.inputBusCount ?? GraphModel.mostInputBuses
        guard (0..<available).contains(endpoint.bus) else {
            throw .noSuchBus(node: node.name, bus: endpoint.bus, isInput: true, available: available)
        }
    }
}
