import AVFRender

/// The rate domains of a graph and the nodes in them.
///
/// Each node runs in the domain of what it feeds. A wire into a converting node at another rate ends a
/// domain, and so do a time effect and an input with a pace of its own: everything that feeds them runs at
/// their pace.
struct DomainMap: Sendable {
    private(set) var domains: [Schedule.Domain]
    /// The domain of each node, by place in the order; negative until something that it feeds is placed.
    private var domainOfPlace: [Int32]
    /// The domain that ends on the wire into an input, by the input's place in `RenderOrder.inputs`.
    private var bridgedInputs: [Int: Int] = [:]
    /// The domain that ends where an input takes the wire at a pace of its own; the one above, if there is
    /// one, feeds it.
    private var pacedInputs: [Int: Int] = [:]
    /// The domain that ends in a time effect, by the effect's place.
    private var domainsBehind: [Int: Int] = [:]
    private let order: RenderOrder
    private let formats: BusFormats
    private let model: GraphModel

    /// The most frames that time effects may want together for one output frame.
    private static let mostFramesForOne = 32_768.0
    /// How many frames a block behind time effects has at the most, apart from what they look ahead.
    private static let usualFrameCount = 32_768.0

    /// The domains of the nodes in an order, with blocks of at most `maximumFrameCount` frames at the graph's
    /// end.
    ///
    /// - Throws: `GraphError` if a split path runs at two rates or paces, or time effects multiply too far.
    init(
        _ order: RenderOrder, _ formats: BusFormats, _ model: GraphModel, maximumFrameCount: Int
    ) throws(GraphError) {
        self.order = order
        self.formats = formats
        self.model = model
        domainOfPlace = Array(repeating: -1, count: order.nodes.count)
        let blockFrameCount = try Self.blockFrameCount(order, model, atMost: maximumFrameCount)
        domains = [
            .init(
                parent: 0, sampleRateHz: model.outputFormat.sampleRateHz, bridge: nil,
                frameCapacity: blockFrameCount)
        ]
        for place in order.groups.first?.reversed() ?? (0..<0).reversed() { try settle(place) }
        for group in order.groups.dropFirst() { try settleSink(group) }
    }

    // MARK: - Reading

    /// The domain of the node at a place.
    func domain(at place: Int) -> Int { max(0, Int(domainOfPlace[place])) }

    /// The domain that ends on the wire into an input; nil for most.
    func bridge(ofInput input: Int) -> Int? { bridgedInputs.isEmpty ? nil : bridgedInputs[input] }

    /// The domain at whose end an input changes the pace; nil for most.
    func pace(ofInput input: Int) -> Int? { pacedInputs.isEmpty ? nil : pacedInputs[input] }

    /// The domain that ends in the node at a place; nil for all but time effects.
    func domain(behind place: Int) -> Int? { domainsBehind.isEmpty ? nil : domainsBehind[place] }

    // MARK: - Settling

    /// A sink runs in the domain of what feeds it; one that nothing else runs in is paced by a bridge that
    /// are discarded.
    private mutating func settleSink(_ group: Range<Int>) throws(GraphError) {
        guard let sink = group.last, !order.nodes[sink].inputs.isEmpty else { return }
        let input = Int(order.nodes[sink].inputs.first)
        guard let feed = order.inputs[input].feed else { return }
        if domainOfPlace[feed.place] < 0 { try settle(feed, input, 0) }
        domainOfPlace[sink] = max(0, domainOfPlace[feed.place])
        for place in group.dropLast().reversed() { try settle(place) }
    }

