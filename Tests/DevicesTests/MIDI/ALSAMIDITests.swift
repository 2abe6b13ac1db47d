import AVFDevices
import AVFRender
import CAVFALSA
import Glibc
import TestSupport
import Testing

@Suite struct ALSAMIDITests {
    private static let both = SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ
    private static let taking = SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE

    private let keyboard = MIDIPortAddress(client: 20, port: 0)
    private let synth = MIDIPortAddress(client: 24, port: 0)
    private let fake = FakeSequencer { state in
        state.clients[0] = .init(name: "System", ports: [1: .init(name: "Announce", capabilities: both)])
        state.clients[20] = .init(
            name: "Keystation",
            ports: [
                0: .init(name: "Keys", capabilities: both, type: SND_SEQ_PORT_TYPE_HARDWARE),
                1: .init(name: "secret", capabilities: SND_SEQ_PORT_CAP_READ),
                2: .init(name: "hidden", capabilities: both | SND_SEQ_PORT_CAP_NO_EXPORT),
            ])
        state.clients[24] = .init(name: "Synth", ports: [0: .init(name: "in", capabilities: taking)])
    }
    private let heard = Receptions()
    private let announced = Announcements()

    private func open(hasThreads: Bool = false) throws -> ALSAMIDI {
        try ALSAMIDI(
            "Test", announcements: announced.receive, calls: fake.calls, device: fake.name,
            hasThreads: hasThreads)
    }

    private func sent() -> [[UInt8]] { fake.read { $0.sent.map(\.bytes) } }

    // MARK: - Ports

