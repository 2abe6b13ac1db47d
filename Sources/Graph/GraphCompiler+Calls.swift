import AVFRender

/// A signal on a bus: where its channels are in the tables, and how late it is in frames of its domain.
struct Signal {
    let places: Range<Int>
    let latencyFrames: Int
}

/// The event buses that a node writes, and how late they are in frames of its domain.
struct EventSignals {
    private let buses: [Int]
    let latencyFrames: Int

    init(buses: Range<Int>, latencyFrames: Int) {
        self.buses = Array(buses)
        self.latencyFrames = latencyFrames
    }

    /// The outputs of a bypassed node: what arrives.
    init(passedOn bus: Int?, latencyFrames: Int) {
        buses = bus.map { [$0] } ?? []
        self.latencyFrames = latencyFrames
    }

    /// The number of an output's bus; nil if nothing is there.
    func bus(_ output: Int) -> Int? { buses.indices.contains(output) ? buses[output] : nil }
}

extension GraphCompiler {
    /// The calls in order, with delays where branches differ in latency and conversions where rates do.
    func calls(_ traits: [NodeTraits]) -> CallList {
        var list = CallList(compiler: self)
        for place in nodes.indices { list.add(place, traits[place]) }
        return list
    }
}

/// Builds the calls node by node; every feeder of a node is there before the node.
struct CallList {
    let compiler: GraphCompiler
    private(set) var domains: DomainMap
    private(set) var steps: [Schedule.Step] = []
    /// The buses of the calls; `.arena` has the number of a value, which has no buffer yet.
    private(set) var buses = PlanBuses()
    private(set) var latencyFrames = 0
    /// What the nodes have on their output buses, node by node.
    private var signals: [Signal] = []
    /// Where the signals of each node begin, by place in the order.
    private var firstSignals: [Int] = []
    /// Values so far.
    private(set) var valueCount = 0
    /// Event buses so far.
    private(set) var eventBusCount = 0
    /// The event outputs of each node that has some, by place in the order.
    private var eventSignals: [Int: EventSignals] = [:]

    init(compiler: GraphCompiler) {
        self.compiler = compiler
        domains = compiler.domains
        let nodeCount = compiler.nodes.count
        signals.reserveCapacity(nodeCount)
        firstSignals.reserveCapacity(nodeCount)
        steps.reserveCapacity(nodeCount)
        buses.reserve(callCount: nodeCount)
    }

    /// Adds the calls for the node at the next place.
    mutating func add(_ place: Int, _ traits: NodeTraits) {
        // Copying a node or its formats as a whole would count many references for each.
        let role = compiler.nodes[place].node.role
        let domain = domains.domainOfPlace[place] ?? 0
        let behind = compiler.nodes[place].node.inputPace == nil ? nil : domains.domainBehind[place]
        let (inputs, latest) = arrivals(at: place, behind ?? domain)
        let events = arrivingEvents(at: place, until: latest, behind ?? domain)
        firstSignals.append(signals.count)
        if role == .output {
            addOutput(place, inputs.first, latest)
        } else if let behind {
            domains.setLatency(latest, of: behind)
            addNode(place, inputs, traits, 0, domain, endedDomain: behind)
        } else if compiler.nodes[place].node.isBypassed {
            if let output = compiler.formats[place].outputs.first {
                passThrough(inputs.first, channelCount: output.channelCount, latest)
            }
            eventSignals[place] = EventSignals(passedOn: events, latencyFrames: latest)
        } else {
            addNode(place, inputs, traits, latest, domain)
            giveEvents(place, events, latencyFrames: latest + traits.latencyFrames)
        }
        if compiler.nodes[place].node.isEventTapped { addEventTap(place, domain) }
        let tappedBuses = compiler.nodes[place].node.tappedBuses
        if !tappedBuses.isEmpty { addTaps(tappedBuses.sorted(), place, domain) }
    }

    // MARK: - Inputs

    private struct Arrival {
        let wire: Connection?
        let signal: Signal
    }