    /// So short blocks at the graph's end that those behind its time effects keep to a usual size.
    private static func blockFrameCount(
        _ order: RenderOrder, _ model: GraphModel, atMost maximumFrameCount: Int
    ) throws(GraphError) -> Int {
        guard order.hasTimeEffects || !model.pacedInputs.isEmpty else { return maximumFrameCount }
        var fastest = 1.0
        var rateAfter = Array(repeating: 1.0, count: order.nodes.count)
        for (place, node) in order.nodes.enumerated().reversed() {
            let rate = rateAfter[place] * (model.nodes[node.id]?.inputPace?.maximumRate ?? 1)
            for input in order.inputs[node.inputs.range] {
                guard let feeder = input.feed?.place else { continue }
                let pace = model.pacedInputs[Endpoint(node.id, Int(input.bus))]?.maximumRate ?? 1
                guard rate * pace <= mostFramesForOne else {
                    throw .tooFast(
                        node: model.name(order.nodes[feeder].id), timeEffect: model.name(node.id))
                }
                rateAfter[feeder] = max(rateAfter[feeder], rate * pace)
                fastest = max(fastest, rate * pace)
            }
        }
        return fastest == 1
            ? maximumFrameCount : min(maximumFrameCount, Int(max(1, usualFrameCount / fastest)))
    }

    private mutating func settle(_ place: Int) throws(GraphError) {
        let node = order.nodes[place]
        // A tapped node that feeds nothing runs in the output's domain, if it has its rate.
        let own = domain(at: place)
        domainOfPlace[place] = Int32(own)
        var domain = own
        if node.kind == .timeEffect, let pace = model.nodes[node.id]?.inputPace {
            domain = addDomain(behind: .node(node.id), feeding: own, pace)
            domainsBehind[place] = domain
        }
        for input in node.inputs.range {
            if let feed = order.inputs[input].feed { try settle(feed, input, domain) }
        }
        guard !node.events.isEmpty else { return }
        for feed in order.events[node.events.range] { try join(feed.place, domain) }
    }

    private mutating func settle(
        _ feed: OrderedInput.Feed, _ input: Int, _ domain: Int
    ) throws(GraphError) {
        let rateHz = formats.inputs[input].sampleRateHz
        var target = domain
        if !model.pacedInputs.isEmpty, let wire = order.wire(ofInput: input),
            let pace = model.pacedInputs[wire.destination]
        {
            target = addDomain(behind: .pace(wire), feeding: domain, pace)
            pacedInputs[input] = target
        }
        if rateHz != domains[domain].sampleRateHz, let wire = order.wire(ofInput: input) {
            target = addDomain(at: rateHz, behind: wire, feeding: target)
            bridgedInputs[input] = target
        }
        try join(feed.place, target)
    }

    /// Lets a node run in a domain.
    private mutating func join(_ place: Int, _ domain: Int) throws(GraphError) {
        let earlier = Int(domainOfPlace[place])
        if earlier >= 0, earlier != domain { throw splitError(place, earlier, domain) }
        domainOfPlace[place] = Int32(domain)
    }

    private func splitError(_ place: Int, _ first: Int, _ second: Int) -> GraphError {
        let name = model.name(order.nodes[place].id)
        for bridge in [domains[first].bridge, domains[second].bridge] {
            switch bridge {
            case .node(let id)?: return .splitAcrossPaces(node: name, timeEffect: model.name(id))
            case .pace(let wire)?:
                return .splitAcrossPaces(node: name, timeEffect: model.name(wire.destination.node))
            default: continue
            }
        }
        return .splitAcrossRates(node: name)
    }

    private mutating func addDomain(
        behind call: Schedule.Call, feeding parent: Int, _ pace: InputPace
    ) -> Int {
        let rateHz = domains[parent].sampleRateHz
        let capacity = pace.inputFrameBound(
            forOutput: domains[parent].frameCapacity, rate: pace.maximumRate, sampleRateHz: rateHz)
        domains.append(
            .init(parent: parent, sampleRateHz: rateHz, bridge: call, frameCapacity: capacity))
        return domains.count - 1
    }

    private mutating func addDomain(at rateHz: Double, behind wire: Connection, feeding parent: Int)
        -> Int
    {
        let outer = domains[parent]
        let capacity = RateBridge.inputFrameCapacity(
            inputRateHz: rateHz, outputRateHz: outer.sampleRateHz, outputFrameCount: outer.frameCapacity)
        domains.append(
            .init(
                parent: parent, sampleRateHz: rateHz,
                bridge: .bridge(wire, from: rateHz, to: outer.sampleRateHz), frameCapacity: capacity))
        return domains.count - 1
    }
}
