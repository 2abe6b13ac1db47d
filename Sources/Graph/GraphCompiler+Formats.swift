/// The formats of all buses of the scheduled nodes.
struct BusFormats: Sendable {
    /// Beside `RenderOrder.inputs`.
    private(set) var inputs: [BusFormat] = []
    /// The output buses of all nodes in the order.
    private(set) var outputs: [BusFormat] = []

    /// The formats of the nodes in this order.
    ///
    /// - Throws: `GraphError.formatMismatch` if an effect's buses do not run at one rate.
    init(_ order: RenderOrder, in model: GraphModel) throws(GraphError) {
        inputs.reserveCapacity(order.inputs.count)
        outputs.reserveCapacity(order.outputCount)
        for node in order.nodes {
            addOutputs(of: node, order, model)
            addInputs(of: node, order, model)
            if node.kind.passesFormatOn { try checkRates(of: node, order, model) }
        }
    }

    private mutating func addOutputs(of node: OrderedNode, _ order: RenderOrder, _ model: GraphModel) {
        guard !node.outputs.isEmpty else { return }
        guard node.kind != .output else {
            for _ in node.outputs.range { outputs.append(model.outputFormat) }
            return
        }
        var usual = model.outputFormat
        if node.kind.passesFormatOn, !node.inputs.isEmpty {
            usual = fedFormat(of: order.inputs[Int(node.inputs.first)], order) ?? usual
        }
        outputs.append(node.givenFormat ?? usual)
        guard node.outputs.count > 1 else { return }
        for bus in 1..<Int(node.outputs.count) {
            outputs.append(model.nodes[node.id]?.outputFormats[bus] ?? usual)
        }
    }

    private mutating func addInputs(of node: OrderedNode, _ order: RenderOrder, _ model: GraphModel) {
        for place in node.inputs.range {
            let input = order.inputs[place]
            if let format = fedFormat(of: input, order) {
                inputs.append(format)
            } else {
                let output = node.outputs.isEmpty ? model.outputFormat : outputs[Int(node.outputs.first)]
                let bus = Int(input.bus)
                inputs.append(model.nodes[node.id]?.unfedInputFormat(bus: bus, output: output) ?? output)
            }
        }
    }

    @inline(__always)
    private func fedFormat(of input: OrderedInput, _ order: RenderOrder) -> BusFormat? {
        guard input.place >= 0 else { return nil }
        return outputs[Int(order.nodes[Int(input.place)].outputs.first) + Int(input.outputBus)]
    }

    private func checkRates(
        of node: OrderedNode, _ order: RenderOrder, _ model: GraphModel
    ) throws(GraphError) {
        guard !node.outputs.isEmpty else { return }
        let output = outputs[Int(node.outputs.first)]
        for place in node.inputs.range where inputs[place].sampleRateHz != output.sampleRateHz {
            let feeder = order.inputs[place].feed.map { order.nodes[$0.place].id } ?? node.id
            throw .formatMismatch(
                source: model.name(feeder), inputs[place], destination: model.name(node.id), output)
        }
    }
}
