import AVFGraph
import AVFRender
import AVFUnits

extension AudioEngine {
    /// The time of the newest block in a node's own domain; nil unless the engine runs and the node is heard.
    package func renderInstant(of node: EngineNode) -> RenderInstant? {
        guard let place = node.place, place.engine === self else { return nil }
        let bridge = state.withLock { state -> (isHeard: Bool, bridge: RateBridge?) in
            guard state.run == .running, let schedule = state.schedule,
                let index = schedule.domainOfNode[place.id]
            else { return (false, nil) }
            let domain = schedule.domains[index]
            guard let wire = domain.bridge else { return (true, nil) }
            let to = schedule.domains[domain.parent].sampleRateHz
            let unit = state.wireUnits[.bridge(wire, from: domain.sampleRateHz, to: to)]?.unit
            return (true, unit as? RateBridge)
        }
        guard bridge.isHeard, var instant = host.renderer.clock.now else { return nil }
        if let sampleTime = bridge.bridge?.blockSampleTime { instant.sampleTime = sampleTime }
        return instant
    }

    /// The format of an output bus; nil for a node that is not in this engine.
    package func outputFormat(of node: EngineNode, bus: Int) -> BusFormat? {
        guard let place = node.place, place.engine === self else { return nil }
        return state.withLock { $0.model.outputFormat(Endpoint(place.id, bus)) }
    }

    /// The format of an input bus; nil for a node that is not in this engine.
    package func inputFormat(of node: EngineNode, bus: Int) -> BusFormat? {
        guard let place = node.place, place.engine === self else { return nil }
        return state.withLock { $0.model.inputFormat(Endpoint(place.id, bus)) }
    }

    /// What feeds an input bus.
    package func inputConnection(of node: EngineNode, bus: Int) -> (node: EngineNode, bus: Int)? {
        guard let place = node.place, place.engine === self else { return nil }
        return state.withLock { state in
            guard let source = state.model.source(of: Endpoint(place.id, bus)) else { return nil }
            return state.nodes[source.node].map { ($0, source.bus) }
        }
    }

    /// What an output bus feeds.
    package func outputConnections(of node: EngineNode, bus: Int) -> [(node: EngineNode, bus: Int)] {
        guard let place = node.place, place.engine === self else { return [] }
        return state.withLock { state in
            state.model.destinations(of: Endpoint(place.id, bus)).compactMap { endpoint in
                state.nodes[endpoint.node].map { ($0, endpoint.bus) }
            }
        }
    }

    /// The lowest input bus of a node that nothing feeds.
    package func nextAvailableInputBus(of node: EngineNode) -> Int {
        guard let place = node.place, place.engine === self else { return 0 }
        return state.withLock { $0.model.nextAvailableInputBus(of: place.id) ?? 0 }
    }

    /// Seconds from a source's frame to the graph's end, as the newest plan compensates it.
    package var graphLatencySeconds: Double {
        state.withLock { Double($0.schedule?.latencyFrames ?? 0) / $0.model.outputFormat.sampleRateHz }
    }

    /// Seconds from the graph's end to the ear; 0 without a device.
    package var deviceLatencySeconds: Double {
        state.withLock { state in
            guard let stream = state.stream else { return 0 }
            return Double(stream.latencyFrameCount) / stream.format.sampleRateHz
        }
    }

    /// Checks what a player needs to play.
    func checkCanPlay(_ player: PlayerNode) throws(EngineError) {
        guard runState == .running else { throw .notRunning(call: "play") }
        guard !outputConnections(of: player, bus: 0).isEmpty || !player.taps.isEmpty else {
            throw .playerNotConnected(node: player.name)
        }
    }
}
