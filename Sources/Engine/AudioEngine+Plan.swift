import AVFGraph
import AVFLV2Host
import AVFRender
import AVFUnits

extension AudioEngine {
    /// Compiles the graph and hands the plan to the renderer, if the engine renders.
    ///
    /// Under the edit lock.
    ///
    /// Units are made here, outside of the state's Mutex, because a plugin may take its time.
    func publish() throws(EngineError) {
        let state = self.state.withLock { $0 }
        guard state.needsPlan else { return }
        let build = try PlanBuild(state, host.arenaShelf)
        let present = Set(build.audibleInputs.map { ObjectIdentifier($0.strip) })
        fadeOut(state.audibleInputs.filter { !present.contains(ObjectIdentifier($0.strip)) }, state)
        host.renderer.slot.publish(build.plan)
        host.renderer.slot.collect()
        self.state.withLock { state in
            state.schedule = build.schedule
            state.compiledLatencies = build.latencies
            state.wireUnits = build.wireUnits
            state.domainBridges = build.bridges
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
            try PlanBuild(state.withLock { $0 }, host.arenaShelf).schedule
        }
    }

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
    private(set) var latencies: [(unit: RenderUnit, frameCount: Int)] = []
    let wireUnits: [Schedule.Call: WireUnit]
    let bridges: [DomainBridge?]
    let audibleInputs: [AudibleInput]
    private(set) var profiledUnits: [ProfiledUnit] = []

    init(_ state: EngineState, _ shelf: ArenaShelf) throws(EngineError) {
        let compiler: GraphCompiler
        do {
            compiler = try GraphCompiler(state.model, maximumFrameCount: state.maximumFrameCount)
        } catch {
            throw .graph(error)
        }
        var units: [NodeID: RenderUnit] = [:]
        var traits: [NodeID: NodeTraits] = [:]
        units.reserveCapacity(state.nodes.count)
        traits.reserveCapacity(state.nodes.count)
        for id in compiler.order {
            guard let node = state.nodes[id], let request = state.unitRequest(id, compiler) else { continue }
            let unit = try node.unit(for: request)
            (unit as? DomainBridge)?.isBypassed = compiler.isBypassed(id)
            units[id] = unit
            let latencyFrames = unit.latencyFrames
            traits[id] = NodeTraits(
                latencyFrames: latencyFrames, allowsInPlace: unit.allowsInPlace,
                lendsOutput: unit.lentChannels != nil)
            if unit.latencyCanChange { latencies.append((unit, latencyFrames)) }
        }
        let isForTeams = state.renderThreadCount > 1
        let schedule = compiler.schedule(traits: traits, reusesBuffers: !isForTeams)
        let chains = Self.chains(schedule, units)
        var steps: [PlanStep] = []
        profiledUnits.reserveCapacity(schedule.steps.count)
        var wires: [Schedule.Call: WireUnit] = [:]
        for (index, step) in schedule.steps.enumerated() {
            if let chain = chains.first(where: { $0.places.contains(index) }) {
                guard index == chain.places.last else { continue }
                let step = chain.step(schedule)
                let calls = chain.places.map { schedule.steps[$0].call }
                profiledUnits.append(ProfiledUnit(number: step.unit.serialNumber, calls: calls))
                steps.append(step)
                continue
            }
            guard let unit = Self.unit(for: step, state, schedule, units, &wires) else { continue }
            profiledUnits.append(ProfiledUnit(number: unit.serialNumber, calls: [step.call]))
            steps.append(
                PlanStep(unit: unit, inputs: step.inputs, outputs: step.outputs, domain: step.domain))
        }
        bridges = schedule.domains.map { Self.bridge(of: $0, units, wires) }
        audibleInputs = state.audibleInputs(units)
        self.schedule = schedule
        wireUnits = wires
        plan = RenderPlan(
            steps: steps,
            domains: zip(schedule.domains, bridges).map {
                PlanDomain(
                    parent: $0.parent, bridge: $1, latencyFrames: $0.latencyFrames,
                    frameCapacity: $0.frameCapacity)
            },
            arenaBufferCount: schedule.arenaBufferCount,
            outputChannelCount: state.model.outputFormat.channelCount,
            maximumFrameCount: schedule.maximumFrameCount,
            bufferFrameCapacity: schedule.domains.map(\.frameCapacity).max() ?? 0, isForTeams: isForTeams,
            shelf: shelf)
    }

