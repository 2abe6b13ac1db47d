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
        for id in order { list.add(id) }
        return list
    }
}

/// Builds the calls node by node; every feeder of a node is there before the node.
struct CallList {
    let compiler: GraphCompiler
    private(set) var domains: DomainMap
    private(set) var steps: [UnplacedStep] = []
    private(set) var latencyFrames = 0
    private var signals: [Endpoint: Signal] = [:]
    private var valueCount = 0

    init(compiler: GraphCompiler) {
        self.compiler = compiler
        domains = compiler.domains
    }

    mutating func add(_ id: NodeID) {
        guard let node = compiler.model.nodes[id], let formats = compiler.formats[id] else { return }
        let domain = domains.domainOfNode[id] ?? 0
        let arrivals = arrivals(at: id, node, formats)
        let latest = arrivals.map { $0.signal.latencyFrames }.max() ?? 0
        let inputs = arrivals.map { delayed($0, until: latest, domains.domainBehind[id] ?? domain) }
        if node.role == .output {
            addOutput(id, inputs.first ?? [], latest)
        } else if let behind = domains.domainBehind[id] {
            domains.setLatency(latest, of: behind)
            addNode(id, inputs, formats, 0, domain, endedDomain: behind)
        } else if node.isBypassed, let output = formats.outputs.first {
            passThrough(id, inputs.first ?? [], channelCount: output.channelCount, latest)
        } else {
            addNode(id, inputs, formats, latest, domain)
        }
        for bus in node.tappedBuses.sorted() { addTap(Endpoint(id, bus), domain) }
    }

    // MARK: - Inputs

    private struct Arrival {
        let wire: Connection?
        var signal: Signal
    }

    private mutating func arrivals(at id: NodeID, _ node: GraphNode, _ formats: NodeFormats) -> [Arrival] {
        let buses = compiler.model.usedInputBuses(of: id, node)
        return zip(buses, formats.inputs).map { bus, format in
            let destination = Endpoint(id, bus)
            guard let source = compiler.model.source(of: destination), let signal = signals[source] else {
                let silence = [Channel](repeating: .silence, count: format.channelCount)
                return Arrival(wire: nil, signal: Signal(channels: silence, latencyFrames: 0))
            }
            let wire = Connection(from: source, to: destination)
            let converted = bridged(wire, signal)
            // A sink hears what arrives as it is: its bridge only says how many frames there are.
            return Arrival(wire: wire, signal: node.role == .sink ? signal : converted)
        }
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
                allowsInPlace: traits.allowsInPlace && endedDomain == nil, endedDomain: endedDomain))
        for (bus, channels) in outputs.enumerated() {
            signals[Endpoint(id, bus)] = Signal(
                channels: channels, latencyFrames: latest + traits.latencyFrames)
        }
    }

    /// A bypassed node costs nothing: its output is its input, a mono input on every channel of a wider output.
    private mutating func passThrough(
        _ id: NodeID, _ input: [Channel], channelCount: Int, _ latest: Int
    ) {
        let channels = (0..<channelCount).map { channel -> Channel in
            if channel < input.count { return input[channel] }
            return input.count == 1 ? input[0] : .silence
        }
        signals[Endpoint(id)] = Signal(channels: channels, latencyFrames: latest)
    }

    /// The output node converts into the caller's memory with a unit of its own.
    private mutating func addOutput(_ id: NodeID, _ input: [Channel], _ latest: Int) {
        latencyFrames = latest
        let channels = (0..<compiler.model.outputFormat.channelCount).map(Channel.output)
        if compiler.model.source(of: Endpoint(id)) != nil {
            steps.append(
                UnplacedStep(
                    call: .node(id), inputs: [input], outputs: [channels], domain: 0, allowsInPlace: false))
        }
        signals[Endpoint(id)] = Signal(channels: channels, latencyFrames: latest)
    }

    private mutating func addTap(_ endpoint: Endpoint, _ domain: Int) {
        guard let signal = signals[endpoint] else { return }
        steps.append(
            UnplacedStep(
                call: .tap(endpoint), inputs: [signal.channels], outputs: [], domain: domain,
                allowsInPlace: false))
    }

    private mutating func newChannels(_ count: Int) -> [Channel] {
        defer { valueCount += count }
        return (valueCount..<valueCount + count).map(Channel.value)
    }
}
