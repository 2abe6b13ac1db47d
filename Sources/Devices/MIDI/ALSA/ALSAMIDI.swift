import CAVFALSA
import Synchronization

/// A client of ALSA's sequencer: the MIDI ports of devices and of other programs.
///
/// One thread reads, and stamps what arrives by the kernel's time of arrival; another one sends what is due
/// (the kernel's own queues only know whole milliseconds). With alsa-lib 1.2.10 and Linux 6.5, messages of
/// MIDI 2.0 come and go as they are, and the kernel translates for ports of MIDI 1.0; with older ones, all
/// ports speak MIDI 1.0, and this client translates.
package final class ALSAMIDI: MIDIBackend {
    package let clientID: Int32
    private let name: String
    private let handle: SequencerHandle
    private let registry = SequencerRegistry()
    private let scheduler: MIDIScheduler
    private let reader: SequencerReader
    private let writer: SequencerWriter
    private let queue: Int32?
    private let announce: MIDIAnnouncementHandler
    private let isClosed = Mutex(false)

    /// Opens a client under a name that others see; other clients' ports are announced to it.
    ///
    /// - Parameters:
    ///   - name: The client's name.
    ///   - announcements: Hears what happens to ports, on the reader's thread, and what is lost.
    ///   - calls: Calls to alsa-lib.
    ///   - device: What alsa-lib calls the sequencer.
    ///   - hasThreads: Without, a test calls `readAvailable` and `deliverDue`.
    /// - Throws: `MIDIError.unavailable` if the machine has no sequencer, `.forbidden`, `.refused`.
    package init(
        _ name: String, announcements: @escaping MIDIAnnouncementHandler = { _ in },
        calls: SequencerCalls = SequencerCalls(), device: String = "default", hasThreads: Bool = true
    ) throws(MIDIError) {
        self.name = name
        announce = announcements
        handle = try SequencerHandle(calls, device: device, name: name)
        clientID = handle.clientID
        scheduler = MIDIScheduler(clock: SequencerHostClock(handle: handle))
        let poll = SequencerPoll(handle)
        writer = SequencerWriter(handle: handle, poll: poll)
        let clock = SequencerQueueClock(handle)
        queue = clock.queue
        try Self.makeAnnouncePort(handle)
        reader = SequencerReader(
            handle, registry, poll: poll, clock: clock, announce: announcements)
        // After the system was asked to announce, so that nothing appears in between.
        for port in SequencerPorts(handle: handle).all() where port.address.client != clientID {
            _ = registry.learn(port)
        }
        guard hasThreads else { return }
        do throws(MIDIError) {
            try reader.start()
            try scheduler.start()
        } catch {
            reader.stop()
            handle.close()
            throw error
        }
    }

    deinit { close() }

    package func ports() throws(MIDIError) -> [MIDIPortInfo] {
        try requireOpen()
        return SequencerPorts(handle: handle).all()
    }

    package func openInput(
        from source: MIDIPortAddress, midiProtocol: MIDIProtocol, receiver: @escaping MIDIReceiver
    ) throws(MIDIError) -> MIDIInput {
        try require(source, .source)
        let input = try makeInput("input", SND_SEQ_PORT_CAP_WRITE, midiProtocol, receiver)
        do throws(MIDIError) {
            try handle.connect(source, input.address)
            return input
        } catch {
            input.close()
            throw error
        }
    }

    package func openOutput(to destination: MIDIPortAddress) throws(MIDIError) -> MIDIOutput {
        let info = try require(destination, .destination)
        let output = try makeOutput(
            "output", SND_SEQ_PORT_CAP_READ, shownName: info.fullName, to: info)
        do throws(MIDIError) {
            try handle.connect(output.address, destination)
            return output
        } catch {
            output.close()
            throw error
        }
    }

    package func makeSource(_ name: String, midiProtocol: MIDIProtocol) throws(MIDIError) -> MIDIOutput {
        try requireOpen()
        return try makeOutput(
            name, SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ, shownName: "\(self.name):\(name)",
            to: nil)
    }

    package func makeDestination(
        _ name: String, midiProtocol: MIDIProtocol, receiver: @escaping MIDIReceiver
    ) throws(MIDIError) -> MIDIInput {
        try requireOpen()
        return try makeInput(
            name, SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE, midiProtocol, receiver)
    }

    package func connect(_ source: MIDIPortAddress, to destination: MIDIPortAddress) throws(MIDIError) {
        try require(source, .source)
        try require(destination, .destination)
        try handle.connect(source, destination)
    }

    package func disconnect(
        _ source: MIDIPortAddress, from destination: MIDIPortAddress
    ) throws(MIDIError) {
        try require(source, .source)
        try require(destination, .destination)
        try handle.disconnect(source, destination)
        // The system announces it too; by then nothing sounds any more.
        registry.input(destination)?.release(source, at: handle.hostTime)
    }

    package func close() {
        let wasOpen = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard wasOpen else { return }
        // The reader first, so that nothing begins to sound while the rest is ended.
        reader.stop()
        for input in registry.inputs { input.close() }
        for output in registry.outputs { output.close() }
        scheduler.stop()
        handle.close()
    }

    // MARK: - Without threads

    /// Takes all that has arrived; false if there will be no more.
    package func readAvailable() -> Bool { reader.readAvailable() }

    /// Sends what is due.
    package func deliverDue() { scheduler.deliverDue() }

    // MARK: - Ports

    /// A port that hears what the system announces; others do not see it.
    private static func makeAnnouncePort(_ handle: SequencerHandle) throws(MIDIError) {
        let system = MIDIPortAddress(
            client: Int32(SND_SEQ_CLIENT_SYSTEM), port: Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE))
        do throws(MIDIError) {
            let port = try handle.makePort("announcements", capabilities: UInt32(SND_SEQ_PORT_CAP_WRITE))
            try handle.connect(system, port)
        } catch {
            handle.close()
            throw error
        }
    }

    private func requireOpen() throws(MIDIError) {
        if isClosed.withLock({ $0 }) { throw .closed(port: name) }
    }

    @discardableResult
    private func require(
        _ address: MIDIPortAddress, _ side: MIDIPortSide
    ) throws(MIDIError) -> MIDIPortInfo {
        try requireOpen()
        guard let port = SequencerPorts(handle: handle).port(address) else {
            throw .gone(port: address.description)
        }
        guard side == .source ? port.isSource : port.isDestination else {
            throw .wrongSide(port: port.fullName, needed: side)
        }
        return port
    }

    private func makeInput(
        _ name: String, _ capabilities: Int32, _ midiProtocol: MIDIProtocol,
        _ receiver: @escaping MIDIReceiver
    ) throws(MIDIError) -> MIDIInput {
        let address = try handle.makePort(name, capabilities: UInt32(capabilities))
        if let queue { handle.stamp(address, queue: queue) }
        let input = MIDIInput(
            address: address, midiProtocol: midiProtocol, clock: SequencerHostClock(handle: handle),
            receiver: receiver,
            onClose: { [handle, registry] in
                registry.remove(address)
                handle.removePort(address)
            })
        registry.add(input)
        return input
    }

    private func makeOutput(
        _ name: String, _ capabilities: Int32, shownName: String, to destination: MIDIPortInfo?
    ) throws(MIDIError) -> MIDIOutput {
        let address = try handle.makePort(name, capabilities: UInt32(capabilities))
        // A port that no program has made is a device's.
        let isCable = destination.map { !$0.isVirtual } ?? false
        let line = scheduler.addLine(
            pacing: isCable ? .cable : .program,
            { [writer, announce] words, _ in
                let code = writer.send(words, from: address)
                guard code < 0 else { return }
                let cause = ALSACalls.text(ofError: code)
                announce(.lost(.refused(port: shownName, code: -code, cause: cause)))
            },
            onEnd: { [handle, registry] in
                registry.remove(address)
                handle.removePort(address)
            })
        let output = MIDIOutput(address: address, name: shownName, scheduler: scheduler, line: line)
        registry.add(output, to: destination?.address)
        return output
    }
}

/// The clock of a client of ALSA's sequencer.
struct SequencerHostClock: MIDIClock {
    let handle: SequencerHandle

    var nowNanoseconds: UInt64 { handle.hostTime }
}
