import AVFDevices
import AVFRender
import CAVFALSA
import Glibc
import Synchronization

/// A sequencer behind `SequencerCalls`: its clients and ports are a table, what arrives is scripted, and
/// what is sent is kept.
///
/// Its clock stands still until a test sets it. The device name carries the fake's address, and its handle is
/// that address, which the test's own reference keeps alive.
final class FakeSequencer: Sendable {
    struct Port {
        var name: String
        var capabilities: Int32
        var type = SND_SEQ_PORT_TYPE_MIDI_GENERIC
    }

    struct Client {
        var name: String
        var ports: [Int32: Port] = [:]
    }

    /// What the next call of `input` gives.
    enum Arrival {
        case event(snd_seq_event_t)
        case exclusive([UInt8], from: MIDIPortAddress, to: Int32)
        case packet(UniversalPacket, from: MIDIPortAddress, to: Int32)
        case error(Int32)
    }

    // Proof: it is used under the lock only.
    struct State: @unchecked Sendable {
        var openCode: Int32 = 0
        var clients: [Int32: Client] = [FakeSequencer.clientID: Client(name: "")]
        var connections: Set<[MIDIPortAddress]> = []
        var arrivals: [Arrival] = []
        /// Codes that `output` returns, oldest first; then it works.
        var outputCodes: [Int32] = []
        var sent: [(port: Int32, bytes: [UInt8])] = []
        var sentWords: [UInt32] = []
        var hostTime: UInt64 = 5_000_000_000
        /// When the queue was started.
        var queueStart: UInt64 = 4_000_000_000
        var stampedPorts: Set<Int32> = []
        var inputPool = 0
        var sleepCount = 0
        var isClosed = false
        /// A write to it wakes the reader's thread.
        var descriptors: [Int32] = [-1, -1]
        /// Memory of the newest event, and of its data.
        var event = UnsafeMutablePointer<snd_seq_event_t>.allocate(capacity: 2)
        var data: [UnsafeMutablePointer<UInt8>] = []
    }

    static let clientID: Int32 = 130
    private let state = Mutex(State())

    init(_ prepare: (inout State) -> Void = { _ in }) {
        state.withLock { state in
            _ = pipe(&state.descriptors)
            _ = fcntl(state.descriptors[0], F_SETFL, O_NONBLOCK)
            prepare(&state)
        }
    }

    deinit {
        state.withLock { state in
            state.event.deallocate()
            state.data.forEach { $0.deallocate() }
            state.descriptors.forEach { _ = Glibc.close($0) }
        }
    }

    var name: String { "sequencer-\(Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()))" }

    func read<Value: Sendable>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Lets bytes arrive at a port of the client's, an event for each message, stamped by the queue.
    func arrive(
        _ messages: [[UInt8]], from: MIDIPortAddress, to port: Int32, at hostTime: UInt64 = 4_999_000_000
    ) {
        for message in messages {
            guard var event = SequencerEventBytes.event(of: message) else {
                arrive(.exclusive(message, from: from, to: port))
                continue
            }
            let time = hostTime - read(\.queueStart)
            event.flags = UInt8(SND_SEQ_TIME_STAMP_REAL)
            event.queue = 7
            event.time.time.tv_sec = UInt32(time / 1_000_000_000)
            event.time.time.tv_nsec = UInt32(time % 1_000_000_000)
            event.source = snd_seq_addr_t(client: UInt8(from.client), port: UInt8(from.port))
            event.dest.port = UInt8(port)
            arrive(.event(event))
        }
    }

    /// Lets the system announce something about a port.
    func announce(_ kind: snd_seq_event_type, _ address: MIDIPortAddress) {
        var event = snd_seq_event_t()
        event.type = UInt8(kind.rawValue)
        event.data.addr = snd_seq_addr_t(client: UInt8(address.client), port: UInt8(address.port))
        arrive(.event(event))
    }

    /// Lets the system announce that two ports are not connected any more.
    func announceUnsubscribed(
        _ source: MIDIPortAddress, _ destination: MIDIPortAddress, to port: Int32 = 0
    ) {
        var event = snd_seq_event_t()
        event.type = UInt8(SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue)
        event.dest.port = UInt8(port)
        event.data.connect.sender = snd_seq_addr_t(client: UInt8(source.client), port: UInt8(source.port))
        event.data.connect.dest = snd_seq_addr_t(
            client: UInt8(destination.client), port: UInt8(destination.port))
        arrive(.event(event))
    }

    func arrive(_ arrival: Arrival) {
        state.withLock { state in
            state.arrivals.append(arrival)
            var byte: UInt8 = 1
            _ = write(state.descriptors[1], &byte, 1)
        }
    }

    /// Lets a message in words arrive at a port of the client's, stamped as `arrive` does by default.
    func arrive(_ packet: UniversalPacket, from: MIDIPortAddress, to port: Int32) {
        arrive(.packet(packet, from: from, to: port))
    }

    fileprivate static func of(_ sequencer: OpaquePointer?) -> FakeSequencer {
        guard let sequencer else { preconditionFailure("a call without a handle") }
        return Unmanaged<FakeSequencer>.fromOpaque(UnsafeRawPointer(sequencer)).takeUnretainedValue()
    }

