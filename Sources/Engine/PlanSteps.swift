import AVFGraph
import AVFRender
import AVFUnits

/// The calls of a schedule, each with the unit that is called.
struct PlanSteps {
    let units: PlanUnits
    private(set) var steps: [PlanStep] = []
    private(set) var profiledUnits: [ProfiledUnit] = []
    private(set) var wireUnits: [Schedule.Call: WireUnit] = [:]
    private let schedule: Schedule

    /// The calls of a schedule; units of wires are kept if they fit.
    init(_ schedule: Schedule, _ units: PlanUnits, _ state: EngineState) {
        self.schedule = schedule
        self.units = units
        var chains = Self.chains(schedule, units)[...]
        steps.reserveCapacity(schedule.steps.count)
        profiledUnits.reserveCapacity(schedule.steps.count)
        for (index, step) in schedule.steps.enumerated() {
            if let chain = chains.first, chain.places.contains(index) {
                guard index == chain.places.last else { continue }
                chains.removeFirst()
                add(chain.step(schedule), chain.places)
            } else if let unit = step.place >= 0 ? units[step.place] : unit(for: step, state) {
                add(
                    PlanStep(unit: unit, buses: step.buses, events: step.events, domain: step.domain),
                    index..<index + 1)
            }
        }
    }

    private mutating func add(_ step: PlanStep, _ places: Range<Int>) {
        profiledUnits.append(ProfiledUnit(number: step.unit.serialNumber, steps: places))
        steps.append(step)
    }

    /// Units that follow one another and work together, seen as one unit.
    private static func chains(_ schedule: Schedule, _ units: PlanUnits) -> [UnitChain] {
        guard units.chainableCount > 1 else { return [] }
        return schedule.chains { units[$0]?.formsChains ?? false }.compactMap { places in
            let members = schedule.steps[places].compactMap { units[$0.place] }
            guard let unit = members.first?.chained(with: Array(members.dropFirst())) else { return nil }
            return UnitChain(places: places, unit: unit)
        }
    }

    // MARK: - Units that are no node's

    private mutating func unit(for step: Schedule.Step, _ state: EngineState) -> RenderUnit? {
        let channelCount = schedule.buses.joined(step.buses.inputs).count
        switch step.call {
        case .node(let id): return units[id]
        case .tap(let endpoint):
            let domain = schedule.domains[step.domain]
            return state.nodes[endpoint.node]?.taps[endpoint.bus]?.unit(
                sampleRateHz: domain.sampleRateHz, channelCount: channelCount,
                maximumFrameCount: domain.frameCapacity)
        case .delay(_, let frames):
            return keep(step.call, channelCount, state) {
                DelayUnit(frameCount: frames, channelCount: $0)
            }
        case .eventTap(let id): return state.nodes[id]?.eventTap
        case .eventDelay(_, let frames):
            return keep(step.call, 0, state) { _ in EventDelayUnit(frameCount: frames) }
        case .eventMerge: return keep(step.call, 0, state) { _ in EventMergeUnit() }
        case .bridge(_, let from, let to):
            return keep(step.call, channelCount, state) {
                RateBridge(inputRateHz: from, outputRateHz: to, channelCount: $0)
            }
        case .pace(let wire):
            let (bus, rateHz) = (wire.destination.bus, schedule.domains[step.domain].sampleRateHz)
            let unit = state.nodes[wire.destination.node]?.input(bus)?.paceBridge(
                channelCount: channelCount, sampleRateHz: rateHz)
            wireUnits[step.call] = unit.map {
                WireUnit(call: step.call, channelCount: channelCount, unit: $0)
            }
            return unit
        }
    }

    /// The unit that the wire had in the last plan, or a new one.
    private mutating func keep(
        _ call: Schedule.Call, _ channelCount: Int, _ state: EngineState, _ make: (Int) -> RenderUnit
    ) -> RenderUnit {
        let kept = state.wireUnits[call].flatMap { $0.channelCount == channelCount ? $0 : nil }
        let unit = kept ?? WireUnit(call: call, channelCount: channelCount, unit: make(channelCount))
        wireUnits[call] = unit
        return unit.unit
    }
}

/// Several steps of a schedule that one unit makes.
private struct UnitChain {
    let places: Range<Int>
    let unit: RenderUnit

    /// The step that takes the place of all.
    func step(_ schedule: Schedule) -> PlanStep {
        let (first, last) = (schedule.steps[places.lowerBound], schedule.steps[places.upperBound - 1])
        return PlanStep(
            unit: unit, buses: CallBuses(inputs: first.buses.inputs, outputs: last.buses.outputs),
            domain: first.domain)
    }
}
