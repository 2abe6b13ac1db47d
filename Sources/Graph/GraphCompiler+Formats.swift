extension GraphCompiler {
    /// The formats of all nodes, by place in the order.
    ///
    /// - Throws: `GraphError.formatMismatch` if an effect's buses do not run at one rate.
    static func formats(
        of ordered: [OrderedNode], in model: GraphModel
    ) throws(GraphError) -> [NodeFormats] {
        var known: [NodeFormats] = []
        known.reserveCapacity(ordered.count)
        for node in ordered {
            let formats = formats(of: node, outputFormat: model.outputFormat, known)
            try checkRates(node, formats, model)
            known.append(formats)
        }
        return known
    }

    private static func formats(
        of ordered: OrderedNode, outputFormat: BusFormat, _ known: [NodeFormats]
    ) -> NodeFormats {
        let node = ordered.node
        let feeds = ordered.inputs.map { input in input.feed.map { known[$0.place].outputs[$0.bus] } }
        let passedOn = node.passesFormatOn ? feeds.first ?? nil : nil
        let outputs = (0..<node.outputBusCount).map { bus in
            node.role == .output ? outputFormat : node.outputFormats[bus] ?? passedOn ?? outputFormat
        }
        let inputs = zip(ordered.inputs, feeds).map { input, feed in
            feed ?? node.unfedInputFormat(bus: input.bus, output: outputs.first ?? outputFormat)
        }
        return NodeFormats(inputs: inputs, outputs: outputs)
    }

    private static func checkRates(
        _ ordered: OrderedNode, _ formats: NodeFormats, _ model: GraphModel
    ) throws(GraphError) {
        guard ordered.node.passesFormatOn, let output = formats.outputs.first else { return }
        for (bus, input) in zip(ordered.inputs, formats.inputs)
        where input.sampleRateHz != output.sampleRateHz {
            let feeder = bus.feed.map { model.name($0.wire.source.node) } ?? ordered.node.name
            throw .formatMismatch(source: feeder, input, destination: ordered.node.name, output)
        }
    }
}