    fileprivate static func on<Value: Sendable>(
        _ sequencer: OpaquePointer?, _ body: (inout State) -> Value
    ) -> Value {
        of(sequencer).state.withLock { state in
            precondition(!state.isClosed, "a call after close")
            return body(&state)
        }
    }
}

extension FakeSequencer {
    /// The calls that lead here.
    var calls: SequencerCalls {
        var calls = SequencerCalls()
        setClientCalls(&calls)
        setPortCalls(&calls)
        setEventCalls(&calls)
        return calls
    }

    private func setClientCalls(_ calls: inout SequencerCalls) {
        calls.open = { place, name, _, _ in
            guard let name, let address = Int(String(cString: name).dropFirst("sequencer-".count)),
                let object = UnsafeRawPointer(bitPattern: address)
            else { return -EINVAL }
            let fake = Unmanaged<FakeSequencer>.fromOpaque(object)
            let code = fake.takeUnretainedValue().read(\.openCode)
            guard code == 0 else { return code }
            place?.pointee = OpaquePointer(fake.toOpaque())
            return 0
        }
        calls.close = { sequencer in
            FakeSequencer.on(sequencer) { $0.isClosed = true }
            return 0
        }
        calls.setClientName = { sequencer, name in
            FakeSequencer.on(sequencer) { state in
                state.clients[FakeSequencer.clientID]?.name = name.map { String(cString: $0) } ?? ""
                return 0
            }
        }
        calls.clientID = { _ in FakeSequencer.clientID }
        calls.setInputPool = { sequencer, count in
            FakeSequencer.on(sequencer) {
                $0.inputPool = count; return 0
            }
        }
        calls.makeQueue = { _ in 7 }
        calls.controlQueue = { _, _, _, _, _ in 0 }
        calls.drain = { _ in 0 }
        calls.queueStatus = { sequencer, _, info in
            FakeSequencer.on(sequencer) { state in
                // alsa-lib's status begins with the queue, the events in it, the tick, and then the time.
                let time = state.hostTime - state.queueStart
                guard let info else { return -EINVAL }
                let real = snd_seq_queue_status_get_real_time(info).map { UnsafeMutablePointer(mutating: $0) }
                real?.pointee.tv_sec = UInt32(time / 1_000_000_000)
                real?.pointee.tv_nsec = UInt32(time % 1_000_000_000)
                return 0
            }
        }
        calls.hostTime = { sequencer in
            FakeSequencer.of(sequencer).state.withLock { $0.hostTime }
        }
    }

    private func setPortCalls(_ calls: inout SequencerCalls) {
        calls.createPort = { sequencer, name, capabilities, type in
            FakeSequencer.on(sequencer) { state in
                let number = Int32(state.clients[FakeSequencer.clientID]?.ports.count ?? 0)
                state.clients[FakeSequencer.clientID]?.ports[number] = Port(
                    name: name.map { String(cString: $0) } ?? "", capabilities: Int32(capabilities),
                    type: Int32(type))
                return number
            }
        }
        calls.deletePort = { sequencer, port in
            FakeSequencer.on(sequencer) { state in
                // The number stays taken, so that none is given twice.
                state.clients[FakeSequencer.clientID]?.ports[port]?.capabilities = 0
                let own = MIDIPortAddress(client: FakeSequencer.clientID, port: port)
                state.connections = state.connections.filter { !$0.contains(own) }
                return 0
            }
        }
        calls.portInfo = { _, _, _ in 0 }
        calls.setPortInfo = { sequencer, port, info in
            FakeSequencer.on(sequencer) { state in
                if snd_seq_port_info_get_timestamping(info) == 1 { state.stampedPorts.insert(port) }
                return 0
            }
        }
        calls.anyClientInfo = { sequencer, number, info in
            FakeSequencer.on(sequencer) { state in
                guard let client = state.clients[number] else { return -ENOENT }
                snd_seq_client_info_set_client(info, number)
                snd_seq_client_info_set_name(info, client.name)
                return 0
            }
        }
        calls.nextClient = { sequencer, info in
            FakeSequencer.on(sequencer) { state in
                let last = snd_seq_client_info_get_client(info)
                guard let next = state.clients.keys.sorted().first(where: { $0 > last }) else {
                    return -ENOENT
                }
                snd_seq_client_info_set_client(info, next)
                snd_seq_client_info_set_name(info, state.clients[next]?.name)
                return 0
            }
        }
        calls.nextPort = { sequencer, info in
            FakeSequencer.on(sequencer) { state in
                let client = snd_seq_port_info_get_client(info)
                // The number is a byte, which begins at 255 (−1).
                let first = (snd_seq_port_info_get_port(info) + 1) & 255
                let ports = state.clients[client]?.ports ?? [:]
                guard let next = ports.keys.sorted().first(where: { $0 >= first }), let port = ports[next]
                else {
                    return -ENOENT
                }
                snd_seq_port_info_set_port(info, next)
                snd_seq_port_info_set_name(info, port.name)
                snd_seq_port_info_set_capability(info, UInt32(port.capabilities))
                snd_seq_port_info_set_type(info, UInt32(port.type))
                return 0
            }
        }
        calls.subscribe = { sequencer, info in
            let ends = FakeSequencer.ends(info)
            return FakeSequencer.on(sequencer) { state in
                for end in ends where end.client != 0 && state.clients[end.client]?.ports[end.port] == nil {
                    return -ENOENT
                }
                return state.connections.insert(ends).inserted ? 0 : -EBUSY
            }
        }
        calls.unsubscribe = { sequencer, info in
            let ends = FakeSequencer.ends(info)
            return FakeSequencer.on(sequencer) { $0.connections.remove(ends) == nil ? -ENOENT : 0 }
        }
    }

