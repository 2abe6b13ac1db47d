/// The formats of all buses of a node that are in use.
package struct NodeFormats: Sendable, Equatable {
    /// Formats of the input buses, connected ones for a mixer, all for others.
    package var inputs: [BusFormat]
    /// Formats of the output buses.
    package var outputs: [BusFormat]
}

extension GraphModel {
    /// The format of an output bus: what it was given, else what the node passes on, else the graph's own.
    package func outputFormat(_ endpoint: Endpoint) -> BusFormat {
        var place = endpoint
        // Each step goes one node upstream; the graph has no cycle, so the walk ends.
        while let node = nodes[place.node] {
            if node.role == .output { return outputFormat }
            if let given = node.outputFormats[place.bus] { return given }
            guard node.passesFormatOn, let feeder = source(of: Endpoint(place.node)) else { break }
            place = feeder
        }
        return outputFormat
    }

    /// The format that arrives at an input bus; unconnected, what the node's output has.
    package func inputFormat(_ endpoint: Endpoint) -> BusFormat {
        if let feeder = source(of: endpoint) { return outputFormat(feeder) }
        return outputFormat(Endpoint(endpoint.node))
    }

    /// The formats of all these nodes, each of which comes after everything that feeds it.
    ///
    /// - Throws: `GraphError.formatMismatch` if an effect's buses do not run at one rate.
    func formats(inOrder order: [NodeID]) throws(GraphError) -> [NodeID: NodeFormats] {
        var known: [NodeID: NodeFormats] = [:]
        for id in order {
            guard let node = nodes[id] else { continue }
            let formats = formats(of: id, node, known)
            try checkRates(id, node, formats)
            known[id] = formats
        }
        return known
    }

    private func formats(of id: NodeID, _ node: GraphNode, _ known: [NodeID: NodeFormats]) -> NodeFormats {
        let feeds = usedInputBuses(of: id, node).map { bus -> BusFormat? in
            guard let feeder = source(of: Endpoint(id, bus)) else { return nil }
            return known[feeder.node]?.outputs[feeder.bus]
        }
        let passedOn = node.passesFormatOn ? feeds.first ?? nil : nil
        let outputs = (0..<node.outputBusCount).map { bus in
            node.role == .output ? outputFormat : node.outputFormats[bus] ?? passedOn ?? outputFormat
        }
        return NodeFormats(inputs: feeds.map { $0 ?? outputs.first ?? outputFormat }, outputs: outputs)
    }

    /// All input buses of a node, or the connected ones where it takes any number.
    package func usedInputBuses(of id: NodeID) -> [Int] {
        nodes[id].map { usedInputBuses(of: id, $0) } ?? []
    }

    /// All input buses of a node, or the connected ones where it takes any number.
    func usedInputBuses(of id: NodeID, _ node: GraphNode) -> [Int] {
        node.inputBusCount.map { Array(0..<$0) } ?? connectedInputBuses(of: id)
    }

    private func checkRates(_ id: NodeID, _ node: GraphNode, _ formats: NodeFormats) throws(GraphError) {
        guard node.passesFormatOn, let output = formats.outputs.first else { return }
        for (bus, input) in zip(usedInputBuses(of: id, node), formats.inputs)
        where input.sampleRateHz != output.sampleRateHz {
            let feeder = source(of: Endpoint(id, bus)).map { name($0.node) } ?? node.name
            throw .formatMismatch(source: feeder, input, destination: node.name, output)
        }
    }
}
