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

    /// The format that arrives at an input bus; unconnected, the bus's own channels, or else what the node's
    /// output has.
    package func inputFormat(_ endpoint: Endpoint) -> BusFormat {
        if let feeder = source(of: endpoint) { return outputFormat(feeder) }
        let output = outputFormat(Endpoint(endpoint.node))
        return nodes[endpoint.node]?.unfedInputFormat(bus: endpoint.bus, output: output) ?? output
    }
}
