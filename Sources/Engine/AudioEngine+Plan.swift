import AVFGraph
import AVFRender
import AVFUnits

extension AudioEngine {
    /// Compiles the graph and hands the plan to the renderer, if the engine renders.
    ///
    /// Under the edit lock.
    ///
    /// Units are made here, outside of the state's Mutex, because a plugin may take its time.
    func publish() throws(EngineError) {
        if state.withLock({ $0.needsPlan }) { try followUse() }
        let state = self.state.withLock { state in
            // If the plan cannot be made, nodes may have made other units meanwhile.
            defer { if state.needsPlan { state.planUnits = nil } }
            return state
        }
        guard state.needsPlan else { return }
        let build = try PlanBuild(state, host)
        fadeOutInputs(missingIn: build.audibleInputs, state)
        host.renderer.slot.publish(build.plan)
        host.renderer.slot.collect()
        self.state.withLock { state in
            state.schedule = build.schedule
            state.noteBridges(build.bridges)
            state.compiledLatencies = build.units.latencies
            state.planUnits = build.units
            state.wireUnits = build.wireUnits
            state.audibleInputs = build.audibleInputs
            state.profiledUnits = build.profiledUnits
        }
        if isProfiling { learnCalls() }
    }

    /// Compiles the graph as it is, without rendering.
    ///
    /// - Throws: `EngineError` if it cannot be rendered.
    package func compiledSchedule() throws(EngineError) -> Schedule {
        try edits.withLock { () throws(EngineError) in
            var state = self.state.withLock { state in
                // A graph that is not what the newest plan was made from may need other units.
                if !state.needsPlan { state.planUnits = nil }
                return state
            }
            state.planUnits = nil
            return try PlanBuild(state, host).schedule
        }
    }

    /// The schedule of the newest plan; nil before there was one.
    package var newestSchedule: Schedule? { state.withLock { $0.schedule } }

    /// Compiles anew if a unit's latency has changed, so that parallel branches stay together.
    func followLatencies() {
        let hasChanged = state.withLock { state in
            state.compiledLatencies.contains { $0.unit.latencyFrames != $0.frameCount }
        }
        guard hasChanged else { return }
        recordingErrors("latency compensation") { () throws(EngineError) in
            try edits.withLock { () throws(EngineError) in try publish() }
        }
    }
}

/// One compilation: units, schedule and plan.
private struct PlanBuild {
    let schedule: Schedule
    let plan: RenderPlan
    let units: PlanUnits
    let wireUnits: [Schedule.Call: WireUnit]
    let bridges: [DomainBridge?]
    let audibleInputs: [AudibleInput]
    let profiledUnits: [ProfiledUnit]

    init(_ state: EngineState, _ host: RenderHost) throws(EngineError) {
        let compiler: GraphCompiler
        do {
            compiler = try GraphCompiler(state.model, maximumFrameCount: state.maximumFrameCount)
        } catch {
            throw .graph(error)
        }
        units = try PlanUnits(compiler, state, keeping: state.planUnits)
        let isForThreadPools = state.renderThreadCount > 1
        schedule = compiler.schedule(traits: units.traits, reusesBuffers: !isForThreadPools)
        let steps = PlanSteps(schedule, units, state)
        profiledUnits = steps.profiledUnits
        wireUnits = steps.wireUnits
        let bridges = schedule.domains.map { Self.bridge(of: $0, steps) }
        self.bridges = bridges
        audibleInputs = state.mode == .device ? state.audibleInputs(compiler, units) : []
        plan = RenderPlan(
            steps: steps.steps, buses: schedule.buses,
            domains: zip(schedule.domains, bridges).map {
                PlanDomain(
                    parent: $0.parent, bridge: $1, latencyFrames: $0.latencyFrames,
                    frameCapacity: $0.frameCapacity, sampleRateHz: $0.sampleRateHz)
            },
            arenaBufferCount: schedule.arenaBufferCount, eventBusCount: schedule.eventBusCount,
            eventDrops: host.eventDrops, leaders: Self.leaders(state, schedule, units),
            outputChannelCount: state.model.outputFormat.channelCount,
            maximumFrameCount: schedule.maximumFrameCount,
            bufferFrameCapacity: schedule.domains.map(\.frameCapacity).max() ?? 0,
            isForThreadPools: isForThreadPools,
            shelf: host.arenaShelf)
    }

    /// Who may lead the transport: the program alone, if it says where the music is, or else the nodes that
    /// play songs at the output's pace.
    private static func leaders(
        _ state: EngineState, _ schedule: Schedule, _ units: PlanUnits
    ) -> [RenderUnit] {
        if let leader = state.transportLeader { return [leader] }
        guard !state.model.nodes.roots.isEmpty else { return [] }
        return state.model.nodes.roots.compactMap { id in
            guard state.nodes[id]?.leadsTransport ?? false, schedule.domain(of: id) == 0 else { return nil }
            return units[id]
        }
    }

    private static func bridge(of domain: Schedule.Domain, _ steps: PlanSteps) -> DomainBridge? {
        switch domain.bridge {
        case .node(let id)?: steps.units[id] as? DomainBridge
        case let call?: steps.wireUnits[call]?.unit as? DomainBridge
        case nil: nil
        }
    }
}
