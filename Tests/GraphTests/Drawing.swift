import AVFGraph
import AVFRender
import Testing

/// A graph built by name, so that a test reads like the drawing beside it.
struct Drawing {
    var model: GraphModel
    private(set) var ids: [String: NodeID] = [:]
    var traits: [NodeID: NodeTraits] = [:]

    init(rate: Double = 48_000, channels: Int = 2) {
        model = GraphModel(outputFormat: BusFormat(sampleRateHz: rate, channelCount: channels))
        add("out", .output, inputs: 1, outputs: 1)
    }

    subscript(name: String) -> NodeID { ids[name] ?? NodeID(-1) }

    mutating func add(
        _ name: String, _ role: GraphNode.Role, inputs: Int?, outputs: Int = 1, latency: Int = 0,
        inPlace: Bool = true, lends: Bool = false, inputChannels: [Int?] = [], takesEvents: Bool = false,
        takesParameters: Bool = false, eventOutputs: Int = 0, originatesEvents: Bool = false
    ) {
        let id = model.add(
            GraphNode(
                name: name, role: role, inputBusCount: inputs, outputBusCount: outputs,
                inputChannelCounts: inputChannels, takesEvents: takesEvents,
                takesParameters: takesParameters, eventOutputCount: eventOutputs,
                originatesEvents: originatesEvents))
        ids[name] = id
        traits[id] = NodeTraits(
            latencyFrames: latency, allowsInPlace: inPlace && role != .mixer, aliasesOutput: lends)
    }

    mutating func sources(_ names: String...) { for name in names { add(name, .source, inputs: 0) } }

    mutating func effects(_ names: String..., latency: Int = 0, inPlace: Bool = true) {
        for name in names { add(name, .effect, inputs: 1, latency: latency, inPlace: inPlace) }
    }

    mutating func timeEffects(_ names: String..., maximumRate: Double = 32) {
        let pace = InputPace(maximumRate: maximumRate, aheadSeconds: 0.04, windowSeconds: 0.08)
        for name in names { add(name, .timeEffect(pace), inputs: 1, inPlace: false) }
    }

    mutating func mixers(_ names: String...) { for name in names { add(name, .mixer, inputs: nil) } }

    /// Connects to bus 0, or to a mixer's next free bus.
    mutating func connect(
        _ source: String, _ destinations: String..., rate: Double? = nil, channels: Int = 2
    ) throws(GraphError) {
        let endpoints = destinations.map { name -> Endpoint in
            let isMixer = model.nodes[self[name]]?.role == .mixer
            return Endpoint(self[name], isMixer ? model.nextAvailableInputBus(of: self[name]) ?? 0 : 0)
        }
        let format = rate.map { BusFormat(sampleRateHz: $0, channelCount: channels) }
        try model.connect(Endpoint(self[source]), to: endpoints, format: format)
    }

    mutating func instruments(_ names: String...) {
        for name in names { add(name, .source, inputs: 0, takesEvents: true) }
    }

    /// Nodes without audio.
    mutating func processors(_ names: String..., latency: Int = 0) {
        for name in names {
            add(name, .source, inputs: 0, outputs: 0, latency: latency, takesEvents: true, eventOutputs: 1)
        }
    }

    /// Nodes that make events by themselves, for two destinations each.
    mutating func sequencers(_ names: String...) {
        for name in names {
            add(name, .source, inputs: 0, outputs: 0, eventOutputs: 2, originatesEvents: true)
        }
    }

    mutating func connectEvents(
        _ source: String, _ destinations: String..., bus: Int = 0
    ) throws(GraphError) {
        try model.connectEvents(Endpoint(self[source], bus), to: destinations.map { self[$0] })
    }

    func compiled() throws(GraphError) -> String { try schedule().description }

    func schedule(maximumFrameCount: Int = 512) throws(GraphError) -> Schedule {
        let compiler = try GraphCompiler(model, maximumFrameCount: maximumFrameCount)
        return compiler.schedule(traits: compiler.order.map { traits[$0] ?? NodeTraits() })
    }
}
