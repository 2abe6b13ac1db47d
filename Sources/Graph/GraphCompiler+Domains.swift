import AVFRender

/// The rate domains of a graph and the nodes in them.
///
/// Each node runs in the domain of what it feeds. A wire into a converting node at another rate ends a domain, and so
/// does a time effect: everything that feeds it runs at its pace.
struct DomainMap {
    private(set) var domains: [Schedule.Domain]
    private(set) var domainOfNode: [NodeID: Int] = [:]
    private(set) var bridgedWires: [Connection: Int] = [:]
    private(set) var domainBehind: [NodeID: Int] = [:]
    private let model: GraphModel
    private let formats: [NodeID: NodeFormats]

    /// The most frames that time effects may want together for one output frame.
    private static let mostFramesForOne = 32_768.0
    /// How many frames a block behind time effects has at the most, apart from what they look ahead.
    private static let usualFrameCount = 32_768.0

    /// The domains of the nodes in these groups, with blocks of at most `maximumFrameCount` frames at the graph's end.
    ///
    /// - Throws: `GraphError` if a split path runs at two rates or paces, or time effects multiply too far.
    init(
        _ model: GraphModel, _ groups: [[NodeID]], _ formats: [NodeID: NodeFormats], maximumFrameCount: Int
    ) throws(GraphError) {
        self.model = model
        self.formats = formats
        let order = groups.flatMap(\.self)
        let blockFrameCount = try Self.blockFrameCount(model, order, atMost: maximumFrameCount)
        domains = [
            .init(
                parent: 0, sampleRateHz: model.outputFormat.sampleRateHz, bridge: nil,
                frameCapacity: blockFrameCount)
        ]
        for id in groups.first?.reversed() ?? [] { try place(id) }
        for group in groups.dropFirst() { try placeSink(group) }
    }

    /// A sink runs in the domain of what feeds it; one that nothing else runs in is paced by a bridge that nobody hears.
    private mutating func placeSink(_ group: [NodeID]) throws(GraphError) {
        guard let sink = group.last, let source = model.source(of: Endpoint(sink)) else { return }
        if let present = domainOfNode[source.node] {
            domainOfNode[sink] = present
        } else {
            try place(Endpoint(sink), 0)
            domainOfNode[sink] = domainOfNode[source.node] ?? 0
        }
        for id in group.dropLast().reversed() { try place(id) }
    }

    /// So short blocks at the graph's end that those behind its time effects keep to a usual size.
    private static func blockFrameCount(
        _ model: GraphModel, _ order: [NodeID], atMost maximumFrameCount: Int
    ) throws(GraphError) -> Int {
        var fastest = 1.0
        var rateAfter: [NodeID: Double] = [:]
        for id in order.reversed() {
            let rate = (rateAfter[id] ?? 1) * (model.nodes[id]?.inputPace?.maximumRate ?? 1)
            guard rate <= mostFramesForOne else {
                let feeder = model.feeders(of: id).first ?? id
                throw .tooFast(node: model.name(feeder), timeEffect: model.name(id))
            }
            for feeder in model.feeders(of: id) { rateAfter[feeder] = max(rateAfter[feeder] ?? 1, rate) }
            fastest = max(fastest, rate)
        }
        return fastest == 1
            ? maximumFrameCount : min(maximumFrameCount, Int(max(1, usualFrameCount / fastest)))
    }

    private mutating func place(_ id: NodeID) throws(GraphError) {
        // A tapped node that feeds nothing runs in the output's domain, if it has its rate.
        let own = domainOfNode[id] ?? 0
        domainOfNode[id] = own
        var domain = own
        if let pace = model.nodes[id]?.inputPace {
            domain = addDomain(behind: .node(id), feeding: own, pace)
            domainBehind[id] = domain
        }
        for bus in model.connectedInputBuses(of: id) { try place(Endpoint(id, bus), domain) }
    }

    private mutating func place(_ destination: Endpoint, _ domain: Int) throws(GraphError) {
        guard let source = model.source(of: destination) else { return }
        let wire = Connection(from: source, to: destination)
        let rateHz = sampleRateHz(of: source)
        var target = domain
        if rateHz != domains[domain].sampleRateHz {
            target = addDomain(at: rateHz, behind: wire, feeding: domain)
            bridgedWires[wire] = target
        }
        if let earlier = domainOfNode[source.node], earlier != target {
            throw splitError(source.node, earlier, target)
        }
        domainOfNode[source.node] = target
    }

    private func splitError(_ node: NodeID, _ first: Int, _ second: Int) -> GraphError {
        for case .node(let id)? in [domains[first].bridge, domains[second].bridge] {
            return .splitAcrossPaces(node: model.name(node), timeEffect: model.name(id))
        }
        return .splitAcrossRates(node: model.name(node))
    }

    private mutating func addDomain(
        behind call: Schedule.Call, feeding parent: Int, _ pace: InputPace
    ) -> Int {
        let rateHz = domains[parent].sampleRateHz
        let capacity = pace.inputFrameBound(
            forOutput: domains[parent].frameCapacity, rate: pace.maximumRate, sampleRateHz: rateHz)
        domains.append(.init(parent: parent, sampleRateHz: rateHz, bridge: call, frameCapacity: capacity))
        return domains.count - 1
    }

    private mutating func addDomain(at rateHz: Double, behind wire: Connection, feeding parent: Int) -> Int {
        let outer = domains[parent]
        let capacity = RateBridge.inputFrameCapacity(
            inputRateHz: rateHz, outputRateHz: outer.sampleRateHz, outputFrameCount: outer.frameCapacity)
        domains.append(
            .init(
                parent: parent, sampleRateHz: rateHz,
                bridge: .bridge(wire, from: rateHz, to: outer.sampleRateHz), frameCapacity: capacity))
        return domains.count - 1
    }

    /// The rate on a scheduled output bus.
    private func sampleRateHz(of endpoint: Endpoint) -> Double {
        let outputs = formats[endpoint.node]?.outputs ?? []
        let format = outputs.indices.contains(endpoint.bus) ? outputs[endpoint.bus] : model.outputFormat
        return format.sampleRateHz
    }

    /// Lets a domain run ahead by what its bridge's input lags.
    mutating func setLatency(_ frameCount: Int, of domain: Int) { domains[domain].latencyFrames = frameCount }
}
