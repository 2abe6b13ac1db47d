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
package struct GraphCompiler {
    /// The nodes that can be heard, each after everything that feeds it.
    package var order: [NodeID] { nodes.map(\.id) }
    let model: GraphModel
    let nodes: [OrderedNode]
    let places: [NodeID: Int]
    /// The formats of the nodes' buses, by place in the order.
    let formats: [NodeFormats]
    let domains: DomainMap

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

    // MARK: - Nodes, by place in the order

    /// The place of a scheduled node; nil for any other.
    package func place(of id: NodeID) -> Int? { places[id] }

    /// The formats of a node's buses.
    package func formats(at place: Int) -> NodeFormats { formats[place] }

    /// The input buses of a node that are in use: connected ones for a mixer, all for others.
    package func inputBuses(at place: Int) -> [Int] { nodes[place].inputs.map(\.bus) }

    /// The most frames of a block of a node.
    package func frameCapacity(at place: Int) -> Int {
        domains.domains[domains.domainOfPlace[place] ?? 0].frameCapacity
    }

    /// The sample rate at which a node runs.
    package func sampleRateHz(at place: Int) -> Double {
        domains.domains[domains.domainOfPlace[place] ?? 0].sampleRateHz
    }

    /// Whether a node passes its input on untouched.
    package func isBypassed(at place: Int) -> Bool { nodes[place].node.isBypassed }

    // MARK: - Compiling

    /// Compiles the graph with what is known of its units, by place in the order.
    ///
    /// Where buffers are not used again, calls of parallel branches do not wait for each other.
    package func schedule(traits: [NodeTraits], reusesBuffers: Bool = true) -> Schedule {
        schedule(calls(traits), reusesBuffers: reusesBuffers)
    }
}
