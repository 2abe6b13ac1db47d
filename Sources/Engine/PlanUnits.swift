import AVFGraph
import AVFPluginSandbox
import AVFRender
import AVFUnits

/// The units of the nodes of a plan, and what each node was asked for.
///
/// Most nodes of a large graph are asked for the same again after an edit: then the unit is kept, and no
/// request is made.
struct PlanUnits {
    /// What a node with at most one bus on each side was asked for.
    private struct Request: Equatable {
        let input: BusFormat?
        let output: BusFormat?
        let maximumFrameCount: Int
        let isOffline: Bool
        let sampleRateHz: Double
    }

    private struct Entry {
        // Proof: the engine has the node for as long as a graph that is compiled has its number.
        let node: Unmanaged<EngineNode>
        let unit: RenderUnit
        /// Nil for a node that is asked each time.
        let request: Request?
        var traits: NodeTraits
        let latencyCanChange: Bool
    }

    private let order: RenderOrder
    private var entries: [Entry?] = []
    /// The latencies of units that may change theirs.
    private(set) var latencies: [(unit: RenderUnit, frameCount: Int)] = []
    /// How many plugins in processes there are.
    private(set) var isolatedCount = 0

    /// The units for the nodes that a compiler has ordered, those of the last plan if they fit.
    init(_ compiler: GraphCompiler, _ state: EngineState, keeping last: PlanUnits?) throws(EngineError) {
        order = compiler.nodes
        entries.reserveCapacity(compiler.nodeCount)
        let isOffline = state.mode == .offline
        for place in 0..<compiler.nodeCount {
            let id = compiler.id(at: place)
            let request = compiler.soleFormats(at: place).map { formats in
                Request(
                    input: formats.input, output: formats.output,
                    maximumFrameCount: compiler.frameCapacity(at: place), isOffline: isOffline,
                    sampleRateHz: compiler.sampleRateHz(at: place))
            }
            let former = last?.entry(of: id)
            if let request, let former, former.request == request,
                former.node._withUnsafeGuaranteedRef({ $0.stillHas(former.unit) })
            {
                add(former)
            } else {
                try addUnit(at: place, compiler, state, request)
            }
            if compiler.isTimeEffect(at: place) {
                (entries[place]?.unit as? DomainBridge)?.isBypassed = compiler.isBypassed(at: place)
            }
        }
    }

    /// What the compiler must know of the units, by place in the order.
    var traits: [NodeTraits] { entries.map { $0?.traits ?? NodeTraits() } }

    /// The unit of the node at a place in the order; nil for a node that the engine does not have.
    subscript(place: Int) -> RenderUnit? { entries[place]?.unit }

    /// The unit of a node.
    subscript(id: NodeID) -> RenderUnit? { entry(of: id)?.unit }

    /// The strips of a mixer.
    func inputStrips(at place: Int) -> [MixerStrip]? {
        entries[place].map { $0.node.takeUnretainedValue().inputStrips(of: $0.unit) }
    }

    private func entry(of id: NodeID) -> Entry? { order.place(of: id).flatMap { entries[$0] } }

    // MARK: - Adding

    /// Adds the unit that a node has kept.
    @inline(__always)
    private mutating func add(_ former: Entry) {
        entries.append(former)
        guard former.latencyCanChange else { return }
        let latencyFrames = former.unit.latencyFrames
        entries[entries.count - 1]?.traits.latencyFrames = latencyFrames
        latencies.append((former.unit, latencyFrames))
    }

    /// Asks the node for its unit.
    private mutating func addUnit(
        at place: Int, _ compiler: GraphCompiler, _ state: EngineState, _ request: Request?
    ) throws(EngineError) {
        guard let node = state.nodes[compiler.id(at: place)] else { return entries.append(nil) }
        let unit = try node.unit(for: compiler.unitRequest(at: place, isOffline: state.mode == .offline))
        if unit is IsolatedUnit { isolatedCount += 1 }
        add(
            Entry(
                node: .passUnretained(node), unit: unit, request: request,
                traits: NodeTraits(
                    latencyFrames: unit.latencyFrames, allowsInPlace: unit.allowsInPlace,
                    aliasesOutput: unit.aliasedChannels != nil),
                latencyCanChange: unit.latencyCanChange))
    }
}

extension GraphCompiler {
    fileprivate func unitRequest(at place: Int, isOffline: Bool) -> UnitRequest {
        UnitRequest(
            formats: formats(at: place), inputBuses: inputBuses(at: place),
            maximumFrameCount: frameCapacity(at: place), isOffline: isOffline,
            sampleRateHz: sampleRateHz(at: place))
    }
}