    /// What arrives at a node's input buses, with the delays that bring it together, and how late it is then.
    private mutating func arrivals(at place: Int, _ domain: Int) -> (inputs: [Range<Int>], latest: Int) {
        let inputs = compiler.nodes[place].inputs
        guard !inputs.isEmpty else { return ([], eventLatencyFrames(at: place)) }
        let isSink = compiler.nodes[place].node.role == .sink
        var arrivals: [Arrival] = []
        arrivals.reserveCapacity(inputs.count)
        for (input, format) in zip(inputs, compiler.formats[place].inputs) {
            arrivals.append(arrival(at: input, format, isHeardAsItIs: isSink))
        }
        let latest = max(
            arrivals.map { $0.signal.latencyFrames }.max() ?? 0, eventLatencyFrames(at: place))
        return (arrivals.map { delayed($0, until: latest, domain) }, latest)
    }

    /// A sink hears what arrives as it is: its bridge only says how many frames there are.
    private mutating func arrival(
        at input: OrderedInput, _ format: BusFormat, isHeardAsItIs: Bool
    ) -> Arrival {
        guard let feed = input.feed, let signal = signal(ofBus: feed.bus, at: feed.place) else {
            let silence = buses.addBus([PlanBuffer](repeating: .silence, count: format.channelCount))
            return Arrival(wire: nil, signal: Signal(places: silence, latencyFrames: 0))
        }
        let converted = bridged(feed.wire, signal)
        return Arrival(wire: feed.wire, signal: isHeardAsItIs ? signal : converted)
    }

    private func signal(ofBus bus: Int, at place: Int) -> Signal? {
        let first = firstSignals[place]
        let end = place + 1 < firstSignals.count ? firstSignals[place + 1] : signals.count
        return bus < end - first ? signals[first + bus] : nil
    }

    private mutating func bridged(_ wire: Connection, _ signal: Signal) -> Signal {
        guard let inner = domains.bridgedWires[wire] else { return signal }
        let outer = domains.domains[inner].parent
        let from = domains.domains[inner].sampleRateHz
        let to = domains.domains[outer].sampleRateHz
        let places = addConversion(
            .bridge(wire, from: from, to: to), of: signal, outer, allowsInPlace: false, endedDomain: inner)
        // The domain runs ahead instead, because its frames are no whole ones of the other.
        domains.setLatency(signal.latencyFrames, of: inner)
        return Signal(places: places, latencyFrames: 0)
    }

    private mutating func delayed(_ arrival: Arrival, until latest: Int, _ domain: Int) -> Range<Int> {
        let frames = latest - arrival.signal.latencyFrames
        guard frames > 0, let wire = arrival.wire else { return arrival.signal.places }
        return addConversion(.delay(wire, frames: frames), of: arrival.signal, domain, allowsInPlace: true)
    }

    /// Adds a call of something that lies on a wire; returns where what it makes is.
    private mutating func addConversion(
        _ call: Schedule.Call, of signal: Signal, _ domain: Int, allowsInPlace: Bool, endedDomain: Int? = nil
    ) -> Range<Int> {
        let input = buses.count
        buses.addBus(copyOf: signal.places)
        let places = addValues(signal.places.count)
        steps.append(
            Schedule.Step(
                call: call, buses: CallBuses(inputs: input..<input + 1, outputs: input + 1..<input + 2),
                domain: domain, endedDomain: endedDomain, allowsInPlace: allowsInPlace))
        return places
    }

    // MARK: - Calls

    private mutating func addNode(
        _ place: Int, _ inputs: [Range<Int>], _ traits: NodeTraits, _ latest: Int, _ domain: Int,
        endedDomain: Int? = nil
    ) {
        let first = buses.count
        for places in inputs { buses.addBus(copyOf: places) }
        let firstOutput = buses.count
        for format in compiler.formats[place].outputs {
            let places = addValues(format.channelCount)
            signals.append(Signal(places: places, latencyFrames: latest + traits.latencyFrames))
        }
        steps.append(
            Schedule.Step(
                call: .node(compiler.nodes[place].id),
                buses: CallBuses(inputs: first..<firstOutput, outputs: firstOutput..<buses.count),
                domain: domain, endedDomain: endedDomain,
                allowsInPlace: traits.allowsInPlace && endedDomain == nil, aliasesOutput: traits.aliasesOutput
            ))
    }

