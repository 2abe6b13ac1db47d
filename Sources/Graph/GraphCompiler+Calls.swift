import AVFRender

/// A signal on a bus: where its channels are in the tables, and how late it is in frames of its domain.
struct Signal {
    private let first: Int32
    private let count: Int32
    let latencyFrames: Int

    init(places: Range<Int>, latencyFrames: Int) {
        first = Int32(places.lowerBound)
        count = Int32(places.count)
        self.latencyFrames = latencyFrames
    }

    /// What a bus has on which there is nothing.
    static var missing: Signal { Signal(places: 0..<0, latencyFrames: -1) }

    var isMissing: Bool { count == 0 && latencyFrames < 0 }
    var places: Range<Int> { Int(first)..<Int(first) + Int(count) }
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
        for place in nodes.nodes.indices { list.add(place, traits[place]) }
        return list
    }
}

/// Builds the calls node by node; every feeder of a node is there before the node.
struct CallList {
    let compiler: GraphCompiler
    /// The rate domains, with what they run ahead by.
    private(set) var domains: [Schedule.Domain]
    private(set) var steps: [Schedule.Step] = []
    /// The buses of the calls; `.arena` has the number of a value, which has no buffer yet.
    private(set) var buses = PlanBuses()
    private(set) var latencyFrames = 0
    /// What the nodes have on their output buses, beside `BusFormats.outputs`.
    private var signals: [Signal] = []
    /// What arrives at the inputs of the node that is being added.
    private var arrivals: [Signal] = []
    /// Values so far.
    private(set) var valueCount = 0
    /// Event buses so far.
    private(set) var eventBusCount = 0
    /// The event outputs of each node that has some, by place in the order.
    private var eventSignals: [Int: EventSignals] = [:]

    init(compiler: GraphCompiler) {
        self.compiler = compiler
        domains = compiler.domains.domains
        signals.reserveCapacity(compiler.nodes.outputCount)
        steps.reserveCapacity(compiler.nodeCount)
        buses.reserve(callCount: compiler.nodeCount)
    }

    /// Hands over the calls and their buses, which are gone then.
    mutating func take() -> (steps: [Schedule.Step], buses: PlanBuses) {
        defer { (steps, buses) = ([], PlanBuses()) }
        return (steps, buses)
    }

    /// Adds the calls for the node at the next place.
    mutating func add(_ place: Int, _ traits: NodeTraits) {
        let node = compiler.nodes.nodes[place]
        let domain = compiler.domains.domain(at: place)
        let behind = node.kind == .timeEffect ? compiler.domains.domain(behind: place) : nil
        let latest = arrive(at: node, behind ?? domain)
        let events = node.events.isEmpty ? nil : arrivingEvents(at: node, until: latest, behind ?? domain)
        let outputs = node.outputs.range
        if node.kind == .output {
            addOutput(place, node, latest)
        } else if let behind {
            domains[behind].latencyFrames = latest
            addNode(place, node, traits, 0, domain, endedDomain: behind)
        } else if node.isBypassed {
            if let output = outputs.first {
                passThrough(channelCount: compiler.formats.outputs[output].channelCount, latest)
            }
            eventSignals[place] = EventSignals(passedOn: events, latencyFrames: latest)
        } else {
            addNode(place, node, traits, latest, domain)
            giveEvents(place, node, events, latencyFrames: latest + traits.latencyFrames)
        }
        while signals.count < outputs.upperBound { signals.append(.missing) }
        if node.isEventTapped { addEventTap(place, domain) }
        if node.hasTaps { addTaps(node, domain) }
    }

    // MARK: - Inputs

    /// Finds what arrives at a node's input buses, and delays it until it arrives together; returns how late
    /// it is then.
    private mutating func arrive(at node: OrderedNode, _ domain: Int) -> Int {
        arrivals.removeAll(keepingCapacity: true)
        var latest = eventLatencyFrames(at: node)
        for input in node.inputs.range {
            let arrival = arrival(at: input, isHeardAsItIs: node.kind == .sink)
            arrivals.append(arrival)
            latest = max(latest, arrival.latencyFrames)
        }
        for (index, input) in zip(arrivals.indices, node.inputs.range)
        where arrivals[index].latencyFrames < latest {
            delay(index, ofInput: input, until: latest, domain)
        }
        return latest
    }

