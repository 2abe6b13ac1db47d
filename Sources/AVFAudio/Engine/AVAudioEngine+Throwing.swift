import AVFEngine
import AVFGraph

extension AVAudioEngine {
    // MARK: - Connections that throw

    /// As `connect(_:to:format:)`.
    ///
    /// - Throws: An `NSError` that names the nodes, buses and formats; nothing has changed then.
    public func connectNode(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) throws {
        try AVFAudioError.throwing { () throws(EngineError) in try join(node1, 0, node2, nil, format) }
    }

    /// As `connect(_:to:fromBus:toBus:format:)`.
    ///
    /// - Throws: An `NSError` that names the nodes, buses and formats; nothing has changed then.
    public func connectNode(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
        format: AVAudioFormat?
    ) throws {
        try AVFAudioError.throwing { () throws(EngineError) in try join(node1, bus1, node2, bus2, format) }
    }

    /// As `connect(_:to:fromBus:format:)`.
    ///
    /// - Throws: An `NSError` that names the nodes, buses and formats; nothing has changed then.
    public func connectNode(
        _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint], fromBus sourceBus: AVAudioNodeBus,
        format: AVAudioFormat?
    ) throws {
        try AVFAudioError.throwing { () throws(EngineError) in
            try join(sourceNode, sourceBus, destNodes, format)
        }
    }

    // MARK: - Transactions

    /// Makes several edits that are heard at once or, if anything is refused, none of them.
    ///
    /// Calls that cannot throw, such as `connect`, do not stop the body: the first one that was refused makes
    /// this function throw its error in the end. Other threads' edits wait meanwhile. (Not in Apple's API.)
    /// - Throws: What the body throws, or the `NSError` of the first refused call; the graph is as it was
    ///   before.
    public func performChanges(_ body: () throws -> Void) throws {
        let former = table.nodes
        do {
            try core.performChanges(body)
        } catch {
            table.restore(former, attached: core.attachedNodes)
            throw (error as? EngineError).map { AVFAudioError.error($0) } ?? error
        }
    }

    // MARK: - How connections are made

    func join(
        _ source: AVAudioNode, _ bus: AVAudioNodeBus, _ destination: AVAudioNode,
        _ destinationBus: AVAudioNodeBus?, _ format: AVAudioFormat?
    ) throws(EngineError) {
        let busFormat = try checked(format, source, bus)
        try arranging(source, bus, format) { () throws(EngineError) in
            try core.connect(
                source.core, bus: bus, to: destination.core, bus: destinationBus, format: busFormat)
        }
        if let format { source.remember(format, forBus: bus) }
    }

    func join(
        _ source: AVAudioNode, _ bus: AVAudioNodeBus, _ destinations: [AVAudioConnectionPoint],
        _ format: AVAudioFormat?
    ) throws(EngineError) {
        let busFormat = try checked(format, source, bus)
        var targets: [(node: EngineNode, bus: Int)] = []
        for point in destinations {
            guard let node = point.node else { throw .notAttached(node: "a node that is gone") }
            targets.append((node.core, point.bus))
        }
        try arranging(source, bus, format) { () throws(EngineError) in
            try core.connect(source.core, bus: bus, to: targets, format: busFormat)
        }
        if let format { source.remember(format, forBus: bus) }
    }

    /// Connects with what the format's layout says about the channels; as it was, if that fails.
    private func arranging(
        _ source: AVAudioNode, _ bus: AVAudioNodeBus, _ format: AVAudioFormat?,
        _ connect: () throws(EngineError) -> Void
    ) throws(EngineError) {
        let before = source.core.arrangement
        if let format, bus == 0 { source.core.arrangement = format.arrangement }
        do throws(EngineError) {
            try connect()
        } catch {
            source.core.arrangement = before
            throw error
        }
    }

    private func checked(
        _ format: AVAudioFormat?, _ source: AVAudioNode, _ bus: AVAudioNodeBus
    ) throws(EngineError) -> BusFormat? {
        guard let format else { return nil }
        return try format.checkedBusFormat(of: source, bus: bus)
    }
}
