import AVFRender

/// What the compiler must know of a node's unit beyond the model.
package struct NodeTraits: Sendable {
    /// Frames by which its output lags behind its input.
    package var latencyFrames: Int
    /// Whether outputs may share buffers with inputs.
    package var allowsInPlace: Bool
    /// Whether its output may lie in memory that no other call may write.
    package var aliasesOutput: Bool

    /// The traits of a unit.
    package init(latencyFrames: Int = 0, allowsInPlace: Bool = true, aliasesOutput: Bool = false) {
        self.latencyFrames = latencyFrames
        self.allowsInPlace = allowsInPlace
        self.aliasesOutput = aliasesOutput
    }
}

/// Turns a graph into a schedule: order → formats → domains → calls with delays and conversions → buffers.
///
/// Pure: the same model and traits give the same schedule. Units are made between the two halves, because
/// their configuration follows from the formats and domains, and the delays follow from their latency.
///
/// An object, because calls and schedule refer to all that it knows.
package final class GraphCompiler: Sendable {
    let model: GraphModel
    let nodes: RenderOrder
    let formats: BusFormats
    let domains: DomainMap

    /// Orders the nodes, settles their formats and groups them by rate and pace.
    ///
    /// - Throws: `GraphError` if an effect's buses do not run at one rate, or a split path runs at two rates
    ///   or paces.
    package init(_ model: GraphModel, maximumFrameCount: Int) throws(GraphError) {
        self.model = model
        nodes = RenderOrder(model)
        formats = try BusFormats(nodes, in: model)
        domains = try DomainMap(nodes, formats, model, maximumFrameCount: maximumFrameCount)
    }

    // MARK: - Nodes, by place in the order

    /// The nodes that can be heard, each after everything that feeds it.
    package var order: [NodeID] { nodes.nodes.map(\.id) }

    /// How many nodes can be heard.
    package var nodeCount: Int { nodes.nodes.count }

    /// The node at a place.
    package func id(at place: Int) -> NodeID { nodes.nodes[place].id }

    /// The place of a scheduled node; nil for any other.
    package func place(of id: NodeID) -> Int? { nodes.place(of: id) }

    /// The formats of a node's buses.
    package func formats(at place: Int) -> NodeFormats {
        let node = nodes.nodes[place]
        return NodeFormats(
            inputs: Array(formats.inputs[node.inputs.range]),
            outputs: Array(formats.outputs[node.outputs.range]))
    }

    /// The input buses of a node that are in use: connected ones for a mixer, all for others.
    package func inputBuses(at place: Int) -> [Int] {
        nodes.inputs[nodes.nodes[place].inputs.range].map { Int($0.bus) }
    }

    /// The places of the nodes that feed these input buses; nil for silence.
    package func feederPlaces(at place: Int) -> [Int?] {
        nodes.inputs[nodes.nodes[place].inputs.range].map { $0.feed?.place }
    }

    /// The formats of a node with at most one input bus and one output bus, without arrays; nil for others.
    package func soleFormats(at place: Int) -> (input: BusFormat?, output: BusFormat?)? {
        let node = nodes.nodes[place]
        guard node.inputs.count <= 1, node.outputs.count <= 1 else { return nil }
        return (
            node.inputs.isEmpty ? nil : formats.inputs[Int(node.inputs.first)],
            node.outputs.isEmpty ? nil : formats.outputs[Int(node.outputs.first)]
        )
    }

    /// The most frames of a block of a node.
    package func frameCapacity(at place: Int) -> Int {
        domains.domains[domains.domain(at: place)].frameCapacity
    }

    /// The sample rate at which a node runs.
    package func sampleRateHz(at place: Int) -> Double {
        domains.domains[domains.domain(at: place)].sampleRateHz
    }

    /// Whether a node passes its input on untouched.
    package func isBypassed(at place: Int) -> Bool { nodes.nodes[place].isBypassed }

    /// Whether a domain ends in the node.
    package func isTimeEffect(at place: Int) -> Bool { nodes.nodes[place].kind == .timeEffect }

    /// Whether the node takes any number of inputs.
    package func isMixer(at place: Int) -> Bool { nodes.nodes[place].kind == .mixer }

    // MARK: - Compiling

    /// Compiles the graph with what is known of its units, by place in the order.
    ///
    /// Where buffers are not used again, calls of parallel branches do not wait for each other.
    package func schedule(traits: [NodeTraits], reusesBuffers: Bool = true) -> Schedule {
        var calls = calls(traits)
        return schedule(&calls, reusesBuffers: reusesBuffers)
    }
}
