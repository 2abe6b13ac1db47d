/// The rate domains of a graph and the nodes in them.
struct DomainMap {
    var domains: [Schedule.Domain]
    var domainOfNode: [NodeID: Int] = [:]
    var bridgedWires: [Connection: Int] = [:]
}

extension GraphCompiler {
    /// Gives each node the domain of what it feeds; a wire into a converting node at another rate starts a new one.
    func domains() throws(GraphError) -> DomainMap {
        let outputRateHz = model.outputFormat.sampleRateHz
        var map = DomainMap(domains: [.init(parent: 0, sampleRateHz: outputRateHz, bridge: nil)])
        for id in order.reversed() {
            // A tapped node that feeds nothing runs in the output's domain, if it has its rate.
            let domain = map.domainOfNode[id] ?? 0
            map.domainOfNode[id] = domain
            for bus in model.connectedInputBuses(of: id) {
                try place(Endpoint(id, bus), domain, &map)
            }
        }
        return map
    }

    private func place(_ destination: Endpoint, _ domain: Int, _ map: inout DomainMap) throws(GraphError) {
        guard let source = model.source(of: destination) else { return }
        let wire = Connection(from: source, to: destination)
        let rateHz = format(source).sampleRateHz
        var target = domain
        if rateHz != map.domains[domain].sampleRateHz {
            target = map.domains.count
            map.domains.append(.init(parent: domain, sampleRateHz: rateHz, bridge: wire))
            map.bridgedWires[wire] = target
        }
        if let earlier = map.domainOfNode[source.node], earlier != target {
            throw .splitAcrossRates(node: model.name(source.node))
        }
        map.domainOfNode[source.node] = target
    }
}