    /// A bypassed node costs nothing: its output is its input, a mono input on every channel of a wider
    /// output.
    private mutating func passThrough(_ input: Range<Int>?, channelCount: Int, _ latest: Int) {
        let arriving = Array(buses.channels[input ?? 0..<0])
        let channels = (0..<channelCount).map { channel -> PlanBuffer in
            if channel < arriving.count { return arriving[channel] }
            return arriving.count == 1 ? arriving[0] : .silence
        }
        signals.append(Signal(places: buses.addBus(channels), latencyFrames: latest))
    }

    /// The output node converts into the caller's memory with a unit of its own.
    private mutating func addOutput(_ place: Int, _ input: Range<Int>?, _ latest: Int) {
        latencyFrames = latest
        let first = buses.count
        buses.addBus(copyOf: input ?? 0..<0)
        let channelCount = compiler.model.outputFormat.channelCount
        let places = buses.addBus((0..<channelCount).map(PlanBuffer.output))
        if compiler.nodes[place].inputs.first?.feed != nil {
            steps.append(
                Schedule.Step(
                    call: .node(compiler.nodes[place].id),
                    buses: CallBuses(inputs: first..<first + 1, outputs: first + 1..<first + 2), domain: 0))
        }
        signals.append(Signal(places: places, latencyFrames: latest))
    }

    private mutating func addTaps(_ tapped: [Int], _ place: Int, _ domain: Int) {
        for bus in tapped {
            guard let signal = signal(ofBus: bus, at: place) else { continue }
            let first = buses.count
            buses.addBus(copyOf: signal.places)
            steps.append(
                Schedule.Step(
                    call: .tap(Endpoint(compiler.nodes[place].id, bus)),
                    buses: CallBuses(inputs: first..<first + 1, outputs: first + 1..<first + 1),
                    domain: domain))
        }
    }

    // MARK: - Events

    /// How late the events are that arrive at a node.
    private func eventLatencyFrames(at place: Int) -> Int {
        guard let feed = compiler.nodes[place].events else { return 0 }
        return eventSignals[feed.place]?.latencyFrames ?? 0
    }

    /// The event bus that a node reads, delayed so that its events arrive with everything else.
    private mutating func arrivingEvents(at place: Int, until latest: Int, _ domain: Int) -> Int? {
        guard let feed = compiler.nodes[place].events, let signal = eventSignals[feed.place],
            let bus = signal.bus(feed.wire.source.bus)
        else { return nil }
        let frames = latest - signal.latencyFrames
        guard frames > 0 else { return bus }
        addEventCall(
            .eventDelay(feed.wire, frames: frames),
            EventBuses(input: bus, outputs: eventBusCount..<eventBusCount + 1), domain)
        eventBusCount += 1
        return eventBusCount - 1
    }

    /// Gives the call that was added last its event buses; the outputs up to the last one that is wired.
    private mutating func giveEvents(_ place: Int, _ input: Int?, latencyFrames: Int) {
        let node = compiler.nodes[place]
        let wired = (0..<node.node.eventOutputCount).last { bus in
            compiler.model.hasEventDestination(Endpoint(node.id, bus))
                || (bus == 0 && node.node.isEventTapped)
        }
        let count = wired.map { $0 + 1 } ?? 0
        guard input != nil || count > 0 else { return }
        let outputs = eventBusCount..<eventBusCount + count
        eventBusCount += count
        steps[steps.count - 1].events = EventBuses(input: input, outputs: outputs)
        eventSignals[place] = EventSignals(buses: outputs, latencyFrames: latencyFrames)
    }

    private mutating func addEventTap(_ place: Int, _ domain: Int) {
        guard let bus = eventSignals[place]?.bus(0) else { return }
        addEventCall(.eventTap(compiler.nodes[place].id), EventBuses(input: bus), domain)
    }

    /// Adds a call without audio.
    private mutating func addEventCall(_ call: Schedule.Call, _ events: EventBuses, _ domain: Int) {
        let none = CallBuses(inputs: buses.count..<buses.count, outputs: buses.count..<buses.count)
        steps.append(Schedule.Step(call: call, buses: none, events: events, domain: domain))
    }

    /// Adds a bus of channels that the coming call makes; returns where they are.
    private mutating func addValues(_ count: Int) -> Range<Int> {
        defer { valueCount += count }
        return buses.addBus(arenaFrom: valueCount, count: count)
    }
}
