/// The ports of a loopback and what is connected: plain values, without threads.
struct LoopbackPorts {
    /// A port, which others see or which only serves an input or output.
    struct Port {
        var info: MIDIPortInfo
        var isListed: Bool
        /// Its last messages are on their way; then it goes.
        var isClosing = false
        var input: MIDIInput?
        var output: MIDIOutput?
    }

    /// A connection from a source to a destination.
    struct Connection: Hashable {
        let source: MIDIPortAddress
        let destination: MIDIPortAddress
    }

    private var ports: [MIDIPortAddress: Port] = [:]
    private var connections: Set<Connection> = []
    private var nextPorts: [Int32: Int32] = [:]

    /// The ports that others see, in the order of their numbers.
    var listed: [MIDIPortInfo] {
        ports.values.filter { $0.isListed && !$0.isClosing }.map(\.info).sorted { $0.address < $1.address }
    }

    /// All open inputs, in the order of their numbers.
    var inputs: [MIDIInput] { ports.sorted { $0.key < $1.key }.compactMap(\.value.input) }

    /// A port; nil if there is none.
    subscript(_ address: MIDIPortAddress) -> Port? {
        get { ports[address] }
        set { ports[address] = newValue }
    }

    /// All ports of a client.
    func ports(ofClient client: Int32) -> [Port] {
        ports.values.filter { $0.info.address.client == client }
            .sorted { $0.info.address < $1.info.address }
    }

    /// A number that no port of the client has had.
    mutating func newAddress(client: Int32) -> MIDIPortAddress {
        defer { nextPorts[client, default: 0] += 1 }
        return MIDIPortAddress(client: client, port: nextPorts[client, default: 0])
    }

    /// Checks that a port is there and has a side.
    func require(_ address: MIDIPortAddress, _ side: MIDIPortSide) throws(MIDIError) {
        guard let port = ports[address], !port.isClosing else { throw .gone(port: address.description) }
        guard side == .source ? port.info.isSource : port.info.isDestination else {
            throw .wrongSide(port: port.info.fullName, needed: side)
        }
    }

    /// Connects two ports.
    mutating func connect(_ source: MIDIPortAddress, _ destination: MIDIPortAddress) {
        connections.insert(Connection(source: source, destination: destination))
    }

    /// Disconnects two ports; false if they were not connected.
    mutating func disconnect(_ source: MIDIPortAddress, _ destination: MIDIPortAddress) -> Bool {
        connections.remove(Connection(source: source, destination: destination)) != nil
    }

    /// The inputs that a source's messages go to, in the order of their numbers.
    func inputs(of source: MIDIPortAddress) -> [MIDIInput] {
        connections.filter { $0.source == source }.map(\.destination).sorted().compactMap { ports[$0]?.input }
    }

    /// Takes a port and its connections away.
    ///
    /// - Returns: The port; the inputs that have heard it; and the outputs that served it alone.
    mutating func remove(
        _ address: MIDIPortAddress
    ) -> (port: Port, listeners: [MIDIInput], senders: [MIDIOutput])? {
        guard let port = ports.removeValue(forKey: address) else { return nil }
        let listeners = inputs(of: address)
        let senders = connections.filter { $0.destination == address }.map(\.source).sorted()
        connections = connections.filter { $0.source != address && $0.destination != address }
        let alone = senders.compactMap { ports[$0] }.filter { !$0.isListed }
        return (port, listeners, alone.compactMap(\.output))
    }
}
