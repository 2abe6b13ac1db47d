import AVFRender

/// What the compiler must know of a node's unit beyond the model.
package struct NodeTraits: Sendable {
    /// Frames by which its output lags behind its input.
    package var latencyFrames: Int
    /// Whether outputs may share buffers with inputs.
    package var allowsInPlace: Bool
    /// Whether its output may lie in memory that nobody else may write.
    package var lendsOutput: Bool

    /// The traits of a unit.
    package init(latencyFrames: Int = 0, allowsInPlace: Bool = true, lendsOutput: Bool = false) {
        self.latencyFrames = latencyFrames
        self.allowsInPlace = allowsInPlace
        self.lendsOutput = lendsOutput
    }
}

/// Turns a graph into a schedule: order → formats → domains → calls with delays and conversions → buffers.
///
/// Pure: the same model and traits give the same schedule. Units are made between the two halves, because
/// their configuration follows from the formats and domains, and the delays follow from their latency.
package struct GraphCompiler {
    /// The nodes that can be heard, each after everything that feeds it.
    package var order: [NodeID] { nodes.map(\.id) }
    let model: GraphModel
    let nodes: [OrderedNode]
    private let places: [NodeID: Int]
    /// The formats of the nodes' buses, by place in the order.
    let formats: [NodeFormats]
    let domains: DomainMap
    var traits: [NodeID: NodeTraits] = [:]

    /// Orders the nodes, settles their formats and groups them by rate and pace.
    ///
    /// - Throws: `GraphError` if an effect's buses do not run at one rate, or a split path runs at two rates
    ///   or paces.
    package init(_ model: GraphModel, maximumFrameCount: Int) throws(GraphError) {
        self.model = model
        let groups: [Range<Int>]
        (nodes, groups, places) = model.orderedNodes()
        formats = try Self.formats(of: nodes, in: model)
        domains = try DomainMap(
            nodes, groups, formats, outputRateHz: model.outputFormat.sampleRateHz,
            maximumFrameCount: maximumFrameCount)
    }

    /// The formats of the buses of a scheduled node; nil for any other.
    package func formats(of id: NodeID) -> NodeFormats? { places[id].map { formats[$0] } }

    /// The most frames of a block of a scheduled node.
    package func frameCapacity(of id: NodeID) -> Int {
        let domain = places[id].flatMap { domains.domainOfPlace[$0] }
        return domains.domains[domain ?? 0].frameCapacity
    }

    /// Whether a node passes its input on untouched.
    package func isBypassed(_ id: NodeID) -> Bool { model.nodes[id]?.isBypassed ?? false }

    /// Compiles the graph with what is known of its units.
    ///
    /// Where buffers are not used again, calls of parallel branches do not wait for each other.
    package func schedule(traits: [NodeID: NodeTraits], reusesBuffers: Bool = true) -> Schedule {
        var compiler = self
        compiler.traits = traits
        return compiler.schedule(compiler.calls(), reusesBuffers: reusesBuffers)
    }
}
