/// A client of a loopback.
package final class LoopbackMIDIClient: MIDIBackend {
    package let clientID: Int32
    private let name: String
    private let bus: LoopbackMIDI

    init(_ bus: LoopbackMIDI, id: Int32, name: String) {
        self.bus = bus
        self.name = name
        clientID = id
    }

    package func ports() throws(MIDIError) -> [MIDIPortInfo] {
        try bus.withPorts(of: clientID, name) { $0.listed }
    }

    package func openInput(
        from source: MIDIPortAddress, midiProtocol: MIDIProtocol, receiver: @escaping MIDIReceiver
    ) throws(MIDIError) -> MIDIInput {
        try bus.withPorts(of: clientID, name) { (ports) throws(MIDIError) in
            try ports.require(source, .source)
            let address = ports.newAddress(client: clientID)
            let input = addInput(address, "input", midiProtocol, isListed: false, &ports, receiver)
            ports.connect(source, address)
            return input
        }
    }

    package func openOutput(to destination: MIDIPortAddress) throws(MIDIError) -> MIDIOutput {
        try bus.withPorts(of: clientID, name) { (ports) throws(MIDIError) in
            try ports.require(destination, .destination)
            let shown = ports[destination]?.info.fullName ?? destination.description
            let address = ports.newAddress(client: clientID)
            let output = addOutput(address, "output", shown, .midi2, isListed: false, &ports)
            ports.connect(address, destination)
            return output
        }
    }

    package func makeSource(_ name: String, midiProtocol: MIDIProtocol) throws(MIDIError) -> MIDIOutput {
        let output = try bus.withPorts(of: clientID, self.name) { (ports) throws(MIDIError) in
            let address = ports.newAddress(client: clientID)
            return addOutput(address, name, "\(self.name):\(name)", midiProtocol, isListed: true, &ports)
        }
        try announce(output.address)
        return output
    }

    package func makeDestination(
        _ name: String, midiProtocol: MIDIProtocol, receiver: @escaping MIDIReceiver
    ) throws(MIDIError) -> MIDIInput {
        let input = try bus.withPorts(of: clientID, self.name) { (ports) throws(MIDIError) in
            let address = ports.newAddress(client: clientID)
            return addInput(address, name, midiProtocol, isListed: true, &ports, receiver)
        }
        try announce(input.address)
        return input
    }

    package func connect(
        _ source: MIDIPortAddress, to destination: MIDIPortAddress
    ) throws(MIDIError) {
        try bus.withPorts(of: clientID, name) { (ports) throws(MIDIError) in
            try ports.require(source, .source)
            try ports.require(destination, .destination)
            ports.connect(source, destination)
        }
    }

    package func disconnect(
        _ source: MIDIPortAddress, from destination: MIDIPortAddress
    ) throws(MIDIError) {
        let input = try bus.withPorts(of: clientID, name) { (ports) throws(MIDIError) -> MIDIInput? in
            try ports.require(source, .source)
            try ports.require(destination, .destination)
            return ports.disconnect(source, destination) ? ports[destination]?.input : nil
        }
        input?.release(source, at: bus.clock.nowNanoseconds)
    }

    package func close() {
        let ports = try? bus.withPorts(of: clientID, name) { [clientID] in
            $0.ports(ofClient: clientID)
        }
        for port in ports ?? [] {
            port.input?.close()
            port.output?.close()
        }
        bus.removeClient(clientID)
    }

    private func announce(_ address: MIDIPortAddress) throws(MIDIError) {
        let port = try bus.withPorts(of: clientID, name) { $0[address]?.info }
        if let port { bus.announce(.appeared(port)) }
    }

    private func addInput(
        _ address: MIDIPortAddress, _ portName: String, _ midiProtocol: MIDIProtocol, isListed: Bool,
        _ ports: inout LoopbackPorts, _ receiver: @escaping MIDIReceiver
    ) -> MIDIInput {
        let input = MIDIInput(
            address: address, midiProtocol: midiProtocol, clock: bus.clock, receiver: receiver,
            onClose: { [bus] in bus.remove(address) })
        let info = MIDIPortInfo(
            address: address, name: portName, clientName: name, isSource: false, isDestination: true,
            midiProtocol: midiProtocol, isVirtual: true)
        ports[address] = .init(info: info, isListed: isListed, input: input)
        return input
    }

    private func addOutput(
        _ address: MIDIPortAddress, _ portName: String, _ shownName: String, _ midiProtocol: MIDIProtocol,
        isListed: Bool, _ ports: inout LoopbackPorts
    ) -> MIDIOutput {
        let line = bus.scheduler.addLine(
            { [bus] words, time in bus.deliver(words, from: address, at: time) },
            onEnd: { [bus] in bus.remove(address) })
        let output = MIDIOutput(
            address: address, name: shownName, scheduler: bus.scheduler, line: line,
            onClose: { [bus] in bus.hide(address) })
        let info = MIDIPortInfo(
            address: address, name: portName, clientName: name, isSource: true, isDestination: false,
            midiProtocol: midiProtocol, isVirtual: true)
        ports[address] = .init(info: info, isListed: isListed, output: output)
        return output
    }
}
