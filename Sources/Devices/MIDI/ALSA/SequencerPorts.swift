import CAVFALSA

/// Asks ALSA's sequencer for its ports.
struct SequencerPorts {
    let handle: SequencerHandle

    /// All ports that others may connect to, in the order of their numbers; those of the system client are
    /// not MIDI ports.
    func all() -> [MIDIPortInfo] {
        var client: OpaquePointer?
        guard snd_seq_client_info_malloc(&client) >= 0, let client else { return [] }
        defer { snd_seq_client_info_free(client) }
        snd_seq_client_info_set_client(client, -1)
        var ports: [MIDIPortInfo] = []
        while handle.request({ handle.calls.nextClient($0, client) }) >= 0 {
            let number = snd_seq_client_info_get_client(client)
            guard number != SND_SEQ_CLIENT_SYSTEM else { continue }
            ports += self.ports(of: client, number)
        }
        return ports.sorted { $0.address < $1.address }
    }

    /// The ports of a client that others may connect to; empty if it is not there.
    func ports(ofClient number: Int32) -> [MIDIPortInfo] {
        var client: OpaquePointer?
        guard number != SND_SEQ_CLIENT_SYSTEM, snd_seq_client_info_malloc(&client) >= 0, let client else {
            return []
        }
        defer { snd_seq_client_info_free(client) }
        guard handle.request({ handle.calls.anyClientInfo($0, number, client) }) >= 0 else { return [] }
        return ports(of: client, number)
    }

    /// A port; nil if it is not there, or if others may not connect to it.
    func port(_ address: MIDIPortAddress) -> MIDIPortInfo? {
        ports(ofClient: address.client).first { $0.address == address }
    }

    private func ports(of client: OpaquePointer, _ number: Int32) -> [MIDIPortInfo] {
        var info: OpaquePointer?
        guard snd_seq_port_info_malloc(&info) >= 0, let info else { return [] }
        defer { snd_seq_port_info_free(info) }
        snd_seq_port_info_set_client(info, number)
        snd_seq_port_info_set_port(info, -1)
        let name = text(snd_seq_client_info_get_name(client))
        let midiProtocol: MIDIProtocol = handle.packets?.version(client) == 2 ? .midi2 : .midi1
        var ports: [MIDIPortInfo] = []
        while handle.request({ handle.calls.nextPort($0, info) }) >= 0 {
            if let port = port(info, clientName: name, midiProtocol) { ports.append(port) }
        }
        return ports
    }

    private func port(
        _ info: OpaquePointer, clientName: String, _ midiProtocol: MIDIProtocol
    ) -> MIDIPortInfo? {
        let capabilities = snd_seq_port_info_get_capability(info)
        let hasAll = { (needed: Int32) in capabilities & UInt32(needed) == UInt32(needed) }
        let isSource = hasAll(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
        let isDestination = hasAll(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
        guard isSource || isDestination, !hasAll(SND_SEQ_PORT_CAP_NO_EXPORT) else { return nil }
        let isHardware = snd_seq_port_info_get_type(info) & UInt32(SND_SEQ_PORT_TYPE_HARDWARE) != 0
        return MIDIPortInfo(
            address: MIDIPortAddress(
                client: snd_seq_port_info_get_client(info), port: snd_seq_port_info_get_port(info)),
            name: text(snd_seq_port_info_get_name(info)), clientName: clientName, isSource: isSource,
            isDestination: isDestination, midiProtocol: midiProtocol, isVirtual: !isHardware)
    }

    private func text(_ name: UnsafePointer<CChar>?) -> String { name.map { String(cString: $0) } ?? "" }
}
