import AVFGraph
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
        let traits: NodeTraits
        let abilities: Abilities
    }

    /// What must be known of a unit whenever a plan is made.
    private struct Abilities: OptionSet {
        let rawValue: UInt8
        static let changesLatency = Abilities(rawValue: 1)
        static let formsChains = Abilities(rawValue: 2)

        init(rawValue: UInt8) { self.rawValue = rawValue }

        init(_ unit: RenderUnit) {
            self = []
            if unit.latencyCanChange { insert(.changesLatency) }
            if unit.formsChains { insert(.formsChains) }
        }
    }

    private let compiler: GraphCompiler
    /// What the compiler must know of the units, by place in the order.
    private(set) var traits: [NodeTraits] = []
    private var entries: [Entry?] = []
    /// The latencies of units that may change theirs.
    private(set) var latencies: [(unit: RenderUnit, frameCount: Int)] = []
    /// How many units can be parts of chains.
    private(set) var chainableCount = 0

    /// The units for the nodes that a compiler has ordered, those of the last plan if they fit.
    init(_ compiler: GraphCompiler, _ state: EngineState, keeping last: PlanUnits?)
        throws(EngineError)
    {
        self.compiler = compiler
        entries.reserveCapacity(compiler.nodeCount)
        traits.reserveCapacity(compiler.nodeCount)
        // Not looked up in `last`: that would count references to all that it has, for each node.
        let (lastCompiler, lastEntries) = (last?.compiler ?? compiler, last?.entries ?? [])
        let isOffline = state.mode == .offline
        for place in 0..<compiler.nodeCount {
            let request = Self.request(at: place, compiler, isOffline: isOffline)
            if let request, let former = lastCompiler.place(of: compiler.id(at: place)),
                former < lastEntries.count, Self.fits(lastEntries[former], request)
            {
                entries.append(lastEntries[former])
            } else {
                entries.append(try Self.entry(at: place, compiler, state, request))
            }
            noteTraits(at: place)
            if compiler.isTimeEffect(at: place) {
                (entries[place]?.unit as? DomainBridge)?.isBypassed = compiler.isBypassed(at: place)
            }
        }
    }

    /// The unit of the node at a place in the order; nil for a node that the engine does not have.
    subscript(place: Int) -> RenderUnit? { entries[place]?.unit }

    /// The unit of a node.
    subscript(id: NodeID) -> RenderUnit? { entry(of: id)?.unit }

    /// What can fade of a mixer's inputs.
    func fadingInputs(at place: Int) -> [any FadingInput]? {
        entries[place].map { $0.node.takeUnretainedValue().fadingInputs(of: $0.unit) }
    }

    private func entry(of id: NodeID) -> Entry? { compiler.place(of: id).flatMap { entries[$0] } }

    // MARK: - Adding

    /// What the node at a place is asked for; nil for one that is asked each time.
    @inline(__always)
    private static func request(
        at place: Int, _ compiler: GraphCompiler, isOffline: Bool
    ) -> Request? {
        guard let formats = compiler.soleFormats(at: place) else { return nil }
        return Request(
            input: formats.input, output: formats.output,
            maximumFrameCount: compiler.frameCapacity(at: place), isOffline: isOffline,
            sampleRateHz: compiler.sampleRateHz(at: place))
    }

    /// Whether a node would answer a request with the unit that it has given before.
    @inline(__always)
    private static func fits(_ former: Entry?, _ request: Request) -> Bool {
        guard let former, former.request == request else { return false }
        return former.node._withUnsafeGuaranteedRef { $0.stillHas(former.unit) }
    }

    /// Takes down what the compiler must know of the newest unit.
    private mutating func noteTraits(at place: Int) {
        traits.append(entries[place]?.traits ?? NodeTraits())
        guard let abilities = entries[place]?.abilities, !abilities.isEmpty else { return }
        if abilities.contains(.formsChains) { chainableCount += 1 }
        guard abilities.contains(.changesLatency), let entry = entries[place] else { return }
        let latencyFrames = entry.unit.latencyFrames
        traits[place].latencyFrames = latencyFrames
        latencies.append((entry.unit, latencyFrames))
    }

    /// Asks the node for its unit.
    private static func entry(
        at place: Int, _ compiler: GraphCompiler, _ state: EngineState, _ request: Request?
    ) throws(EngineError) -> Entry? {
        guard let node = state.nodes[compiler.id(at: place)] else { return nil }
        let unit = try node.unit(
            for: compiler.unitRequest(at: place, isOffline: state.mode == .offline))
        return Entry(
            node: .passUnretained(node), unit: unit, request: request,
            traits: NodeTraits(
                latencyFrames: unit.latencyFrames, allowsInPlace: unit.allowsInPlace,
                aliasesOutput: unit.aliasedChannels != nil),
            abilities: Abilities(unit))
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