    @Test func `ports that others may connect to are listed`() throws {
        let client = try open()
        #expect(
            try client.ports() == [
                MIDIPortInfo(
                    address: keyboard, name: "Keys", clientName: "Keystation", isSource: true,
                    isDestination: false),
                MIDIPortInfo(
                    address: synth, name: "in", clientName: "Synth", isSource: false, isDestination: true,
                    isVirtual: true),
            ])
        #expect(fake.read(\.inputPool) == 2_000)
    }

    @Test func `own virtual ports are listed under the client's name`() throws {
        let client = try open()
        let source = try client.makeSource("out", midiProtocol: .midi1)
        let destination = try client.makeDestination("in", midiProtocol: .midi1) { _ in }
        let own = try client.ports().filter { $0.clientName == "Test" }
        #expect(own.map(\.address) == [source.address, destination.address])
        #expect(own.map(\.isSource) == [true, false])
        #expect(fake.read(\.stampedPorts) == [destination.address.port])
    }

    @Test func `opening connects, closing takes the port away`() throws {
        let client = try open()
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1) { _ in }
        let output = try client.openOutput(to: synth)
        #expect(
            fake.read(\.connections).isSuperset(of: [[keyboard, input.address], [output.address, synth]]))
        #expect(try client.ports().count == 2)
        input.close()
        output.close()
        client.deliverDue()
        // What is left is the port for announcements.
        #expect(fake.read(\.connections).count == 1)
    }

    @Test func `any two ports are connected and disconnected, twice without harm`() throws {
        let client = try open()
        for _ in 0..<2 { try client.connect(keyboard, to: synth) }
        #expect(fake.read(\.connections).contains([keyboard, synth]))
        for _ in 0..<2 { try client.disconnect(keyboard, from: synth) }
        #expect(!fake.read(\.connections).contains([keyboard, synth]))
    }

    @Test func `ports that are not there, hidden, or on the wrong side are refused`() throws {
        let client = try open()
        for port in [1, 2, 9] as [Int32] {
            #expect(throws: MIDIError.gone(port: "20:\(port)")) {
                try client.openInput(from: MIDIPortAddress(client: 20, port: port), midiProtocol: .midi1) {
                    _ in
                }
            }
        }
        #expect(throws: MIDIError.wrongSide(port: "Synth:in", needed: .source)) {
            try client.openInput(from: synth, midiProtocol: .midi1) { _ in }
        }
    }

    // MARK: - Errors of opening

    @Test(.enabled(if: access("/dev/snd/seq", F_OK) != 0))
    func `without a sequencer, opening says what is missing`() {
        #expect {
            try ALSAMIDI("Test")
        } throws: { error in
            guard case .unavailable(let code, let cause) = error as? MIDIError else { return false }
            return code == ENOENT && cause.contains("/dev/snd/seq")
        }
    }

    @Test func `a sequencer that alsa-lib does not know is refused with its reason`() {
        #expect {
            try ALSAMIDI("Test", device: "no such sequencer")
        } throws: { error in
            if case .unavailable = error as? MIDIError { true } else { false }
        }
    }

    @Test(arguments: [EACCES, EPERM])
    func `a forbidden sequencer is refused as such`(code: Int32) {
        fake.change { $0.openCode = -code }
        #expect {
            try open()
        } throws: { error in
            guard case .forbidden(code, let cause) = error as? MIDIError else { return false }
            return cause.contains("audio")
        }
    }

    // MARK: - Input

    @Test func `what arrives has the kernel's time of arrival`() throws {
        let client = try open()
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        fake.arrive([[0x90, 60, 100]], from: keyboard, to: input.address.port, at: 4_998_765_432)
        fake.arrive([[0x80, 60, 1], [0xF8]], from: keyboard, to: input.address.port, at: 4_999_000_001)
        #expect(client.readAvailable())
        #expect(heard.messages == [[0x90, 60, 100], [0x80, 60, 1], [0xF8]])
        #expect(heard.times == [4_998_765_432, 4_999_000_001, 4_999_000_001])
        #expect(heard.batches.allSatisfy { $0.source == keyboard })
    }

    @Test func `a stamp of the future or of long ago becomes the present`() throws {
        let client = try open()
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        fake.arrive([[0xF8]], from: keyboard, to: input.address.port, at: 6_000_000_000)
        #expect(client.readAvailable())
        fake.change { $0.hostTime = 20_000_000_000 }
        fake.arrive([[0xF8]], from: keyboard, to: input.address.port, at: 4_500_000_000)
        #expect(client.readAvailable())
        #expect(heard.times == [5_000_000_000, 20_000_000_000])
    }

    @Test func `the clocks are compared again each second`() throws {
        let client = try open()
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        fake.arrive([[0xF8]], from: keyboard, to: input.address.port, at: 4_900_000_000)
        #expect(client.readAvailable())
        // The queue has lost 3 ms; half a second later nobody has noticed, after a second it is seen.
        fake.change { ($0.hostTime, $0.queueStart) = (5_500_000_000, $0.queueStart + 3_000_000) }
        fake.arrive([[0xF8]], from: keyboard, to: input.address.port, at: 5_400_000_000)
        #expect(client.readAvailable())
        fake.change { $0.hostTime = 6_500_000_000 }
        fake.arrive([[0xF8]], from: keyboard, to: input.address.port, at: 6_400_000_000)
        #expect(client.readAvailable())
        #expect(heard.times == [4_900_000_000, 5_397_000_000, 6_400_000_000])
    }

    @Test func `System Exclusive in pieces arrives whole, with the clock in between`() throws {
        let client = try open()
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        let message = [0xF0] + (0..<600).map { UInt8($0 & 127) } + [0xF7]
        fake.arrive(.exclusive(Array(message[..<256]), from: keyboard, to: input.address.port))
        fake.arrive([[0xF8]], from: keyboard, to: input.address.port)
        fake.arrive(.exclusive(Array(message[256..<512]), from: keyboard, to: input.address.port))
        fake.arrive(.exclusive(Array(message[512...]), from: keyboard, to: input.address.port))
        #expect(client.readAvailable())
        #expect(heard.messages == [[0xF8], message])
    }

    @Test func `System Exclusive without end is dropped at the limit and reported`() throws {
        let client = try open()
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        let piece = [UInt8](repeating: 1, count: 65_536)
        fake.arrive(.exclusive([0xF0], from: keyboard, to: input.address.port))
        for _ in 0...(MIDIByteParser.usualExclusiveLimit / piece.count) {
            fake.arrive(.exclusive(piece, from: keyboard, to: input.address.port))
        }
        fake.arrive([[0x90, 60, 1]], from: keyboard, to: input.address.port)
        #expect(client.readAvailable())
        var damage = MIDIDamage()
        damage.longExclusiveCount = 1
        #expect(announced.all == [.lost(.damaged(port: keyboard, damage))])
        #expect(heard.messages == [[0x90, 60, 1]])
    }

    @Test func `what arrives is translated to MIDI 2.0 for who wants it`() throws {
        let client = try open()
        let input = try client.openInput(from: keyboard, midiProtocol: .midi2, receiver: heard.receive)
        fake.arrive([[0x93, 60, 127]], from: keyboard, to: input.address.port)
        #expect(client.readAvailable())
        #expect(heard.words == [0x4093_3C00, 0xFFFF_0000])
    }

    // MARK: - What vanishes

    @Test(arguments: ["port", "client", "connection", "connection, told to the port"])
    func `whatever vanishes in the middle of a note, no note hangs`(what: String) throws {
        let client = try open()
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        fake.arrive([[0x95, 60, 1], [0xB5, 64, 127]], from: keyboard, to: input.address.port)
        switch what {
        case "port": fake.announce(SND_SEQ_EVENT_PORT_EXIT, keyboard)
        case "client": fake.announce(SND_SEQ_EVENT_CLIENT_EXIT, MIDIPortAddress(client: 20, port: 0))
        case "connection": fake.announceUnsubscribed(keyboard, input.address)
        default: fake.announceUnsubscribed(keyboard, input.address, to: input.address.port)
        }
        #expect(client.readAvailable())
        #expect(heard.words == [0x2095_3C01, 0x20B5_407F, 0x2085_3C40, 0x20B5_4000])
        #expect(announced.all.count == (what.hasPrefix("connection") ? 0 : 1))
    }

    @Test func `a client whose port was never listed leaves no note hanging either`() throws {
        let client = try open()
        let input = try client.makeDestination("in", midiProtocol: .midi1, receiver: heard.receive)
        let hidden = MIDIPortAddress(client: 140, port: 3)
        fake.arrive([[0x90, 60, 1]], from: hidden, to: input.address.port)
        fake.announce(SND_SEQ_EVENT_CLIENT_EXIT, MIDIPortAddress(client: 140, port: 0))
        #expect(client.readAvailable())
        #expect(heard.messages == [[0x90, 60, 1], [0x80, 60, 64]])
    }

    @Test func `closing the client ends what sounds, in and out`() throws {
        let client = try open()
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        let output = try client.openOutput(to: synth)
        fake.arrive([[0x95, 60, 1]], from: keyboard, to: input.address.port)
        #expect(client.readAvailable())
        try output.send(bytes: [0x90, 61, 1])
        client.deliverDue()
        client.close()
        #expect(heard.messages == [[0x95, 60, 1], [0x85, 60, 64]])
        #expect(sent() == [[0x90, 61, 1], [0x80, 61, 64]])
        #expect(fake.read(\.isClosed))
        #expect(throws: MIDIError.closed(port: "Test")) { try client.ports() }
        #expect(throws: MIDIError.closed(port: "Synth:in")) { try output.send(bytes: [0xF8]) }
    }

    @Test func `when the kernel has lost events, everything that sounds is ended`() throws {
        let client = try open()
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        fake.arrive([[0x90, 60, 1]], from: keyboard, to: input.address.port)
        fake.arrive(.error(-ENOSPC))
        fake.arrive([[0x90, 61, 1]], from: keyboard, to: input.address.port)
        #expect(client.readAvailable())
        #expect(heard.messages == [[0x90, 60, 1], [0x80, 60, 64], [0x90, 61, 1]])
        #expect(announced.all == [.lost(.overrun(count: 1))])
    }

    @Test func `when the sequencer is gone, notes end and sending is an error`() throws {
        let client = try open()
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        let output = try client.openOutput(to: synth)
        fake.arrive([[0x90, 60, 1]], from: keyboard, to: input.address.port)
        fake.arrive(.error(-ENODEV))
        #expect(!client.readAvailable())
        #expect(heard.messages == [[0x90, 60, 1], [0x80, 60, 64]])
        #expect(throws: MIDIError.gone(port: "Synth:in")) { try output.send(bytes: [0xF8]) }
        #expect(announced.all.count == 1)
    }

    @Test func `a destination that vanishes makes sending an error`() throws {
        let client = try open()
        let output = try client.openOutput(to: synth)
        fake.announce(SND_SEQ_EVENT_PORT_EXIT, synth)
        #expect(client.readAvailable())
        #expect(throws: MIDIError.gone(port: "Synth:in")) { try output.send(bytes: [0xF8]) }
    }

    @Test func `ports that appear, change and go are announced`() throws {
        let client = try open()
        let address = MIDIPortAddress(client: 28, port: 0)
        fake.change {
            $0.clients[28] = .init(name: "New", ports: [0: .init(name: "a", capabilities: Self.both)])
        }
        fake.announce(SND_SEQ_EVENT_PORT_START, address)
        #expect(client.readAvailable())
        let first = try client.port("28:0", side: .source)
        fake.change { $0.clients[28]?.name = "Newer" }
        fake.announce(SND_SEQ_EVENT_CLIENT_CHANGE, address)
        fake.announce(SND_SEQ_EVENT_PORT_CHANGE, address)
        #expect(client.readAvailable())
        let second = try client.port("28:0", side: .source)
        fake.change { $0.clients[28] = nil }
        fake.announce(SND_SEQ_EVENT_PORT_EXIT, address)
        fake.announce(SND_SEQ_EVENT_CLIENT_EXIT, address)
        #expect(client.readAvailable())
        #expect(announced.all == [.appeared(first), .changed(from: first, to: second), .gone(second)])
    }

    @Test func `what another client says of ports is not believed`() throws {
        let client = try open()
        _ = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        var event = snd_seq_event_t()
        event.type = UInt8(SND_SEQ_EVENT_PORT_EXIT.rawValue)
        event.source.client = 77
        event.data.addr = snd_seq_addr_t(client: 20, port: 0)
        fake.arrive(.event(event))
        #expect(client.readAvailable())
        #expect(announced.all.isEmpty)
    }

    @Test func `own ports are not announced`() throws {
        let client = try open()
        let source = try client.makeSource("out", midiProtocol: .midi1)
        fake.announce(SND_SEQ_EVENT_PORT_START, source.address)
        #expect(client.readAvailable())
        #expect(announced.all.isEmpty)
    }

    // MARK: - With threads

    @Test func `the threads read and send by themselves, and end`() throws {
        let client = try open(hasThreads: true)
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        let output = try client.openOutput(to: synth)
        try output.send(bytes: [0x90, 61, 1])
        fake.arrive([[0x90, 60, 1]], from: keyboard, to: input.address.port)
        wait { heard.batches.count == 1 && sent().count == 1 }
        client.close()
        #expect(heard.messages == [[0x90, 60, 1], [0x80, 60, 64]])
        #expect(sent() == [[0x90, 61, 1], [0x80, 61, 64]])
    }

    @Test func `a receiver may close the client`() throws {
        let client = try open(hasThreads: true)
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1) { _ in client.close() }
        fake.arrive([[0x90, 60, 1], [0x90, 61, 1]], from: keyboard, to: input.address.port)
        wait { fake.read(\.isClosed) }
        #expect(fake.read(\.isClosed))
    }

    @Test func `random events and errors neither crash nor leave a note sounding`() throws {
        for seed in 0..<100 {
            var random = SeededGenerator(seed: UInt64(seed))
            let fake = FakeSequencer { state in
                state.clients[20] = .init(name: "K", ports: [0: .init(name: "k", capabilities: Self.both)])
            }
            let client = try ALSAMIDI("Test", calls: fake.calls, device: fake.name, hasThreads: false)
            let heard = Receptions()
            let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
            for _ in 0..<50 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0:
                    let bytes = (0..<20).map { _ in MIDIBytes.likely(&random) }
                    fake.arrive(.exclusive(bytes, from: keyboard, to: input.address.port))
                case 1:
                    var event = snd_seq_event_t()
                    event.type = .random(in: 0...255, using: &random)
                    event.flags = .random(in: 0...3, using: &random)
                    event.queue = [7, 3].randomElement(using: &random) ?? 7
                    event.time.time.tv_sec = UInt32.random(in: 0...UInt32.max, using: &random)
                    event.time.time.tv_nsec = UInt32.random(in: 0...UInt32.max, using: &random)
                    event.data.raw32.d = (random.next(), random.next(), random.next())
                    event.dest.port = .random(in: 0...2, using: &random)
                    fake.arrive(.event(event))
                case 2: fake.arrive(.error([-EINTR, -ENOSPC].randomElement(using: &random) ?? -EINTR))
                default:
                    fake.arrive([MIDIBytes.randomMessage(&random)], from: keyboard, to: input.address.port)
                }
                #expect(client.readAvailable())
            }
            client.close()
            var notes = SoundingNotes()
            UniversalPacket.packets(in: heard.words).forEach { notes.take($0) }
            #expect(notes.isEmpty)
        }
    }
}
