import AVFRender
import CAVFALSA
import CAVFShimsALSA
import Glibc
import Synchronization

/// An open client of ALSA's sequencer: its requests, with their errors in words.
///
/// `@unchecked Sendable`: alsa-lib's handle is used under the lock only, and not after it was closed. No call
/// waits, and none runs a user's code.
package final class SequencerHandle: @unchecked Sendable {
    /// Events that wait for this client in the kernel, at most; the default of 200 is lost as a whole when a
    /// reader lags.
    private static let inputPoolEvents = 2_000

    let calls: SequencerCalls
    /// The client's number.
    let clientID: Int32
    /// The calls for messages in words, if library and kernel have them; then the kernel translates between
    /// ports of MIDI 1.0 and 2.0.
    let packets: SequencerPacketCalls?
    private let sequencer: OpaquePointer
    private let isClosed = Mutex(false)

    /// Opens the sequencer under a name that others see.
    ///
    /// - Throws: `MIDIError.unavailable` if there is none, `.forbidden` if the user may not use it.
    init(_ calls: SequencerCalls, device: String, name: String) throws(MIDIError) {
        avf_shim_alsa_silence_thread()
        defer { avf_shim_alsa_unsilence_thread() }
        var opened: OpaquePointer?
        let code = calls.open(&opened, device, SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK)
        guard code >= 0, let opened else { throw Self.openError(code) }
        self.calls = calls
        sequencer = opened
        clientID = calls.clientID(opened)
        _ = calls.setClientName(opened, name)
        _ = calls.setInputPool(opened, Self.inputPoolEvents)
        packets = calls.packets.flatMap { Self.speaksPackets(calls, $0, opened) ? $0 : nil }
    }

    /// Declares that the client speaks MIDI 2.0; false if the kernel does not keep that.
    private static func speaksPackets(
        _ calls: SequencerCalls, _ packets: SequencerPacketCalls, _ sequencer: OpaquePointer
    ) -> Bool {
        var info: OpaquePointer?
        guard packets.setVersion(sequencer, 2) >= 0, snd_seq_client_info_malloc(&info) >= 0, let info else {
            return false
        }
        defer { snd_seq_client_info_free(info) }
        // A kernel that is older than the library takes the request, and does nothing.
        guard calls.anyClientInfo(sequencer, calls.clientID(sequencer), info) >= 0 else { return false }
        return packets.version(info) == 2
    }

    /// Leaves the sequencer, with all ports; nothing happens if it was left.
    func close() {
        isClosed.withLock { isClosed in
            if !isClosed { _ = calls.close(sequencer) }
            isClosed = true
        }
    }

    /// Makes a request; −EBADF if the sequencer was left.
    func request(_ body: (OpaquePointer) -> Int32) -> Int32 {
        isClosed.withLock { $0 ? -EBADF : body(sequencer) }
    }

    /// CLOCK_MONOTONIC in nanoseconds.
    var hostTime: UInt64 { calls.hostTime(sequencer) }

    /// Lets the calling thread sleep.
    func sleep(nanoseconds: UInt64) { calls.sleep(sequencer, nanoseconds) }

    /// Makes a port; its number.
    ///
    /// - Throws: `MIDIError.refused`.
    func makePort(_ name: String, capabilities: UInt32) throws(MIDIError) -> MIDIPortAddress {
        let type = SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SOFTWARE | SND_SEQ_PORT_TYPE_APPLICATION
        let port = request { calls.createPort($0, name, capabilities, UInt32(type)) }
        guard port >= 0 else { throw Self.refused("make the port", name, port) }
        return MIDIPortAddress(client: clientID, port: port)
    }

    /// Takes a port of the client's away.
    func removePort(_ port: MIDIPortAddress) { _ = request { calls.deletePort($0, port.port) } }

    /// Connects two ports; nothing happens if they are.
    ///
    /// - Throws: `MIDIError.gone` if one of them is not there, `.refused`.
    func connect(_ source: MIDIPortAddress, _ destination: MIDIPortAddress) throws(MIDIError) {
        let code = subscription(source, destination, calls.subscribe)
        guard code < 0, code != -EBUSY else { return }
        let other = source.client == clientID ? destination : source
        if code == -ENOENT || code == -EINVAL || code == -ENXIO { throw .gone(port: other.description) }
        throw Self.refused("connect \(source) to \(destination)", other.description, code)
    }

    /// Disconnects two ports; nothing happens if they are not connected.
    ///
    /// - Throws: `MIDIError.refused`.
    func disconnect(_ source: MIDIPortAddress, _ destination: MIDIPortAddress) throws(MIDIError) {
        let code = subscription(source, destination, calls.unsubscribe)
        guard code < 0, code != -ENOENT, code != -EINVAL else { return }
        throw Self.refused("disconnect \(source) from \(destination)", destination.description, code)
    }

    /// Sends an event from a port to who is connected; a negative error number if it was not taken.
    func send(_ event: inout snd_seq_event_t, from port: MIDIPortAddress) -> Int32 {
        address(&event, from: port)
        return request { calls.output($0, &event) }
    }

    /// Sends a message in words; −ENOSYS if library and kernel have none.
    func send(_ packet: UniversalPacket, from port: MIDIPortAddress) -> Int32 {
        guard let packets else { return -ENOSYS }
        var event = snd_seq_event_t()
        address(&event, from: port)
        return withUnsafeTemporaryAllocation(byteCount: SequencerPacketEvent.byteCount, alignment: 8) {
            place in
            guard let start = place.baseAddress else { return -ENOMEM }
            SequencerPacketEvent.write(packet, event, to: start)
            return request { packets.output($0, start) }
        }
    }

    private func address(_ event: inout snd_seq_event_t, from port: MIDIPortAddress) {
        event.source.client = UInt8(truncatingIfNeeded: clientID)
        event.source.port = UInt8(truncatingIfNeeded: port.port)
        event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
        event.dest.port = UInt8(SND_SEQ_ADDRESS_UNKNOWN)
        event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    }

    /// Lets a queue stamp what arrives at a port with its real time.
    func stamp(_ port: MIDIPortAddress, queue: Int32) {
        var info: OpaquePointer?
        guard snd_seq_port_info_malloc(&info) >= 0, let info else { return }
        defer { snd_seq_port_info_free(info) }
        guard request({ calls.portInfo($0, port.port, info) }) >= 0 else { return }
        snd_seq_port_info_set_timestamping(info, 1)
        snd_seq_port_info_set_timestamp_real(info, 1)
        snd_seq_port_info_set_timestamp_queue(info, queue)
        _ = request { calls.setPortInfo($0, port.port, info) }
    }

    private func subscription(
        _ source: MIDIPortAddress, _ destination: MIDIPortAddress,
        _ call: (SequencerCalls.Sequencer, SequencerCalls.Info) -> Int32
    ) -> Int32 {
        var info: OpaquePointer?
        guard snd_seq_port_subscribe_malloc(&info) >= 0, let info else { return -ENOMEM }
        defer { snd_seq_port_subscribe_free(info) }
        var (sender, receiver) = (snd_seq_addr_t(source), snd_seq_addr_t(destination))
        snd_seq_port_subscribe_set_sender(info, &sender)
        snd_seq_port_subscribe_set_dest(info, &receiver)
        return request { call($0, info) }
    }

    static func refused(_ request: String, _ port: String, _ code: Int32) -> MIDIError {
        .refused(request, port: port, code: -code, cause: ALSACalls.text(ofError: code))
    }

    private static func openError(_ code: Int32) -> MIDIError {
        switch -code {
        case ENOENT, ENODEV, ENXIO:
            .unavailable(
                code: -code, cause: "there is no /dev/snd/seq; is the kernel's module snd-seq loaded?")
        case EACCES, EPERM:
            .forbidden(code: -code, cause: "no permission for /dev/snd/seq; is the user in the group audio?")
        default: .unavailable(code: -code, cause: ALSACalls.text(ofError: code))
        }
    }
}

extension snd_seq_addr_t {
    /// The address of a port.
    init(_ address: MIDIPortAddress) {
        self.init(
            client: UInt8(truncatingIfNeeded: address.client), port: UInt8(truncatingIfNeeded: address.port))
    }
}

extension MIDIPortAddress {
    /// The port of an address.
    init(_ address: snd_seq_addr_t) {
        self.init(client: Int32(address.client), port: Int32(address.port))
    }
}