    /// A sink hears what arrives as it is: its bridge only says how many frames there are.
    private mutating func arrival(at input: Int, isHeardAsItIs: Bool) -> Signal {
        let fed = compiler.nodes.inputs[input]
        guard fed.place >= 0 else { return silence(at: input) }
        let feeder = compiler.nodes.nodes[Int(fed.place)].outputs
        guard fed.outputBus < feeder.count else { return silence(at: input) }
        let signal = signals[Int(feeder.first + fed.outputBus)]
        if signal.isMissing { return silence(at: input) }
        let inner = compiler.domains.bridge(ofInput: input)
        let converted = inner.map { bridged(input, signal, $0) } ?? signal
        let paced = compiler.domains.pace(ofInput: input).map { self.paced(input, converted, $0) }
        return isHeardAsItIs ? signal : paced ?? converted
    }

    private mutating func silence(at input: Int) -> Signal {
        let channelCount = compiler.formats.inputs[input].channelCount
        let places = buses.addBus([PlanBuffer](repeating: .silence, count: channelCount))
        return Signal(places: places, latencyFrames: 0)
    }

    private mutating func bridged(_ input: Int, _ signal: Signal, _ inner: Int) -> Signal {
        guard let wire = compiler.nodes.wire(ofInput: input) else { return signal }
        let outer = domains[inner].parent
        let from = domains[inner].sampleRateHz
        let to = domains[outer].sampleRateHz
        let places = addConversion(
            .bridge(wire, from: from, to: to), of: signal, outer, allowsInPlace: false, endedDomain: inner
        )
        // The domain runs ahead instead, because its frames are no whole ones of the other.
        domains[inner].latencyFrames = signal.latencyFrames
        return Signal(places: places, latencyFrames: 0)
    }

    private mutating func paced(_ input: Int, _ signal: Signal, _ inner: Int) -> Signal {
        guard let wire = compiler.nodes.wire(ofInput: input) else { return signal }
        let places = addConversion(
            .pace(wire), of: signal, domains[inner].parent, allowsInPlace: false, endedDomain: inner)
        domains[inner].latencyFrames = signal.latencyFrames
        return Signal(places: places, latencyFrames: 0)
    }

    /// Silence is never late.
    private mutating func delay(_ index: Int, ofInput input: Int, until latest: Int, _ domain: Int) {
        let arrival = arrivals[index]
        guard !isSilence(input), let wire = compiler.nodes.wire(ofInput: input) else { return }
        let places = addConversion(
            .delay(wire, frames: latest - arrival.latencyFrames), of: arrival, domain, allowsInPlace: true
        )
        arrivals[index] = Signal(places: places, latencyFrames: latest)
    }

    private func isSilence(_ input: Int) -> Bool {
        guard let feed = compiler.nodes.inputs[input].feed else { return true }
        let feeder = compiler.nodes.nodes[feed.place].outputs
        return feed.bus >= feeder.range.count || signals[Int(feeder.first) + feed.bus].isMissing
    }

    /// Adds a call of something that lies on a wire; returns where what it makes is.
    private mutating func addConversion(
        _ call: Schedule.Call, of signal: Signal, _ domain: Int, allowsInPlace: Bool,
        endedDomain: Int? = nil
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
        _ place: Int, _ node: OrderedNode, _ traits: NodeTraits, _ latest: Int, _ domain: Int,
        endedDomain: Int? = nil
    ) {
        let first = buses.count
        for arrival in arrivals { buses.addBus(copyOf: arrival.places) }
        let firstOutput = buses.count
        for output in node.outputs.range {
            let places = addValues(compiler.formats.outputs[output].channelCount)
            signals.append(Signal(places: places, latencyFrames: latest + traits.latencyFrames))
        }
        steps.append(
            Schedule.Step(
                call: .node(node.id), place: place,
                buses: CallBuses(inputs: first..<firstOutput, outputs: firstOutput..<buses.count),
                domain: domain, endedDomain: endedDomain,
                allowsInPlace: traits.allowsInPlace && endedDomain == nil,
                aliasesOutput: traits.aliasesOutput
            ))
    }

