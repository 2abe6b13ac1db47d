import AVFGraph
import AVFLV2Host
import AVFRender

/// Event wires, and who leads the transport.
extension AudioEngine {
    /// Lets a node's events reach other nodes, beside those that they reach already; a node that got its
    /// events from elsewhere gets these instead.
    ///
    /// - Throws: `EngineError` if a node is not in this engine, gives or takes no events, a cycle would
    ///   arise, or the engine runs and the nodes run at different rates or paces.
    package func connectEvents(
        _ source: EngineNode, bus: Int = 0, to destinations: [EngineNode]
    ) throws(EngineError) {
        let from = Endpoint(try id(of: source), bus)
        var targets: [NodeID] = []
        for destination in destinations { targets.append(try id(of: destination)) }
        try edit { (state) throws(EngineError) in
            try state.editEvents { (model) throws(GraphError) in try model.connectEvents(from, to: targets) }
        }
    }

    /// Breaks the event wires between a node and others.
    ///
    /// - Throws: `EngineError` if a node is not in this engine, or nothing is connected; nothing has changed
    ///   then.
    package func disconnectEvents(
        _ source: EngineNode, from destinations: [EngineNode]
    ) throws(EngineError) {
        let from = try id(of: source)
        var targets: [NodeID] = []
        for destination in destinations { targets.append(try id(of: destination)) }
        try edit { (state) throws(EngineError) in
            try state.editEvents { (model) throws(GraphError) in
                for target in targets { try model.disconnectEvents(from, from: target) }
            }
        }
    }

    /// Breaks the event wire to a node.
    ///
    /// - Throws: As `disconnectEvents`.
    package func disconnectEventInput(_ node: EngineNode) throws(EngineError) {
        let id = try id(of: node)
        try edit { (state) throws(EngineError) in
            try state.editEvents { (model) throws(GraphError) in try model.disconnectEventInput(id) }
        }
    }

    /// Breaks all event wires from a node.
    ///
    /// - Throws: As `disconnectEvents`.
    package func disconnectEventOutputs(_ node: EngineNode) throws(EngineError) {
        let id = try id(of: node)
        try edit { (state) throws(EngineError) in
            try state.editEvents { (model) throws(GraphError) in try model.disconnectEventOutputs(id) }
        }
    }

    /// What gives a node its events; nil for nothing.
    package func eventSource(of node: EngineNode) -> EngineNode? {
        guard let place = node.place, place.engine === self else { return nil }
        return state.withLock { state in
            state.model.eventSource(of: place.id).flatMap { state.nodes[$0.node] }
        }
    }

    /// The nodes that a node's event outputs reach.
    package func eventDestinations(of node: EngineNode) -> [EngineNode] {
        guard let place = node.place, place.engine === self else { return [] }
        return state.withLock { state in
            (0..<node.graphNode.eventOutputCount).flatMap {
                state.model.eventDestinations(of: Endpoint(place.id, $0))
            }
            .compactMap { state.nodes[$0] }
        }
    }

    /// Sets the listener of a node's first event output, or removes it.
    func setEventTap(_ isTapped: Bool, of node: EngineNode) {
        guard let place = node.place else { return }
        recordingErrors("event tap") { () throws(EngineError) in
            try edit { (state) throws(EngineError) in
                state.model.update(place.id) { $0.isEventTapped = isTapped }
            }
        }
    }

    /// Says where the music is, once for each block, on the render thread; nil, the default, for none.
    /// [control]
    ///
    /// Every unit reads it in `block.transport`; plugins hear of it when it is news. It must not wait or
    /// allocate. To set another one waits for the end of an answer that is being given.
    package var transportProvider: TransportSource.Callback? {
        get { state.withLock { $0.transportLeader }?.source.callback }
        set {
            edits.withLock {
                let leader = state.withLock { state in
                    if newValue != nil, state.transportLeader == nil {
                        state.transportLeader = TransportLeader()
                    }
                    return state.transportLeader
                }
                leader?.source.callback = newValue
                if newValue == nil { state.withLock { $0.transportLeader = nil } }
                recordingErrors("transport") { () throws(EngineError) in try publish() }
            }
        }
    }
}

extension EngineState {
    /// Edits event wires on a copy, so that nothing has changed if that is refused.
    fileprivate mutating func editEvents(
        _ edit: (inout GraphModel) throws(GraphError) -> Void
    ) throws(EngineError) {
        var changed = model
        do { try edit(&changed) } catch { throw .graph(error) }
        model = changed
    }
}
