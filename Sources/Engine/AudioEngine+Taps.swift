import AVFGraph

extension AudioEngine {
    /// Lets a listener have a copy of what an output bus carries, in pieces of exactly `frameCount` frames.
    ///
    /// The listener runs on the pump thread. Offline nothing is dropped: rendering waits for a slow listener.
    /// - Returns: What names the tap for `removeTap`.
    /// - Throws: `EngineError` if there is a tap already, no such bus, or the size is not in 1…1048576.
    @discardableResult
    package func installTap(
        on node: EngineNode, bus: Int, frameCount: Int, listener: @escaping @Sendable (TapBlock) -> Void
    ) throws(EngineError) -> any Sendable & AnyObject {
        let id = try id(of: node)
        try node.beginUse()
        guard (1...1_048_576).contains(frameCount) else {
            throw .badTap(
                node: node.name, bus: bus, reason: "a size of \(frameCount) frames is not in 1…1048576")
        }
        let tap = NodeTap(slotFrameCount: frameCount, listener: listener)
        try edits.withLock { () throws(EngineError) in try add(tap, to: node, bus: bus, id: id) }
        return tap
    }

    private func add(_ tap: NodeTap, to node: EngineNode, bus: Int, id: NodeID) throws(EngineError) {
        guard node.taps[bus] == nil else { throw .tapExists(node: node.name, bus: bus) }
        node.setTap(tap, onBus: bus)
        do {
            try edit { (state) throws(EngineError) in
                try state.checkOutput(Endpoint(id, bus))
                state.model.update(id) { $0.tappedBuses.insert(bus) }
            }
        } catch {
            node.setTap(nil, onBus: bus)
            throw error
        }
    }

    /// Ends a tap, or only the one that is named; nothing happens where there is none.
    ///
    /// What has been rendered before is delivered before the call returns, except within a transaction, and
    /// except to a listener that ends its own tap.
    package func removeTap(from node: EngineNode, bus: Int, only named: AnyObject? = nil) {
        guard let place = node.place, place.engine === self else { return }
        let (before, context) = (newestInstant(of: node), reportContext(of: node))
        // Afterwards the node may not be heard any more, and have no time.
        let known = ReportContext(isLive: context.isLive) { context.instant() ?? before }
        let (tap, isInTransaction) = edits.withLock {
            let tap = takeTap(from: node, bus: bus, id: place.id, only: named)
            return (tap, state.withLock { $0.transactionDepth > 0 })
        }
        guard let tap else { return }
        // Not under the edit lock: the listener that runs at this moment may want to edit.
        guard isInTransaction else { return tap.deliver(known) }
        runLater([{ tap.deliver(known) }])
    }

    /// Ends every tap of a node, without delivering what has been heard.
    func endTaps(of node: EngineNode) {
        guard let id = node.place?.id else { return }
        for bus in node.taps.keys { _ = takeTap(from: node, bus: bus, id: id) }
    }

    private func takeTap(
        from node: EngineNode, bus: Int, id: NodeID, only named: AnyObject? = nil
    ) -> NodeTap? {
        guard let tap = node.taps[bus], named == nil || tap === named else { return nil }
        recordingErrors("removeTap") { () throws(EngineError) in
            try edit { (state) throws(EngineError) in
                state.model.update(id) { $0.tappedBuses.remove(bus) }
            }
        }
        tap.end()
        node.setTap(nil, onBus: bus)
        state.withLock { $0.forgetServicedNodes() }
        return tap
    }
}