    /// Plugins in processes that follow one another, brought together and seen as one unit.
    private static func chains(_ schedule: Schedule, _ units: [NodeID: RenderUnit]) -> [PluginChain] {
        guard units.values.count(where: { $0 is IsolatedUnit }) > 1 else { return [] }
        return schedule.chains { units[$0] is IsolatedUnit }.map { places in
            let members = schedule.steps[places].compactMap { step -> IsolatedUnit? in
                guard case .node(let id) = step.call else { return nil }
                return units[id] as? IsolatedUnit
            }
            IsolatedUnit.gather(members)
            return PluginChain(places: places, unit: IsolatedChain(members))
        }
    }

    private static func unit(
        for step: Schedule.Step, _ state: EngineState, _ schedule: Schedule, _ units: [NodeID: RenderUnit],
        _ wireUnits: inout [Schedule.Call: WireUnit]
    ) -> RenderUnit? {
        switch step.call {
        case .node(let id): return units[id]
        case .tap(let endpoint):
            let domain = schedule.domains[step.domain]
            return state.nodes[endpoint.node]?.taps[endpoint.bus]?.unit(
                sampleRateHz: domain.sampleRateHz, channelCount: step.inputs[0].count,
                maximumFrameCount: domain.frameCapacity)
        case .delay(_, let frames):
            return keep(step, state, &wireUnits) { DelayUnit(frameCount: frames, channelCount: $0) }
        case .bridge(_, let from, let to):
            return keep(step, state, &wireUnits) {
                RateBridge(inputRateHz: from, outputRateHz: to, channelCount: $0)
            }
        }
    }

    /// The unit that the wire had in the last plan, or a new one.
    private static func keep(
        _ step: Schedule.Step, _ state: EngineState, _ wireUnits: inout [Schedule.Call: WireUnit],
        _ make: (Int) -> RenderUnit
    ) -> RenderUnit {
        let channelCount = step.inputs[0].count
        let kept = state.wireUnits[step.call].flatMap { $0.channelCount == channelCount ? $0 : nil }
        let unit = kept ?? WireUnit(call: step.call, channelCount: channelCount, unit: make(channelCount))
        wireUnits[step.call] = unit
        return unit.unit
    }

    private static func bridge(
        of domain: Schedule.Domain, _ units: [NodeID: RenderUnit], _ wireUnits: [Schedule.Call: WireUnit]
    ) -> DomainBridge? {
        switch domain.bridge {
        case .node(let id)?: units[id] as? DomainBridge
        case let call?: wireUnits[call]?.unit as? DomainBridge
        case nil: nil
        }
    }
}

/// Several steps of a schedule that one unit makes.
private struct PluginChain {
    let places: Range<Int>
    let unit: IsolatedChain

    /// The step that takes the place of all.
    func step(_ schedule: Schedule) -> PlanStep {
        let (first, last) = (schedule.steps[places.lowerBound], schedule.steps[places.upperBound - 1])
        return PlanStep(unit: unit, inputs: first.inputs, outputs: last.outputs, domain: first.domain)
    }
}

extension EngineState {
    fileprivate func unitRequest(_ id: NodeID, _ compiler: GraphCompiler) -> UnitRequest? {
        guard let formats = compiler.formats(of: id) else { return nil }
        return UnitRequest(
            formats: formats, inputBuses: model.usedInputBuses(of: id),
            maximumFrameCount: compiler.frameCapacity(of: id), isOffline: mode == .offline)
    }
}
