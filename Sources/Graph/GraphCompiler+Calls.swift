/// One channel between two calls, before it has a buffer.
enum Channel: Hashable {
    case value(Int)
    case silence
    case output(Int)
}

/// A call on channels that have no buffers yet.
struct UnplacedStep {
    let call: Schedule.Call
    let inputs: [[Channel]]
    let outputs: [[Channel]]
    let domain: Int
    let allowsInPlace: Bool
    var lendsOutput = false
    var endedDomain: Int?
}

/// A signal on a bus: its channels, and how late it is in frames of its domain.
struct Signal {
    var channels: [Channel]
    var latencyFrames: Int
}

extension GraphCompiler {
    /// The calls in order, with delays where branches differ in latency and conversions where rates do.
    func calls() -> CallList {
        var list = CallList(compiler: self)
        for place in nodes.indices { list.add(place) }
        return list
    }
}

/// Builds the calls node by node; every feeder of a node is there before the node.
struct CallList {
    let compiler: GraphCompiler
    private(set) var domains: DomainMap
    private(set) var steps: [UnplacedStep] = []
    private(set) var latencyFrames = 0
    /// What each node has on its output buses, by place in the order.
    private var signals: [[Signal]] = []
    /// Channels so far.
    private(set) var valueCount = 0

    init(compiler: GraphCompiler) {
        self.compiler = compiler
        domains = compiler.domains
        signals.reserveCapacity(compiler.nodes.count)
        steps.reserveCapacity(compiler.nodes.count)
    }

    /// Adds the calls for the node at the next place.
    mutating func add(_ place: Int) {
        let id = compiler.nodes[place].id
        let node = compiler.nodes[place].node
        let formats = compiler.formats[place]
        let domain = domains.domainOfPlace[place] ?? 0
        let behind = domains.domainBehind[place]
        let arrivals = zip(compiler.nodes[place].inputs, formats.inputs).map {
            arrival(at: $0, $1, isHeardAsItIs: node.role == .sink)
        }
        let latest = arrivals.map { $0.signal.latencyFrames }.max() ?? 0
        let inputs = arrivals.map { delayed($0, until: latest, behind ?? domain) }
        if node.role == .output {
            addOutput(place, inputs.first ?? [], latest)
        } else if let behind {
            domains.setLatency(latest, of: behind)
            addNode(id, inputs, formats, 0, domain, endedDomain: behind)
        } else if node.isBypassed, let output = formats.outputs.first {
            passThrough(inputs.first ?? [], channelCount: output.channelCount, latest)
        } else {
            addNode(id, inputs, formats, latest, domain)
        }
        if !node.tappedBuses.isEmpty { addTaps(node.tappedBuses.sorted(), of: id, place, domain) }
    }

    // MARK: - Inputs

    private struct Arrival {
        let wire: Connection?
        var signal: Signal
    }

    /// A sink hears what arrives as it is: its bridge only says how many frames there are.
    private mutating func arrival(
        at input: OrderedInput, _ format: BusFormat, isHeardAsItIs: Bool
    ) -> Arrival {
        guard let feed = input.feed, signals[feed.place].indices.contains(feed.bus) else {
            let silence = [Channel](repeating: .silence, count: format.channelCount)
            return Arrival(wire: nil, signal: Signal(channels: silence, latencyFrames: 0))
        }
        let signal = signals[feed.place][feed.bus]
        let converted = bridged(feed.wire, signal)
        return Arrival(wire: feed.wire, signal: isHeardAsItIs ? signal : converted)
    }

    private mutating func bridged(_ wire: Connection, _ signal: Signal) -> Signal {
        guard let inner = domains.bridgedWires[wire] else { return signal }
        let outer = domains.domains[inner].parent
        let from = domains.domains[inner].sampleRateHz
        let to = domains.domains[outer].sampleRateHz
        let channels = newChannels(signal.channels.count)
        steps.append(
            UnplacedStep(
                call: .bridge(wire, from: from, to: to), inputs: [signal.channels], outputs: [channels],
                domain: outer, allowsInPlace: false, endedDomain: inner))
        // The domain runs ahead instead, because its frames are no whole ones of the other.
        domains.setLatency(signal.latencyFrames, of: inner)
        return Signal(channels: channels, latencyFrames: 0)
    }

    private mutating func delayed(_ arrival: Arrival, until latest: Int, _ domain: Int) -> [Channel] {
        let frames = latest - arrival.signal.latencyFrames
        guard frames > 0, let wire = arrival.wire else { return arrival.signal.channels }
        let channels = newChannels(arrival.signal.channels.count)
        steps.append(
            UnplacedStep(
                call: .delay(wire, frames: frames), inputs: [arrival.signal.channels], outputs: [channels],
                domain: domain, allowsInPlace: true))
        return channels
    }

    // MARK: - Calls

    private mutating func addNode(
        _ id: NodeID, _ inputs: [[Channel]], _ formats: NodeFormats, _ latest: Int, _ domain: Int,
        endedDomain: Int? = nil
    ) {
        let traits = compiler.traits[id] ?? NodeTraits()
        let outputs = formats.outputs.map { newChannels($0.channelCount) }
        steps.append(
            UnplacedStep(
                call: .node(id), inputs: inputs, outputs: outputs, domain: domain,
                allowsInPlace: traits.allowsInPlace && endedDomain == nil,
                lendsOutput: traits.lendsOutput, endedDomain: endedDomain))
        signals.append(
            outputs.map { Signal(channels: $0, latencyFrames: latest + traits.latencyFrames) })
    }

    /// A bypassed node costs nothing: its output is its input, a mono input on every channel of a wider
    /// output.
    private mutating func passThrough(_ input: [Channel], channelCount: Int, _ latest: Int) {
        let channels = (0..<channelCount).map { channel -> Channel in
            if channel < input.count { return input[channel] }
            return input.count == 1 ? input[0] : .silence
        }
        signals.append([Signal(channels: channels, latencyFrames: latest)])
    }

    /// The output node converts into the caller's memory with a unit of its own.
    private mutating func addOutput(_ place: Int, _ input: [Channel], _ latest: Int) {
        latencyFrames = latest
        let channels = (0..<compiler.model.outputFormat.channelCount).map(Channel.output)
        if compiler.nodes[place].inputs.first?.feed != nil {
            steps.append(
                UnplacedStep(
                    call: .node(compiler.nodes[place].id), inputs: [input], outputs: [channels], domain: 0,
                    allowsInPlace: false))
        }
        signals.append([Signal(channels: channels, latencyFrames: latest)])
    }

    private mutating func addTaps(_ buses: [Int], of id: NodeID, _ place: Int, _ domain: Int) {
        for bus in buses where signals[place].indices.contains(bus) {
            steps.append(
                UnplacedStep(
                    call: .tap(Endpoint(id, bus)), inputs: [signals[place][bus].channels], outputs: [],
                    domain: domain, allowsInPlace: false))
        }
    }

    private mutating func newChannels(_ count: Int) -> [Channel] {
        defer { valueCount += count }
        return (valueCount..<valueCount + count).map(Channel.value)
    }
}
