import AVFGraph
import AVFPluginSandbox
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
        fadeOutInputs(missingIn: build.audibleInputs, state)
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
        var units: [RenderUnit?] = []
        var traits: [NodeTraits] = []
        units.reserveCapacity(compiler.order.count)
        traits.reserveCapacity(compiler.order.count)
        for (place, id) in compiler.order.enumerated() {
            let unit = try state.nodes[id]?.unit(for: compiler.unitRequest(at: place, state.mode))
            (unit as? DomainBridge)?.isBypassed = compiler.isBypassed(at: place)
            units.append(unit)
            let latencyFrames = unit?.latencyFrames ?? 0
            traits.append(
                NodeTraits(
                    latencyFrames: latencyFrames, allowsInPlace: unit?.allowsInPlace ?? true,
                    aliasesOutput: unit?.aliasedChannels != nil))
            if let unit, unit.latencyCanChange { latencies.append((unit, latencyFrames)) }
        }
        let isForThreadPools = state.renderThreadCount > 1
        let schedule = compiler.schedule(traits: traits, reusesBuffers: !isForThreadPools)
        let unitOf = { (id: NodeID) in compiler.place(of: id).flatMap { units[$0] } }
        var chains = Self.chains(schedule, units, unitOf)[...]
        var steps: [PlanStep] = []
        steps.reserveCapacity(schedule.steps.count)
        profiledUnits.reserveCapacity(schedule.steps.count)
        var wires: [Schedule.Call: WireUnit] = [:]
        for (index, step) in schedule.steps.enumerated() {
            if let chain = chains.first, chain.places.contains(index) {
                guard index == chain.places.last else { continue }
                chains.removeFirst()
                let step = chain.step(schedule)
                profiledUnits.append(ProfiledUnit(number: step.unit.serialNumber, steps: chain.places))
                steps.append(step)
                continue
            }
            guard let unit = Self.unit(for: step, state, schedule, unitOf, &wires) else { continue }
            profiledUnits.append(ProfiledUnit(number: unit.serialNumber, steps: index..<index + 1))
            steps.append(
                PlanStep(unit: unit, buses: step.buses, events: step.events, domain: step.domain))
        }
        bridges = schedule.domains.map { Self.bridge(of: $0, unitOf, wires) }
        audibleInputs = state.mode == .device ? state.audibleInputs(compiler, units) : []
        self.schedule = schedule
        wireUnits = wires
        plan = RenderPlan(
            steps: steps, buses: schedule.buses,
            domains: zip(schedule.domains, bridges).map {
                PlanDomain(
                    parent: $0.parent, bridge: $1, latencyFrames: $0.latencyFrames,
                    frameCapacity: $0.frameCapacity, sampleRateHz: $0.sampleRateHz)
            },
            arenaBufferCount: schedule.arenaBufferCount, eventBusCount: schedule.eventBusCount,
            leader: state.transportLeader,
            outputChannelCount: state.model.outputFormat.channelCount,
            maximumFrameCount: schedule.maximumFrameCount,
            bufferFrameCapacity: schedule.domains.map(\.frameCapacity).max() ?? 0,
            isForThreadPools: isForThreadPools,
            shelf: shelf)
    }

    /// Plugins in processes that follow one another, brought together and seen as one unit.
    private static func chains(
        _ schedule: Schedule, _ units: [RenderUnit?], _ unitOf: (NodeID) -> RenderUnit?
    ) -> [PluginChain] {
        guard units.count(where: { $0 is IsolatedUnit }) > 1 else { return [] }
        return schedule.chains { unitOf($0) is IsolatedUnit }.map { places in
            let members = schedule.steps[places].compactMap { step -> IsolatedUnit? in
                guard case .node(let id) = step.call else { return nil }
                return unitOf(id) as? IsolatedUnit
            }
            IsolatedUnit.gather(members)
            return PluginChain(places: places, unit: IsolatedChain(members))
        }
    }

    private static func unit(
        for step: Schedule.Step, _ state: EngineState, _ schedule: Schedule,
        _ unitOf: (NodeID) -> RenderUnit?, _ wireUnits: inout [Schedule.Call: WireUnit]
    ) -> RenderUnit? {
        let channelCount = { schedule.buses.joined(step.buses.inputs).count }
        switch step.call {
        case .node(let id): return unitOf(id)
        case .tap(let endpoint):
            let domain = schedule.domains[step.domain]
            return state.nodes[endpoint.node]?.taps[endpoint.bus]?.unit(
                sampleRateHz: domain.sampleRateHz, channelCount: channelCount(),
                maximumFrameCount: domain.frameCapacity)
        case .delay(_, let frames):
            return keep(step.call, channelCount(), state, &wireUnits) {
                DelayUnit(frameCount: frames, channelCount: $0)
            }
        case .eventTap(let id): return state.nodes[id]?.eventTap
        case .eventDelay(_, let frames):
            return keep(step.call, 0, state, &wireUnits) { _ in EventDelayUnit(frameCount: frames) }
        case .bridge(_, let from, let to):
            return keep(step.call, channelCount(), state, &wireUnits) {
                RateBridge(inputRateHz: from, outputRateHz: to, channelCount: $0)
            }
        }
    }

    /// The unit that the wire had in the last plan, or a new one.
    private static func keep(
        _ call: Schedule.Call, _ channelCount: Int, _ state: EngineState,
        _ wireUnits: inout [Schedule.Call: WireUnit], _ make: (Int) -> RenderUnit
    ) -> RenderUnit {
        let kept = state.wireUnits[call].flatMap { $0.channelCount == channelCount ? $0 : nil }
        let unit = kept ?? WireUnit(call: call, channelCount: channelCount, unit: make(channelCount))
        wireUnits[call] = unit
        return unit.unit
    }

    private static func bridge(
        of domain: Schedule.Domain, _ unitOf: (NodeID) -> RenderUnit?,
        _ wireUnits: [Schedule.Call: WireUnit]
    ) -> DomainBridge? {
        switch domain.bridge {
        case .node(let id)?: unitOf(id) as? DomainBridge
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
        return PlanStep(
            unit: unit, buses: CallBuses(inputs: first.buses.inputs, outputs: last.buses.outputs),
            domain: first.domain)
    }
}

extension GraphCompiler {
    fileprivate func unitRequest(at place: Int, _ mode: RenderingMode) -> UnitRequest {
        UnitRequest(
            formats: formats(at: place), inputBuses: inputBuses(at: place),
            maximumFrameCount: frameCapacity(at: place), isOffline: mode == .offline,
            sampleRateHz: sampleRateHz(at: place))
    }
}