    private static func ends(_ info: OpaquePointer?) -> [MIDIPortAddress] {
        [snd_seq_port_subscribe_get_sender(info), snd_seq_port_subscribe_get_dest(info)].compactMap { $0 }.map
        {
            MIDIPortAddress(client: Int32($0.pointee.client), port: Int32($0.pointee.port))
        }
    }

    private func setEventCalls(_ calls: inout SequencerCalls) {
        calls.input = { sequencer, place in
            FakeSequencer.on(sequencer) { state in
                guard !state.arrivals.isEmpty else {
                    var bytes = [UInt8](repeating: 0, count: 4_096)
                    while Glibc.read(state.descriptors[0], &bytes, bytes.count) > 0 {}
                    return -EAGAIN
                }
                switch state.arrivals.removeFirst() {
                case .error(let code): return code
                case .event(let event): state.event.initialize(to: event)
                case .packet(let packet, let source, let port):
                    FakeSequencer.put(packet, source, port, &state)
                case .exclusive(let bytes, let source, let port):
                    state.event.initialize(to: FakeSequencer.exclusive(bytes, source, port, &state))
                }
                place?.pointee = state.event
                return 28
            }
        }
        calls.output = { sequencer, event in
            guard let event else { return -EINVAL }
            let (port, bytes) = (
                Int32(event.pointee.source.port), SequencerEventBytes.bytes(of: event.pointee)
            )
            return FakeSequencer.on(sequencer) { state in
                if !state.outputCodes.isEmpty {
                    let code = state.outputCodes.removeFirst()
                    if code < 0 { return code }
                }
                state.sent.append((port, bytes))
                return 28
            }
        }
        calls.sleep = { sequencer, _ in FakeSequencer.on(sequencer) { $0.sleepCount += 1 } }
        calls.countDescriptors = { _, _ in 1 }
        calls.fillDescriptors = { sequencer, places, count, events in
            FakeSequencer.on(sequencer) { state in
                // There is always room: writing to the pipe is possible.
                let end = events == Int16(POLLOUT) ? state.descriptors[1] : state.descriptors[0]
                if count > 0 { places?.pointee = pollfd(fd: end, events: events, revents: 0) }
                return 1
            }
        }
    }

    private static func put(
        _ packet: UniversalPacket, _ source: MIDIPortAddress, _ port: Int32, _ state: inout State
    ) {
        var event = snd_seq_event_t()
        event.flags = UInt8(SND_SEQ_TIME_STAMP_REAL)
        event.queue = 7
        event.time.time.tv_nsec = 999_000_000
        event.source = snd_seq_addr_t(client: UInt8(source.client), port: UInt8(source.port))
        event.dest.port = UInt8(port)
        SequencerPacketEvent.write(packet, event, to: state.event)
    }

    private static func exclusive(
        _ bytes: [UInt8], _ source: MIDIPortAddress, _ port: Int32, _ state: inout State
    ) -> snd_seq_event_t {
        let data = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        data.initialize(from: bytes, count: bytes.count)
        state.data.append(data)
        var event = snd_seq_event_t()
        event.type = UInt8(SND_SEQ_EVENT_SYSEX.rawValue)
        event.flags = UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
        event.data.ext.len = UInt32(bytes.count)
        event.data.ext.ptr = UnsafeMutableRawPointer(data)
        event.source = snd_seq_addr_t(client: UInt8(source.client), port: UInt8(source.port))
        event.dest.port = UInt8(port)
        return event
    }
}

extension FakeSequencer {
    /// The calls for messages in words; clients from 40 on speak MIDI 2.0.
    static var packetCalls: SequencerPacketCalls {
        SequencerPacketCalls(
            setVersion: { _, version in version == 2 ? 0 : -EINVAL },
            version: { snd_seq_client_info_get_client($0) >= 40 ? 2 : 0 },
            input: { sequencer, place in
                var event: UnsafeMutablePointer<snd_seq_event_t>?
                let code = FakeSequencer.of(sequencer).calls.input(sequencer, &event)
                place?.pointee = UnsafeMutableRawPointer(event)
                return code
            },
            output: { sequencer, event in
                guard let event, let packet = SequencerPacketEvent.packet(of: event) else { return -EINVAL }
                return FakeSequencer.on(sequencer) { state in
                    state.sentWords += packet.words
                    return 32
                }
            })
    }
}
