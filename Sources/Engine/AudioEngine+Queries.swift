import AVFGraph
import AVFRender
import AVFUnits
import CAVFRealtime

extension AudioEngine {
    /// The time of the newest block in a node's own domain; nil unless the engine runs and the node is heard.
    package func renderInstant(of node: EngineNode) -> RenderInstant? {
        runState == .running ? newestInstant(of: node) : nil
    }

    /// The same for what has been rendered before the engine was stopped or paused.
    func newestInstant(of node: EngineNode) -> RenderInstant? {
        guard let place = node.place, place.engine === self else { return nil }
        let (isHeard, bridge) = state.withLock { state -> (Bool, DomainBridge?) in
            guard state.schedule?.domain(of: place.id) != nil else { return (false, nil) }
            return (true, state.bridges(of: node).last)
        }
        guard isHeard, var instant = host.renderer.clock.now else { return nil }
        if let bridge { instant.sampleTime = bridge.blockSampleTime }
        instant.hostTime -= min(instant.hostTime, node.captureLagNanoseconds)
        return instant
    }

    /// The time of a node: of the newest block with a device; in manual rendering, of the next frame, which
    /// is the number of frames rendered so far.
    ///
    /// A node at another rate or pace has a time of its own, in which a frame has the place at which it is
    /// heard, however far ahead it was rendered. Nil unless the engine runs and the node is heard.
    package func lastRenderInstant(of node: EngineNode) -> RenderInstant? {
        guard let place = node.place, place.engine === self else { return nil }
        guard mode != .device else { return renderInstant(of: node) }
        let bridges = state.withLock { state -> [DomainBridge]? in
            guard state.run == .running, state.schedule?.domain(of: place.id) != nil else { return nil }
            return state.bridges(of: node)
        }
        guard let bridges else { return nil }
        return RenderInstant(sampleTime: heardSampleTime(behind: bridges), hostTime: 0)
    }

    /// The time of the next frame behind all these bridges, the last one first.
    private func heardSampleTime(behind bridges: [DomainBridge]) -> Int64 {
        guard let last = bridges.last else { return renderedFrameCount }
        // What feeds a bridge that is itself ahead of the output is ahead by that, too.
        let further = bridges.dropLast().reduce(0.0) { $0 * $1.targetRate + Double($1.aheadFrameCount) }
        return last.heardSampleTime - Int64((further * last.targetRate).rounded())
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

    /// How many input buses a mixer shows: those up to the last connected one, and one where nothing is
    /// connected.
    package func inputBusCount(of node: EngineNode) -> Int {
        guard let place = node.place, place.engine === self else { return 1 }
        return state.withLock { ($0.model.connectedInputBuses(of: place.id).last ?? 0) + 1 }
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

    /// Seconds from what happens while a block is waited for to when the block's end is heard, if all goes
    /// well; 0 without a device.
    var deviceReactionSeconds: Double {
        state.withLock { state in
            guard let stream = state.stream else { return 0 }
            return Double(stream.leadFrameCount + stream.format.periodFrameCount) / stream.format.sampleRateHz
        }
    }

    /// The longest way from a node's output to the graph's end, in seconds of the units' latencies.
    package func downstreamLatencySeconds(of node: EngineNode) -> Double {
        var known: [ObjectIdentifier: Double] = [:]
        return downstreamLatencySeconds(of: node, &known)
    }

    private func downstreamLatencySeconds(
        of node: EngineNode, _ known: inout [ObjectIdentifier: Double]
    ) -> Double {
        if let seconds = known[ObjectIdentifier(node)] { return seconds }
        var longest = 0.0
        for bus in 0..<node.graphNode.outputBusCount {
            for next in outputConnections(of: node, bus: bus) {
                let own = next.node.latencySeconds
                longest = max(longest, own + downstreamLatencySeconds(of: next.node, &known))
            }
        }
        known[ObjectIdentifier(node)] = longest
        return longest
    }

    /// The node time that is heard at a host time; nil without a device, where host times mean nothing.
    ///
    /// Before the first block the coming one is taken to be heard now.
    package func sampleTime(of node: EngineNode, atHostTime hostTime: UInt64) -> Int64? {
        guard mode == .device, runState == .running else { return nil }
        let instant =
            renderInstant(of: node)
            ?? RenderInstant(sampleTime: renderedFrameCount, hostTime: avf_rt_host_time())
        let rateHz = (outputFormat(of: node, bus: 0) ?? format).sampleRateHz
        let frames = (Double(hostTime) - Double(instant.hostTime)) * 1e-9 * rateHz
        let time = (Double(instant.sampleTime) + frames).rounded()
        return abs(time) < 0x1p62 ? Int64(time) : nil
    }

    /// Checks what a player needs to play.
    func checkCanPlay(_ player: PlayerNode) throws(EngineError) {
        guard runState == .running else { throw .notRunning(call: "play") }
        guard !outputConnections(of: player, bus: 0).isEmpty || !player.taps.isEmpty else {
            throw .playerNotConnected(node: player.name)
        }
    }
}
