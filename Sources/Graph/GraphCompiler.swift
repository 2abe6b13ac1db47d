import AVFRender

/// What the compiler must know of a node's unit beyond the model.
package struct NodeTraits: Sendable {
    /// Frames by which its output lags behind its input.
    package var latencyFrames: Int
    /// Whether outputs may share buffers with inputs.
    package var allowsInPlace: Bool

    /// The traits of a unit.
    package init(latencyFrames: Int = 0, allowsInPlace: Bool = true) {
        self.latencyFrames = latencyFrames
        self.allowsInPlace = allowsInPlace
    }
}

/// Turns a graph into a schedule: order → formats → domains → calls with delays and conversions → buffers.
///
/// Pure: the same model and traits give the same schedule. Units are made between the two halves, because their
/// configuration follows from the formats, and the delays follow from their latency.
package struct GraphCompiler {
    /// The nodes that can be heard, each after everything that feeds it.
    package let order: [NodeID]
    /// The formats of their buses.
    package let formats: [NodeID: NodeFormats]
    let model: GraphModel
    var traits: [NodeID: NodeTraits] = [:]

    /// Orders the nodes and settles their formats.
    ///
    /// - Throws: `GraphError.formatMismatch` if an effect's buses do not run at one rate.
    package init(_ model: GraphModel) throws(GraphError) {
        self.model = model
        order = model.renderOrder()
        formats = try model.formats(inOrder: order)
    }

    /// Compiles the graph with what is known of its units.
    ///
    /// - Throws: `GraphError.splitAcrossRates`.
    package func schedule(traits: [NodeID: NodeTraits]) throws(GraphError) -> Schedule {
        var compiler = self
        compiler.traits = traits
        let domains = try compiler.domains()
        return compiler.schedule(compiler.calls(domains), domains)
    }

    /// The format on a scheduled output bus.
    func format(_ endpoint: Endpoint) -> BusFormat {
        let outputs = formats[endpoint.node]?.outputs ?? []
        return outputs.indices.contains(endpoint.bus) ? outputs[endpoint.bus] : model.outputFormat
    }
}
