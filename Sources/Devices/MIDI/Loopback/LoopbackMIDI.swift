import Synchronization

/// MIDI ports within this process: what its clients make, they see, and nobody else.
///
/// For machines without a sequencer, and for tests. One thread delivers everything, in the order of time; a
/// loopback with a clock of the test's own has no thread, and delivers in `advance`.
package final class LoopbackMIDI: Sendable {
    private struct Client {
        let name: String
        let handler: MIDIAnnouncementHandler?
    }

    private struct State {
        var ports = LoopbackPorts()
        var clients: [Int32: Client] = [:]
        var announcements: [(client: Int32, MIDIAnnouncement)] = []
        var nextClient: Int32 = LoopbackMIDI.firstClientID
    }

    /// The first client's number, as in ALSA.
    package static let firstClientID: Int32 = 128

    let clock: any MIDIClock
    let scheduler: MIDIScheduler
    private let manualClock: MIDIManualClock?
    private let state = Mutex(State())
    private let announcementLine = Mutex(0)

    /// A loopback on CLOCK_MONOTONIC with a thread of its own, until `stop()`.
    ///
    /// - Throws: `MIDIError.refused` if the system makes no thread.
    package convenience init() throws(MIDIError) {
        self.init(MIDISystemClock(), manualClock: nil)
        try scheduler.start()
    }

    /// A loopback without a thread, which delivers when its clock is advanced.
    package convenience init(clock: MIDIManualClock) { self.init(clock, manualClock: clock) }

    private init(_ clock: any MIDIClock, manualClock: MIDIManualClock?) {
        self.clock = clock
        self.manualClock = manualClock
        scheduler = MIDIScheduler(clock: clock)
        let line = scheduler.addLine({ [unowned self] _, _ in deliverAnnouncement() }, onEnd: {})
        announcementLine.withLock { $0 = line }
    }

    deinit { scheduler.stop() }

    /// Opens a client; other clients' ports are announced to it.
    package func openClient(
        _ name: String, announcements handler: MIDIAnnouncementHandler? = nil
    ) -> LoopbackMIDIClient {
        let id = state.withLock { state in
            defer { state.nextClient += 1 }
            state.clients[state.nextClient] = Client(name: name, handler: handler)
            return state.nextClient
        }
        return LoopbackMIDIClient(self, id: id, name: name)
    }

    /// Lets time pass up to `timeNanoseconds`, and delivers what is due on the way, each at its time.
    package func advance(to timeNanoseconds: UInt64) {
        guard let manualClock else { return }
        while let next = scheduler.nextTime, next <= timeNanoseconds {
            if next > clock.nowNanoseconds { manualClock.set(next) }
            scheduler.deliverDue()
        }
        manualClock.set(timeNanoseconds)
    }

    /// Closes all inputs and outputs, ends what sounds, and ends the thread.
    package func stop() {
        let inputs = state.withLock { $0.ports.inputs }
        for input in inputs { input.close() }
        scheduler.stop()
    }

    // MARK: - For clients

    /// Looks at the ports, or changes them.
    func withPorts<Result: Sendable>(
        of client: Int32, _ name: String, _ body: (inout LoopbackPorts) throws(MIDIError) -> Result
    ) throws(MIDIError) -> Result {
        try state.withLock { (state) throws(MIDIError) -> Result in
            guard state.clients[client] != nil else { throw .closed(port: name) }
            return try body(&state.ports)
        }
    }

    /// Hands messages of a source to all inputs that it is connected to.
    func deliver(_ words: [UInt32], from source: MIDIPortAddress, at timeNanoseconds: UInt64) {
        let inputs = state.withLock { $0.ports.inputs(of: source) }
        for input in inputs { input.take(words: words, from: source, at: timeNanoseconds) }
    }

    /// Hides a port whose last messages are on their way.
    func hide(_ address: MIDIPortAddress) { state.withLock { $0.ports[address]?.isClosing = true } }

    /// Takes a port away; what it has sounding ends, and who sent to it is told.
    func remove(_ address: MIDIPortAddress) {
        guard let removed = state.withLock({ $0.ports.remove(address) }) else { return }
        for input in removed.listeners { input.release(address, at: clock.nowNanoseconds) }
        for output in removed.senders { output.markGone() }
        if removed.port.isListed { announce(.gone(removed.port.info)) }
    }

    /// Takes a client away, when its ports are gone.
    func removeClient(_ id: Int32) { state.withLock { $0.clients[id] = nil } }

    /// Tells all clients but the one that the port belongs to.
    func announce(_ announcement: MIDIAnnouncement) {
        let count = state.withLock { state in
            let clients = state.clients.keys.sorted().filter {
                $0 != announcement.client && state.clients[$0]?.handler != nil
            }
            state.announcements += clients.map { ($0, announcement) }
            return clients.count
        }
        let line = announcementLine.withLock { $0 }
        // A word that says nothing (a Utility message) stands for each of them.
        for _ in 0..<count { _ = scheduler.send([0], at: nil, line: line) }
    }

    private func deliverAnnouncement() {
        let next = state.withLock { state -> (MIDIAnnouncementHandler, MIDIAnnouncement)? in
            guard !state.announcements.isEmpty else { return nil }
            let (client, announcement) = state.announcements.removeFirst()
            return state.clients[client]?.handler.map { ($0, announcement) }
        }
        if let (handler, announcement) = next { handler(announcement) }
    }
}

extension MIDIAnnouncement {
    /// The client whose port it is about; nil for none.
    fileprivate var client: Int32? {
        switch self {
        case .appeared(let port), .gone(let port), .changed(_, let port): port.address.client
        case .lost: nil
        }
    }
}