    /// A bypassed node costs nothing: its output is its input, a mono input on every channel of a wider
    /// output.
    private mutating func passThrough(channelCount: Int, _ latest: Int) {
        let arriving = Array(buses.channels[arrivals.first?.places ?? 0..<0])
        let channels = (0..<channelCount).map { channel -> PlanBuffer in
            if channel < arriving.count { return arriving[channel] }
            return arriving.count == 1 ? arriving[0] : .silence
        }
        signals.append(Signal(places: buses.addBus(channels), latencyFrames: latest))
    }

    /// The output node converts into the caller's memory with a unit of its own.
    private mutating func addOutput(_ place: Int, _ node: OrderedNode, _ latest: Int) {
        latencyFrames = latest
        let first = buses.count
        buses.addBus(copyOf: arrivals.first?.places ?? 0..<0)
        let channelCount = compiler.model.outputFormat.channelCount
        let places = buses.addBus((0..<channelCount).map(PlanBuffer.output))
        if !node.inputs.isEmpty, compiler.nodes.inputs[Int(node.inputs.first)].place >= 0 {
            steps.append(
                Schedule.Step(
                    call: .node(node.id), place: place,
                    buses: CallBuses(inputs: first..<first + 1, outputs: first + 1..<first + 2), domain: 0))
        }
        guard !node.outputs.isEmpty else { return }
        signals.append(Signal(places: places, latencyFrames: latest))
    }

    private mutating func addTaps(_ node: OrderedNode, _ domain: Int) {
        let tapped = compiler.model.nodes[node.id]?.tappedBuses ?? []
        for bus in tapped.sorted() where node.outputs.range.contains(Int(node.outputs.first) + bus) {
            let signal = signals[Int(node.outputs.first) + bus]
            if signal.isMissing { continue }
            let first = buses.count
            buses.addBus(copyOf: signal.places)
            steps.append(
                Schedule.Step(
                    call: .tap(Endpoint(node.id, bus)),
                    buses: CallBuses(inputs: first..<first + 1, outputs: first + 1..<first + 1),
                    domain: domain))
        }
    }

    // MARK: - Events

    /// How late the events are that arrive at a node.
    private func eventLatencyFrames(at node: OrderedNode) -> Int {
        guard !node.events.isEmpty else { return 0 }
        return compiler.nodes.events[node.events.range].reduce(0) { latest, feed in
            max(latest, eventSignals[feed.place]?.latencyFrames ?? 0)
        }
    }

    /// The event bus that a node reads: what its wires bring, joined.
    private mutating func arrivingEvents(
        at node: OrderedNode, until latest: Int, _ domain: Int
    ) -> Int? {
        var joined: Int?
        for feed in compiler.nodes.events[node.events.range] {
            guard let bus = arrivingEvents(feed, until: latest, domain) else { continue }
            joined = joined.map { merge($0, bus, feed.wire, domain) } ?? bus
        }
        return joined
    }

    /// The event bus of a wire, delayed so that its events arrive with everything else.
    private mutating func arrivingEvents(
        _ feed: OrderedEvents, until latest: Int, _ domain: Int
    ) -> Int? {
        guard let signal = eventSignals[feed.place], let bus = signal.bus(feed.wire.source.bus) else {
            return nil
        }
        let frames = latest - signal.latencyFrames
        guard frames > 0 else { return bus }
        addEventCall(
            .eventDelay(feed.wire, frames: frames),
            EventBuses(input: bus, outputs: eventBusCount..<eventBusCount + 1), domain)
        eventBusCount += 1
        return eventBusCount - 1
    }

    /// The event bus of two that are joined to one.
    private mutating func merge(_ first: Int, _ second: Int, _ wire: EventConnection, _ domain: Int) -> Int {
        addEventCall(
            .eventMerge(wire),
            EventBuses(input: first, secondInput: second, outputs: eventBusCount..<eventBusCount + 1), domain)
        eventBusCount += 1
        return eventBusCount - 1
    }

    /// Gives the call that was added last its event buses; the outputs up to the last one that is wired.
    private mutating func giveEvents(
        _ place: Int, _ node: OrderedNode, _ input: Int?, latencyFrames: Int
    ) {
        guard input != nil || node.eventOutputCount > 0 else { return }
        let wired = (0..<Int(node.eventOutputCount)).last { bus in
            compiler.model.hasEventDestination(Endpoint(node.id, bus)) || (bus == 0 && node.isEventTapped)
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
        addEventCall(.eventTap(compiler.nodes.nodes[place].id), EventBuses(input: bus), domain)
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
