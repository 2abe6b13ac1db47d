import AVFGraph
import AVFRender
import Glibc

extension AudioEngine {
    /// Takes a node in.
    ///
    /// - Throws: `EngineError.nodeInAnotherEngine`. A node that is in this engine already stays as it is.
    package func attach(_ node: EngineNode) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            guard node.engine !== self else { return }
            let id = state.withLock { $0.model.add(node.graphNodeAtEntry) }
            guard node.enter(EngineNode.Place(engine: self, id: id)) else {
                state.withLock { $0.model.remove(id) }
                throw .nodeInAnotherEngine(node: node.name)
            }
            state.withLock { $0.nodes[id] = node }
        }
    }

    /// Takes a node out, with its connections and taps.
    ///
    /// While the engine runs, what fed an effect feeds what the effect fed, if both sides have one format.
    /// - Throws: `EngineError` if the node is not in this engine or is its output node.
    package func detach(_ node: EngineNode) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            let id = try self.id(of: node)
            guard node.canBeDetached else { throw .cannotDetach(node: node.name) }
            try edit { (state) throws(EngineError) in
                let gap = state.gap(leftBy: id)
                endInputs(of: id, &state)
                state.model.remove(id)
                state.nodes[id] = nil
                if let gap { try close(gap, &state) }
            }
            for (bus, tap) in node.taps {
                tap.end()
                node.setTap(nil, onBus: bus)
            }
            node.place = nil
            // The node is not serviced from now on: what it has reported is told now.
            runLater(node.collectReports(ReportContext(isLive: false) { nil }))
        }
    }

    /// Joins the neighbours of an effect that is gone.
    private func close(_ gap: EffectGap, _ state: inout EngineState) throws(EngineError) {
        try state.connect(gap.source, to: gap.others + gap.destinations, format: nil)
        guard let source = state.nodes[gap.source.node] else { return }
        for target in gap.destinations { beginInput(target, from: source, &state) }
    }

    /// Joins an output bus to an input bus; both lose the connections that they had.
    ///
    /// A format is given to the source's bus. Without one the bus keeps what it has; an effect passes on what
    /// arrives, and a bus that was never given a format has the engine's.
    /// - Throws: `EngineError` if a node is not in this engine, a bus does not exist, a cycle would arise, or
    ///   the engine runs and the formats do not fit.
    package func connect(
        _ source: EngineNode, bus: Int = 0, to destination: EngineNode, bus destinationBus: Int? = nil,
        format: BusFormat?
    ) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            let target = try id(of: destination)
            let free = state.withLock { $0.model.nextAvailableInputBus(of: target) ?? 0 }
            let takesAnyNumber = destination.graphNode.inputBusCount == nil
            try connect(
                source, bus: bus, to: [(destination, destinationBus ?? (takesAnyNumber ? free : 0))],
                format: format)
        }
    }

    /// Joins an output bus to exactly these input buses.
    ///
    /// - Throws: As for one destination.
    package func connect(
        _ source: EngineNode, bus: Int, to destinations: [(node: EngineNode, bus: Int)], format: BusFormat?
    ) throws(EngineError) {
        try source.beginUse()
        let from = Endpoint(try id(of: source), bus)
        var targets: [Endpoint] = []
        for destination in destinations {
            targets.append(Endpoint(try id(of: destination.node), destination.bus))
        }
        try edit { (state) throws(EngineError) in
            let before = state.model.destinations(of: from)
            try state.connect(from, to: targets, format: format)
            for old in before where !targets.contains(old) { endInput(old, &state) }
            for target in targets { beginInput(target, from: source, &state) }
        }
    }

    /// Breaks the connection into an input bus, or into all of them.
    ///
    /// - Throws: `EngineError` if there is no such bus, or nothing is connected to it.
    package func disconnectInput(_ node: EngineNode, bus: Int? = nil) throws(EngineError) {
        let id = try id(of: node)
        try edit { (state) throws(EngineError) in
            for bus in bus.map({ [$0] }) ?? state.model.connectedInputBuses(of: id) {
                try state.disconnectInput(Endpoint(id, bus))
                endInput(Endpoint(id, bus), &state)
            }
        }
    }

    /// Breaks the connections out of an output bus, or out of all of them.
    ///
    /// - Throws: `EngineError` if there is no such bus, or nothing is connected to it.
    package func disconnectOutput(_ node: EngineNode, bus: Int? = nil) throws(EngineError) {
        let id = try id(of: node)
        try edit { (state) throws(EngineError) in
            let used = (0..<node.graphNode.outputBusCount).filter {
                !state.model.destinations(of: Endpoint(id, $0)).isEmpty
            }
            for bus in bus.map({ [$0] }) ?? used {
                let ended = state.model.destinations(of: Endpoint(id, bus))
                try state.disconnectOutput(Endpoint(id, bus))
                for endpoint in ended { endInput(endpoint, &state) }
            }
        }
    }

    /// Gives an output bus a format, as a connection with one does.
    ///
    /// - Throws: `EngineError` if the format is impossible, or the engine runs and it does not fit.
    package func setOutputFormat(_ format: BusFormat, of node: EngineNode, bus: Int) throws(EngineError) {
        let id = try id(of: node)
        try edit { (state) throws(EngineError) in
            try state.checkOutput(Endpoint(id, bus))
            guard format.isValid else {
                throw .graph(.impossibleFormat(node: node.name, bus: bus, format))
            }
            state.model.update(id) { $0.outputFormats[bus] = format }
        }
    }

    /// Bypasses a node or ends that.
    ///
    /// A node outside of a graph keeps the wish.
    func setBypass(_ isBypassed: Bool, of node: UnitNode) {
        guard let place = node.place else { return }
        recordingErrors("bypass") { () throws(EngineError) in
            try edit { (state) throws(EngineError) in
                state.model.update(place.id) { $0.isBypassed = isBypassed }
            }
        }
    }

    /// Makes several edits that are heard at once, or, if one fails, none of them.
    ///
    /// Other threads' edits wait until the body returns.
    /// - Throws: What the body throws, or `EngineError` if the formats do not fit in the end.
    package func performChanges(_ body: () throws -> Void) throws {
        try edits.withLock {
            let before = beginTransaction()
            defer { state.withLock { before.end(&$0) } }
            do {
                defer { endTransaction(before) }
                try body()
                if let refusal = state.withLock({ $0.refusal }) { throw refusal }
            } catch {
                rollBack(to: before)
                throw error
            }
            guard state.withLock({ $0.transactionDepth == 0 }) else { return }
            do { try publish() } catch {
                rollBack(to: before)
                throw error
            }
        }
    }

    private func beginTransaction() -> Checkpoint {
        state.withLock { state in
            let before = Checkpoint(&state)
            state.transactionDepth += 1
            state.transactionThread = pthread_self()
            state.refusal = nil
            return before
        }
    }

    private func endTransaction(_ before: Checkpoint) {
        state.withLock { state in
            state.transactionDepth -= 1
            state.refusal = before.refusal
        }
    }

    private func rollBack(to before: Checkpoint) {
        let (added, removed) = state.withLock { state in
            let added = state.nodes.filter { before.nodes[$0.key] == nil }
            let removed = before.nodes.filter { state.nodes[$0.key] == nil }
            before.restore(&state)
            return (added, removed)
        }
        for node in added.values { node.place = nil }
        for (id, node) in removed { node.place = EngineNode.Place(engine: self, id: id) }
        before.restoreNodes()
        state.withLock { $0.forgetServicedNodes() }
    }

    /// Lets a mixer's input take what feeds it at its own pace, from its first change on.
    ///
    /// What cannot be, because the source feeds others at their pace, is reported.
    func followPace(ofInput bus: Int, of node: EngineNode) {
        guard let place = node.place, place.engine === self, let input = node.input(bus) else { return }
        let endpoint = Endpoint(place.id, bus)
        let state = state.withLock { $0 }
        let source = state.model.source(of: endpoint)
        input.beginPace(
            continues: state.run != .stopped && source.map { isSounding($0.node, state) } ?? false)
        guard let pace = input.inputPace else { return }
        recordingErrors("rate") { () throws(EngineError) in
            try edit { (state) throws(EngineError) in state.model.setPace(pace, ofInput: endpoint) }
        }
    }

    // MARK: - How an edit is made

    /// Changes the state, and the plan if one is needed; if the plan cannot be made, nothing has changed.
    func edit(_ change: (inout EngineState) throws(EngineError) -> Void) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in try changeOrRestore(change) }
    }

    private func changeOrRestore(
        _ change: (inout EngineState) throws(EngineError) -> Void
    ) throws(EngineError) {
        // A change checks everything before it changes anything; only the plan can fail after it.
        let before = state.withLock { $0.needsPlan ? Checkpoint(&$0) : nil }
        defer { state.withLock { before?.end(&$0) } }
        try withState(change)
        do {
            try publish()
        } catch {
            if let before {
                state.withLock { before.restore(&$0) }
                before.restoreNodes()
                state.withLock { $0.forgetServicedNodes() }
            }
            throw error
        }
    }

    /// `state.withLock` with a typed error.
    private func withState(_ change: (inout EngineState) throws(EngineError) -> Void) throws(EngineError) {
        let result: Result<Void, EngineError> = state.withLock { state in
            Result { () throws(EngineError) in try change(&state) }
        }
        try result.get()
    }

    func id(of node: EngineNode) throws(EngineError) -> NodeID {
        guard let place = node.place, place.engine === self else {
            throw .notAttached(node: node.name)
        }
        return place.id
    }

    // MARK: - Mixing inputs

    private func beginInput(_ endpoint: Endpoint, from source: EngineNode, _ state: inout EngineState) {
        guard let destination = state.nodes[endpoint.node] else { return }
        state.remember(endpoint.bus, of: destination)
        var mixing = source.isMixingSource ? source.mixing : MixingState()
        mixing.arrangement = source.arrangement
        destination.beginInput(endpoint.bus, mixing)
        if let pace = destination.input(endpoint.bus)?.inputPace {
            state.model.setPace(pace, ofInput: endpoint)
        }
        if let id = source.place?.id { fadeIn(destination.input(endpoint.bus), fedBy: id, state) }
    }

    private func endInput(_ endpoint: Endpoint, _ state: inout EngineState) {
        guard let node = state.nodes[endpoint.node] else { return }
        state.remember(endpoint.bus, of: node)
        node.endInput(endpoint.bus)
    }

    /// Ends the inputs that a node feeds, and its own.
    private func endInputs(of id: NodeID, _ state: inout EngineState) {
        for bus in 0..<(state.model.nodes[id]?.outputBusCount ?? 0) {
            for endpoint in state.model.destinations(of: Endpoint(id, bus)) { endInput(endpoint, &state) }
        }
        for bus in state.model.connectedInputBuses(of: id) { endInput(Endpoint(id, bus), &state) }
    }

    /// The mixer inputs that a node feeds.
    func forEachInput(fedBy node: EngineNode, _ body: (MixerInput) -> Void) {
        guard let place = node.place, node.isMixingSource else { return }
        let inputs = state.withLock { state in
            (0..<node.graphNode.outputBusCount).flatMap {
                state.model.destinations(of: Endpoint(place.id, $0))
            }
            .compactMap { state.nodes[$0.node]?.input($0.bus) }
        }
        inputs.forEach(body)
    }
}
