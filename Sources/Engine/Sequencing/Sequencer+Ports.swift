import AVFDevices

/// Tracks that are played to MIDI ports.
extension Sequencer {
    /// The port that a track was given; nil for none.
    package func port(ofTrack identifier: Int32) -> MIDIPortInfo? {
        (destination(ofTrack: identifier) as? MIDIOutputNode)?.destinations.first
    }

    /// Plays a track to a MIDI port.
    ///
    /// Each message leaves so that it arrives when its frame is heard, in manual rendering as soon as it is
    /// rendered.
    ///
    /// - Parameters:
    ///   - port: The port; nil for the engine's first instrument.
    ///   - identifier: The track.
    ///   - system: Where the port is; nil for the process's own ports.
    /// - Throws: `EngineError` if there is no such port, or as `setDestination`.
    package func setPort(
        _ port: MIDIPortInfo?, ofTrack identifier: Int32, system: MIDISystem? = nil
    ) throws(EngineError) {
        try node.turns.withLock { () throws(EngineError) in
            let output = try port.map { (port) throws(EngineError) in try portNode(port, system) }
            try setDestination(output, ofTrack: identifier)
        }
        dropUnusedPorts()
    }

    /// The node that sends to a port: one for all tracks.
    private func portNode(_ port: MIDIPortInfo, _ system: MIDISystem?) throws(EngineError) -> MIDIOutputNode {
        if let present = state.withLock({ $0.portNodes.first { $0.destinations == [port] } }) {
            return present
        }
        let engine = try engineOfItsOwn()
        let output = try MIDIOutputNode(system)
        try output.connect(port)
        try engine.attach(output)
        state.withLock { $0.portNodes.append(output) }
        return output
    }

    /// Takes the nodes away whose ports no track is played to any more.
    private func dropUnusedPorts() {
        let unused = state.withLock { state in
            let used = state.destinations.values.map(ObjectIdentifier.init)
            defer { state.portNodes.removeAll { !used.contains(ObjectIdentifier($0)) } }
            return state.portNodes.filter { !used.contains(ObjectIdentifier($0)) }
        }
        detach(unused)
    }

    private func detach(_ nodes: [MIDIOutputNode]) {
        for node in nodes {
            node.renderingDidEnd()
            guard let engine = node.engine else { continue }
            engine.recordingErrors("sequencer") { () throws(EngineError) in try engine.detach(node) }
        }
    }

    /// Gives its ports up, and the engine of its own.
    func leavePorts() {
        let (nodes, engine) = state.withLock { state in
            defer { (state.portNodes, state.ownEngine) = ([], nil) }
            return (state.portNodes, state.ownEngine)
        }
        detach(nodes)
        engine?.shutDown()
    }

    // MARK: - Without an engine of the program's

    /// The engine that it plays in; made now for a sequencer that was given none.
    ///
    /// - Throws: `EngineError` if the engine that it was given is gone.
    private func engineOfItsOwn() throws(EngineError) -> AudioEngine {
        if let engine, node.engine != nil { return engine }
        guard isAlone else {
            throw .notSupported(node: node.name, reason: "has no engine any more that it could play in")
        }
        let made = AudioEngine(backend: NullBackend())
        try made.attach(node)
        state.withLock { $0.ownEngine = made }
        return made
    }

    /// Gets the engine ready to play in: one of its own is started.
    ///
    /// - Throws: `EngineError` if the engine that it was given is gone, or its own does not start.
    package func prepareEngine() throws(EngineError) {
        let engine = try node.turns.withLock { () throws(EngineError) in try engineOfItsOwn() }
        if isAlone { try engine.start() }
    }
}
