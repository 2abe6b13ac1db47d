import AVFEngine

/// What one node has cost while an engine measured.
public struct AVAudioNodeRenderStatistics: Sendable {
    private let core: NodeCosts
    /// The node; nil for a tap, for a converter or delay on a wire, and for a node that is gone.
    public let node: AVAudioNode?

    init(_ core: NodeCosts, node: AVAudioNode?) {
        self.core = core
        self.node = node
    }

    /// The node's name in messages, or what a tap or wire does.
    public var name: String { core.name }
    /// Calls so far: one for each block.
    public var callCount: Int { core.callCount }
    /// The time that they took, in seconds.
    public var renderTime: TimeInterval { core.seconds }
    /// The longest of them, in seconds.
    public var peakRenderTime: TimeInterval { core.peakSeconds }
    /// Blocks that took longer than they last, and most of it in this node.
    public var overrunCount: Int { core.overrunCount }
    /// Dropouts of the device before which this node took most of a block that used half of its time or more.
    public var dropoutCount: Int { core.dropoutCount }
}

/// What rendering has cost while an engine measured.
public struct AVAudioEngineRenderStatistics: Sendable {
    /// A block that took longer than it lasts.
    public struct Overrun: Sendable {
        /// Where the block begins, in frames of the output.
        public let sampleTime: AVAudioFramePosition
        /// The time that it took, as a share of its duration.
        public let load: Double
        /// The name of the node that took most of it.
        public let slowestNode: String
        /// The time that this node took, in seconds.
        public let slowestNodeRenderTime: TimeInterval
    }

    private let core: RenderCosts
    /// Every node that was called, the most expensive first.
    public let nodes: [AVAudioNodeRenderStatistics]

    init(_ core: RenderCosts, node: (NodeCosts) -> AVAudioNode?) {
        self.core = core
        nodes = core.nodes.map { AVAudioNodeRenderStatistics($0, node: node($0)) }
    }

    /// Blocks so far.
    public var blockCount: Int { core.blockCount }
    /// Their frames.
    public var frameCount: Int { core.frameCount }
    /// The time that they took, in seconds.
    public var renderTime: TimeInterval { core.seconds }
    /// The time that blocks took, as a share of the time that they last: 1 is all that there is.
    public var load: Double { core.load }
    /// The largest share of its time that a block took.
    public var peakLoad: Double { core.peakLoad }
    /// Blocks that took longer than they last.
    public var overrunCount: Int { core.overrunCount }
    /// The newest 64 of them, the oldest first.
    public var overruns: [Overrun] {
        core.overruns.map {
            Overrun(
                sampleTime: $0.sampleTime, load: $0.load, slowestNode: $0.slowestNode?.name ?? "no node",
                slowestNodeRenderTime: $0.slowestNodeSeconds)
        }
    }
    /// Dropouts of the device.
    public var dropoutCount: Int { core.dropoutCount }
    /// Those for which no block of this engine is to blame: the machine was busy with something else.
    public var foreignDropoutCount: Int { core.foreignDropoutCount }
    /// Blocks that were rendered while there was no room to remember what they cost.
    public var missedBlockCount: Int { core.missedBlockCount }
}

extension AVAudioEngine {
    /// Whether the engine measures how long each node takes; default false.
    ///
    /// While it is off it costs nothing; while it is on, two looks at the clock for each node and block.
    public var isProfiling: Bool {
        get { core.isProfiling }
        set { core.isProfiling = newValue }
    }

    /// What rendering has cost while the engine measured.
    ///
    /// C: `avf_engine_get_profile`.
    public var renderStatistics: AVAudioEngineRenderStatistics {
        AVAudioEngineRenderStatistics(core.renderCosts) { [core, table] row in
            core.node(of: row).flatMap { table[$0] }
        }
    }

    /// Forgets what rendering has cost so far.
    public func resetRenderStatistics() { core.resetRenderCosts() }

    /// Measures, and writes what each node took in each block into a file.
    ///
    /// The file has the JSON form of Chrome's tracing, which <https://ui.perfetto.dev> shows. C:
    /// `avf_engine_start_trace`.
    /// - Throws: An `NSError` if the file cannot be made.
    public func startRenderTrace(to url: URL) throws {
        try AVFAudioError.throwing { () throws(EngineError) in try core.startTrace(path: url.path) }
    }

    /// Completes the file of `startRenderTrace(to:)` and measures no more.
    ///
    /// - Throws: An `NSError` if the file could not be written to its end.
    public func stopRenderTrace() throws {
        try AVFAudioError.throwing { () throws(EngineError) in try core.stopTrace() }
    }
}
