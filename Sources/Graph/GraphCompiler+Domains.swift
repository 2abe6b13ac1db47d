import AVFRender

/// The rate domains of a graph and the nodes in them.
///
/// Each node runs in the domain of what it feeds. A wire into a converting node at another rate ends a
/// domain, and so does a time effect: everything that feeds it runs at its pace.
struct DomainMap {
    private(set) var domains: [Schedule.Domain]
    /// The domain of each node, by place in the order; nil until something that it feeds is placed.
    private(set) var domainOfPlace: [Int?]
    private(set) var bridgedWires: [Connection: Int] = [:]
    /// The domain that ends in a time effect, by the effect's place.
    private(set) var domainBehind: [Int: Int] = [:]
    private let nodes: [OrderedNode]
    private let formats: [NodeFormats]

    /// The most frames that time effects may want together for one output frame.
    private static let mostFramesForOne = 32_768.0
    /// How many frames a block behind time effects has at the most, apart from what they look ahead.
    private static let usualFrameCount = 32_768.0

    /// The domains of the nodes in these groups, with blocks of at most `maximumFrameCount` frames at the
    /// graph's end.
    ///
    /// - Throws: `GraphError` if a split path runs at two rates or paces, or time effects multiply too far.
    init(
        _ nodes: [OrderedNode], _ groups: [Range<Int>], _ formats: [NodeFormats], outputRateHz: Double,
        maximumFrameCount: Int
    ) throws(GraphError) {
        self.nodes = nodes
        self.formats = formats
        domainOfPlace = Array(repeating: nil, count: nodes.count)
        let blockFrameCount = try Self.blockFrameCount(nodes, atMost: maximumFrameCount)
        domains = [
            .init(parent: 0, sampleRateHz: outputRateHz, bridge: nil, frameCapacity: blockFrameCount)
        ]
        for place in groups.first?.reversed() ?? [] { try settle(place) }
        for group in groups.dropFirst() { try settleSink(group) }
    }

    /// A sink runs in the domain of what feeds it; one that nothing else runs in is paced by a bridge that
    /// are discarded.
    private mutating func settleSink(_ group: Range<Int>) throws(GraphError) {
        guard let sink = group.last, let feed = nodes[sink].inputs.first?.feed else { return }
        if let present = domainOfPlace[feed.place] {
            domainOfPlace[sink] = present
        } else {
            try settle(feed, 0)
            domainOfPlace[sink] = domainOfPlace[feed.place] ?? 0
        }
        for place in group.dropLast().reversed() { try settle(place) }
    }

    /// So short blocks at the graph's end that those behind its time effects keep to a usual size.
    private static func blockFrameCount(
        _ nodes: [OrderedNode], atMost maximumFrameCount: Int
    ) throws(GraphError) -> Int {
        var fastest = 1.0
        var rateAfter = Array(repeating: 1.0, count: nodes.count)
        for place in nodes.indices.reversed() {
            let feeders = nodes[place].inputs.lazy.compactMap { $0.feed?.place }
            let rate = rateAfter[place] * (nodes[place].node.inputPace?.maximumRate ?? 1)
            guard rate <= mostFramesForOne else {
                throw .tooFast(
                    node: nodes[feeders.first ?? place].node.name, timeEffect: nodes[place].node.name)
            }
            for feeder in feeders { rateAfter[feeder] = max(rateAfter[feeder], rate) }
            fastest = max(fastest, rate)
        }
        return fastest == 1
            ? maximumFrameCount : min(maximumFrameCount, Int(max(1, usualFrameCount / fastest)))
    }

    private mutating func settle(_ place: Int) throws(GraphError) {
        // A tapped node that feeds nothing runs in the output's domain, if it has its rate.
        let own = domainOfPlace[place] ?? 0
        domainOfPlace[place] = own
        var domain = own
        if let pace = nodes[place].node.inputPace {
            domain = addDomain(behind: .node(nodes[place].id), feeding: own, pace)
            domainBehind[place] = domain
        }
        for input in nodes[place].inputs {
            if let feed = input.feed { try settle(feed, domain) }
        }
        if let events = nodes[place].events { try join(events.place, domain) }
    }

    private mutating func settle(_ feed: OrderedInput.Feed, _ domain: Int) throws(GraphError) {
        let rateHz = formats[feed.place].outputs[feed.bus].sampleRateHz
        var target = domain
        if rateHz != domains[domain].sampleRateHz {
            target = addDomain(at: rateHz, behind: feed.wire, feeding: domain)
            bridgedWires[feed.wire] = target
        }
        try join(feed.place, target)
    }

    /// Lets a node run in a domain.
    private mutating func join(_ place: Int, _ domain: Int) throws(GraphError) {
        if let earlier = domainOfPlace[place], earlier != domain {
            throw splitError(place, earlier, domain)
        }
        domainOfPlace[place] = domain
    }

    private func splitError(_ place: Int, _ first: Int, _ second: Int) -> GraphError {
        let name = nodes[place].node.name
        for case .node(let id)? in [domains[first].bridge, domains[second].bridge] {
            let timeEffect = nodes.first { $0.id == id }?.node.name ?? name
            return .splitAcrossPaces(node: name, timeEffect: timeEffect)
        }
        return .splitAcrossRates(node: name)
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

    /// Lets a domain run ahead by what its bridge's input lags.
    mutating func setLatency(_ frameCount: Int, of domain: Int) { domains[domain].latencyFrames = frameCount }
}
