import AVFRender

/// What the compiler makes of a graph: which units are called in which order on which buffers.
///
/// A value that knows no unit; its `description` is what tests compare with drawings.
package struct Schedule: Sendable {
    /// Who is called.
    package enum Call: Sendable, Hashable {
        /// A node's unit.
        case node(NodeID)
        /// A delay on a wire, so that parallel branches arrive together.
        case delay(Connection, frames: Int)
        /// A sample-rate conversion on a wire.
        case bridge(Connection, from: Double, to: Double)
        /// A change of pace on a wire into an input that has a pace of its own.
        case pace(Connection)
        /// A listener on an output bus.
        case tap(Endpoint)
        /// A delay on an event wire.
        case eventDelay(EventConnection, frames: Int)
        /// The joining of a wire's events to those that its destination has from others.
        case eventMerge(EventConnection)
        /// A listener on a node's first event output.
        case eventTap(NodeID)
    }

    /// One call.
    package struct Step: Sendable {
        /// Who is called.
        package let call: Call
        /// The place in the order of the node whose unit is called; negative for other calls.
        package var place = -1
        /// Its buses in the schedule's tables.
        package let buses: CallBuses
        /// Its event buses.
        package var events = EventBuses()
        /// The rate domain, 0 for the output's.
        package let domain: Int
        /// The domain that ends in this call; nil for most calls.
        package var endedDomain: Int?
        /// Whether outputs may share buffers with inputs.
        var allowsInPlace = false
        /// Whether its output may lie in memory that no other call may write.
        var aliasesOutput = false
    }

    /// A rate domain.
    package struct Domain: Sendable {
        /// The domain that it feeds.
        package let parent: Int
        /// Its sample rate.
        package let sampleRateHz: Double
        /// The call in which it ends; nil for the output's domain.
        package let bridge: Call?
        /// The most frames of a block.
        package let frameCapacity: Int
        /// Frames by which the bridge's input lags behind its sources: the domain runs ahead by as many.
        package internal(set) var latencyFrames = 0
    }

    /// The calls in order.
    package let steps: [Step]
    /// The calls' buses.
    package let buses: PlanBuses
    /// The rate domains, a parent before those that feed it.
    package let domains: [Domain]
    /// The most frames of a block in the output's domain.
    package var maximumFrameCount: Int { domains[0].frameCapacity }
    /// How many buffers the plan needs.
    package let arenaBufferCount: Int
    /// How many event buses the plan needs.
    package let eventBusCount: Int
    /// Frames of the output's domain by which the graph's output lags behind its sources.
    package let latencyFrames: Int
    /// What it was made of.
    let compiler: GraphCompiler

    /// The domain in which a node runs; nil for one that is not scheduled.
    package func domain(of id: NodeID) -> Int? {
        compiler.place(of: id).map { compiler.domains.domain(at: $0) }
    }
}

extension Schedule: CustomStringConvertible {
    package var description: String {
        steps.map(line).joined(separator: "\n")
    }

    private func line(_ step: Step) -> String {
        let inputs = buses.lists(step.buses.inputs).map(text).joined(separator: ", ")
        let outputs = buses.lists(step.buses.outputs).map(text).joined(separator: ", ")
        let eventInputs = [step.events.input, step.events.secondInput].compactMap { $0 }
            .map { "e\($0)" }.joined(separator: " ")
        let eventOutputs = step.events.outputs.map { "e\($0)" }.joined(separator: " ")
        let ahead = step.endedDomain.map { domains[$0].latencyFrames } ?? 0
        return [
            text(step.call) + place(step.domain), ahead == 0 ? "" : "\(ahead) ahead",
            inputs.isEmpty ? "" : "(\(inputs))",
            eventInputs.isEmpty ? "" : "[\(eventInputs)]",
            outputs.isEmpty ? "" : "→ \(outputs)",
            eventOutputs.isEmpty ? "" : "⇢ \(eventOutputs)",
        ]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// A domain's rate, or the time effect at whose pace it runs.
    private func place(_ domain: Int) -> String {
        switch domains[domain].bridge {
        case .node(let id): " @\(name(id))"
        case .pace(let wire): " @\(name(wire.source.node))-\(name(wire.destination.node))"
        case nil: ""
        default: " @\(Int(domains[domain].sampleRateHz))"
        }
    }

    private func text(_ call: Call) -> String {
        switch call {
        case .node(let id): name(id)
        case .delay(let wire, let frames):
            "delay \(frames) \(name(wire.source.node))-\(name(wire.destination.node))"
        case .bridge(_, let from, let to): "rate \(Int(from))-\(Int(to))"
        case .pace(let wire): "pace \(name(wire.source.node))-\(name(wire.destination.node))"
        case .eventDelay(let wire, let frames):
            "event delay \(frames) \(name(wire.source.node))-\(name(wire.destination))"
        case .eventMerge(let wire):
            "event merge \(name(wire.source.node))-\(name(wire.destination))"
        case .eventTap(let id): "event tap \(name(id))"
        case .tap(let endpoint): "tap \(name(endpoint.node)).\(endpoint.bus)"
        }
    }

    private func name(_ id: NodeID) -> String { compiler.model.nodes[id]?.name ?? "\(id.rawValue)" }

    private func text(_ bus: [PlanBuffer]) -> String {
        bus.map { buffer in
            switch buffer {
            case .arena(let number): "b\(number)"
            case .silence: "0"
            case .output(let channel): "out\(channel)"
            }
        }.joined(separator: " ")
    }
}
