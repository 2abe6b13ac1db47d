import AVFRealtime
import AVFRender
import CAVFALSA
import Glibc
import Synchronization

/// Reads what arrives at a client of ALSA's sequencer, and hands it to inputs and to who hears announcements.
///
/// `@unchecked Sendable`: the clock is used by one thread, the reader's own or a test's.
final class SequencerReader: @unchecked Sendable {
    private let handle: SequencerHandle
    private let registry: SequencerRegistry
    private let ports: SequencerPorts
    private let poll: SequencerPoll
    private let announce: MIDIAnnouncementHandler
    private var clock: SequencerQueueClock
    private let isStopping = Atomic<Bool>(false)
    private let thread = Mutex<NamedThread?>(nil)

    /// A reader; announcements arrive at any port that is connected to the system's.
    init(
        _ handle: SequencerHandle, _ registry: SequencerRegistry, poll: SequencerPoll,
        clock: SequencerQueueClock, announce: @escaping MIDIAnnouncementHandler
    ) {
        self.handle = handle
        self.registry = registry
        self.poll = poll
        self.clock = clock
        self.announce = announce
        ports = SequencerPorts(handle: handle)
    }

    /// Starts the thread.
    ///
    /// - Throws: `MIDIError.refused` if the system makes none.
    func start() throws(MIDIError) {
        do throws(NamedThread.Failure) {
            let started = try NamedThread(.midi, priority: NamedThread.usualRenderPriority - 1) { self.run() }
            thread.withLock { $0 = started }
        } catch {
            throw .refused("start a thread", port: "", code: error.code, cause: error.description)
        }
    }

    /// Ends the thread; called on the thread itself, it ends afterwards.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        poll.ring()
        thread.withLock { $0.take() }?.join()
    }

    /// Takes all that has arrived; false if there will be no more.
    func readAvailable() -> Bool {
        defer { reportDamage() }
        while !isStopping.load(ordering: .acquiring) {
            var (event, content) = (snd_seq_event_t(), Content.bytes([]))
            let code = handle.request { sequencer in
                var place: UnsafeMutableRawPointer?
                let code = nextEvent(sequencer, &place)
                guard code >= 0, let place else { return min(code, -EAGAIN) }
                // The event is alsa-lib's until the next one.
                event = place.load(as: snd_seq_event_t.self)
                let packet = handle.packets == nil ? nil : SequencerPacketEvent.packet(of: place)
                content = packet.map(Content.packet) ?? .bytes(SequencerEventBytes.bytes(of: event))
                return code
            }
            switch code {
            case 0...: take(event, content)
            case -EAGAIN: return true
            case -EINTR: continue
            case -ENOSPC: noteOverrun()
            default:
                noteEnd(code)
                return false
            }
        }
        return false
    }

    private func run() {
        while readAvailable() {
            let code = poll.waitForInput()
            guard code < 0 else { continue }
            return noteEnd(code)
        }
    }

    // MARK: - Events

    /// What an event holds.
    private enum Content {
        case bytes([UInt8])
        case packet(UniversalPacket)

        var isNoMessage: Bool {
            if case .bytes(let bytes) = self { bytes.isEmpty } else { false }
        }
    }

    private func nextEvent(_ sequencer: OpaquePointer, _ place: inout UnsafeMutableRawPointer?) -> Int32 {
        if let packets = handle.packets { return packets.input(sequencer, &place) }
        var event: UnsafeMutablePointer<snd_seq_event_t>?
        let code = handle.calls.input(sequencer, &event)
        place = UnsafeMutableRawPointer(event)
        return code
    }

    private func take(_ event: snd_seq_event_t, _ content: Content) {
        // Nobody but the system is believed what it says of ports; our own ports hear of it, too, when a
        // connection ends because the other client has.
        if content.isNoMessage, Int32(event.source.client) == SND_SEQ_CLIENT_SYSTEM {
            return takeAnnouncement(event)
        }
        let destination = MIDIPortAddress(client: handle.clientID, port: Int32(event.dest.port))
        guard !content.isNoMessage, let input = registry.input(destination) else { return }
        let (source, time) = (MIDIPortAddress(event.source), clock.hostTime(of: event))
        switch content {
        case .bytes(let bytes): input.take(bytes: bytes, from: source, at: time)
        case .packet(let packet): input.take(words: packet.words, from: source, at: time)
        }
    }

    private func takeAnnouncement(_ event: snd_seq_event_t) {
        let address = MIDIPortAddress(event.data.addr)
        switch snd_seq_event_type(UInt32(event.type)) {
        case SND_SEQ_EVENT_PORT_START, SND_SEQ_EVENT_PORT_CHANGE: look(at: address)
        case SND_SEQ_EVENT_PORT_EXIT: lose(address)
        case SND_SEQ_EVENT_CLIENT_CHANGE: registry.known(ofClient: address.client).forEach(look)
        case SND_SEQ_EVENT_CLIENT_EXIT: lose(client: address.client)
        case SND_SEQ_EVENT_PORT_UNSUBSCRIBED: noteDisconnected(event)
        default: break
        }
    }

    private func noteDisconnected(_ event: snd_seq_event_t) {
        let connection = event.data.connect
        registry.input(MIDIPortAddress(connection.dest))?.release(
            MIDIPortAddress(connection.sender), at: handle.hostTime)
    }

    private func look(at address: MIDIPortAddress) {
        guard address.client != handle.clientID else { return }
        guard let port = ports.port(address) else { return lose(address) }
        let before = registry.learn(port)
        if let before, before != port { announce(.changed(from: before, to: port)) }
        if before == nil { announce(.appeared(port)) }
    }

    private func lose(_ address: MIDIPortAddress) {
        for input in registry.inputs { input.release(address, at: handle.hostTime) }
        for output in registry.outputs(to: address) { output.markGone() }
        if let port = registry.forget(address) { announce(.gone(port)) }
    }

    private func lose(client: Int32) {
        // A port that was never listed may have sent to ours, too.
        for input in registry.inputs { input.release(client: client, at: handle.hostTime) }
        registry.known(ofClient: client).forEach { lose($0) }
    }

    // MARK: - Losses

    private func noteOverrun() {
        for input in registry.inputs { input.releaseAll(at: handle.hostTime) }
        announce(.lost(.overrun(count: 1)))
    }

    private func noteEnd(_ code: Int32) {
        guard !isStopping.load(ordering: .acquiring) else { return }
        for input in registry.inputs { input.releaseAll(at: handle.hostTime) }
        for output in registry.outputs { output.markGone() }
        announce(.lost(.refused(port: "", code: -code, cause: ALSACalls.text(ofError: code))))
    }

    private func reportDamage() {
        for input in registry.inputs {
            for (source, damage) in input.takeDamage() {
                announce(.lost(.damaged(port: source, damage)))
            }
        }
    }
}
