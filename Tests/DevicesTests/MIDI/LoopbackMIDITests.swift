import AVFDevices
import AVFRender
import TestSupport
import Testing

@Suite struct LoopbackMIDITests {
    private let clock = MIDIManualClock(1_000)
    private let bus: LoopbackMIDI
    private let player: LoopbackMIDIClient
    private let synth: LoopbackMIDIClient
    private let heard = Receptions()

    init() {
        bus = LoopbackMIDI(clock: clock)
        player = bus.openClient("Player")
        synth = bus.openClient("Synth")
    }

    private func openPair() throws -> (MIDIOutput, MIDIInput) {
        let input = try synth.makeDestination("in", midiProtocol: .midi1, receiver: heard.receive)
        return (try player.openOutput(to: input.address), input)
    }

    @Test func `what others make is listed with its name, side and protocol`() throws {
        let source = try player.makeSource("out", midiProtocol: .midi2)
        let destination = try synth.makeDestination("in", midiProtocol: .midi1) { _ in }
        #expect(
            try synth.ports() == [
                MIDIPortInfo(
                    address: source.address, name: "out", clientName: "Player", isSource: true,
                    isDestination: false, midiProtocol: .midi2, isVirtual: true),
                MIDIPortInfo(
                    address: destination.address, name: "in", clientName: "Synth", isSource: false,
                    isDestination: true, midiProtocol: .midi1, isVirtual: true),
            ])
        #expect(try player.port("synth", side: .destination).address == destination.address)
    }

    @Test func `ports of inputs and outputs are not listed`() throws {
        let source = try player.makeSource("out", midiProtocol: .midi1)
        _ = try synth.openInput(from: source.address, midiProtocol: .midi1) { _ in }
        #expect(try synth.ports().map(\.name) == ["out"])
    }

    @Test func `messages go from a source to all who are connected, and to nobody else`() throws {
        let source = try player.makeSource("out", midiProtocol: .midi1)
        let (others, unconnected) = (Receptions(), Receptions())
        _ = try synth.openInput(from: source.address, midiProtocol: .midi1, receiver: heard.receive)
        let second = try synth.makeDestination("in", midiProtocol: .midi1, receiver: others.receive)
        _ = try synth.makeDestination("in 2", midiProtocol: .midi1, receiver: unconnected.receive)
        try synth.connect(source.address, to: second.address)
        try source.send(bytes: [0x90, 60, 100])
        bus.advance(to: 2_000)
        #expect(heard.messages == [[0x90, 60, 100]])
        #expect(others.batches == heard.batches)
        #expect(unconnected.batches.isEmpty)
    }

    @Test func `what is scheduled arrives at its time, in the order of time`() throws {
        let (output, _) = try openPair()
        for (key, time) in [(3, 9_000), (1, 5_000), (2, 5_000), (4, 7_000)] as [(UInt8, UInt64)] {
            try output.send(bytes: [0x90, key, 1], at: time)
        }
        bus.advance(to: 4_999)
        #expect(heard.batches.isEmpty)
        bus.advance(to: 10_000)
        #expect(heard.messages == [[0x90, 1, 1], [0x90, 2, 1], [0x90, 4, 1], [0x90, 3, 1]])
        #expect(heard.times == [5_000, 5_000, 7_000, 9_000])
    }

    @Test func `what two outputs send at one time keeps the order of the calls`() throws {
        let (first, input) = try openPair()
        let second = try player.openOutput(to: input.address)
        for key in 0..<100 { try [first, second][key % 2].send(bytes: [0x90, UInt8(key), 1], at: 3_000) }
        bus.advance(to: 3_000)
        #expect(heard.messages.map { $0[1] } == (0..<100).map { UInt8($0) })
    }

    @Test func `cancelling takes back what waits and ends what sounds`() throws {
        let (output, _) = try openPair()
        try output.send(bytes: [0x90, 60, 1], at: 2_000)
        try output.send(bytes: [0x80, 60, 1], at: 4_000)
        try output.send(bytes: [0x90, 61, 1], at: 5_000)
        bus.advance(to: 3_000)
        output.cancelScheduled()
        bus.advance(to: 9_000)
        #expect(heard.messages == [[0x90, 60, 1], [0x80, 60, 64]])
        #expect(heard.times == [2_000, 3_000])
    }

    @Test func `ending what sounds leaves what is scheduled`() throws {
        let (output, _) = try openPair()
        try output.send(bytes: [0x90, 60, 1, 0xB0, 64, 127])
        try output.send(bytes: [0x90, 61, 1], at: 5_000)
        bus.advance(to: 2_000)
        output.endSoundingNotes()
        bus.advance(to: 5_000)
        #expect(
            heard.messages.map { $0.prefix(2) }
                == [[0x90, 60], [0xB0, 64], [0x80, 60], [0xB0, 64], [0x90, 61]])
    }

    @Test func `a source that vanishes in the middle of a note leaves none hanging`() throws {
        let source = try player.makeSource("out", midiProtocol: .midi1)
        let input = try synth.openInput(from: source.address, midiProtocol: .midi1, receiver: heard.receive)
        try source.send(bytes: [0x93, 60, 1, 0xB3, 64, 127])
        try source.send(bytes: [0x83, 60, 1], at: 5_000)
        bus.advance(to: 2_000)
        player.close()
        bus.advance(to: 9_000)
        #expect(heard.messages.map { $0.prefix(2) } == [[0x93, 60], [0xB3, 64], [0x83, 60], [0xB3, 64]])
        #expect(try synth.ports().isEmpty)
        input.close()
    }

    @Test func `an input that is closed or disconnected gets the note-offs, and nothing more`() throws {
        let source = try player.makeSource("out", midiProtocol: .midi1)
        let input = try synth.openInput(from: source.address, midiProtocol: .midi1, receiver: heard.receive)
        let other = Receptions()
        let destination = try synth.makeDestination("in", midiProtocol: .midi1, receiver: other.receive)
        try synth.connect(source.address, to: destination.address)
        try source.send(bytes: [0x90, 60, 1])
        bus.advance(to: 2_000)
        input.close()
        try synth.disconnect(source.address, from: destination.address)
        try source.send(bytes: [0x90, 61, 1])
        bus.advance(to: 3_000)
        #expect(heard.messages == [[0x90, 60, 1], [0x80, 60, 64]])
        #expect(other.messages == heard.messages)
    }

    @Test func `a destination that vanishes makes sending an error`() throws {
        let (output, input) = try openPair()
        try output.send(bytes: [0x90, 60, 1], at: 5_000)
        input.close()
        #expect(throws: MIDIError.gone(port: "Synth:in")) { try output.send(bytes: [0x90, 60, 1]) }
        bus.advance(to: 9_000)
        #expect(heard.batches.isEmpty)
        output.close()
        #expect(throws: MIDIError.closed(port: "Synth:in")) { try output.send(bytes: [0x90, 60, 1]) }
    }

    @Test func `other clients hear of ports that appear and go`() throws {
        let announced = Announcements()
        _ = bus.openClient("Watcher", announcements: announced.receive)
        let source = try player.makeSource("out", midiProtocol: .midi1)
        let info = try #require(try synth.ports().first)
        bus.advance(to: 2_000)
        #expect(announced.all == [.appeared(info)])
        source.close()
        #expect(try synth.ports().isEmpty)
        bus.advance(to: 3_000)
        #expect(announced.all == [.appeared(info), .gone(info)])
    }

    @Test func `a closed client answers with an error`() {
        player.close()
        #expect(throws: MIDIError.closed(port: "Player")) { try player.ports() }
        #expect(throws: MIDIError.closed(port: "Player")) { try player.makeSource("a", midiProtocol: .midi1) }
    }

    @Test func `ports that are not there, or have another side, are refused`() throws {
        let nowhere = MIDIPortAddress(client: 1, port: 2)
        let source = try player.makeSource("out", midiProtocol: .midi1)
        #expect(throws: MIDIError.gone(port: "1:2")) { try synth.openOutput(to: nowhere) }
        #expect(throws: MIDIError.wrongSide(port: "Player:out", needed: .destination)) {
            try synth.openOutput(to: source.address)
        }
    }

    @Test func `channel messages are translated to what the receiver wants`() throws {
        let source = try player.makeSource("out", midiProtocol: .midi2)
        let heard2 = Receptions()
        _ = try synth.openInput(from: source.address, midiProtocol: .midi1, receiver: heard.receive)
        _ = try synth.openInput(from: source.address, midiProtocol: .midi2, receiver: heard2.receive)
        try source.send([0x4390_3C00, 0xFFFF_0000])
        try source.send([0x2380_3C40])
        bus.advance(to: 2_000)
        // M2-104-UM D.2 and D.3: 16 bits become the upper 7, and 64 of 127 is the middle.
        #expect(heard.words == [0x2390_3C7F, 0x2380_3C40])
        #expect(heard2.words == [0x4390_3C00, 0xFFFF_0000, 0x4380_3C00, 0x8000_0000])
    }

    @Test(arguments: [[0x4090_3C00], [0x3016_0000, 0, 0x5000_0000, 0]] as [[UInt32]])
    func `words that are cut short are refused, and none of them is sent`(words: [UInt32]) throws {
        let (output, _) = try openPair()
        #expect(throws: MIDIError.self) { try output.send(words) }
        bus.advance(to: 2_000)
        #expect(heard.batches.isEmpty)
    }

    @Test(arguments: [[60, 100], [0x90, 60], [0xF0, 1, 2], [0xF4]] as [[UInt8]])
    func `bytes that are not whole messages are refused`(bytes: [UInt8]) throws {
        let (output, _) = try openPair()
        #expect(throws: MIDIError.self) { try output.send(bytes: bytes) }
    }

    @Test func `a receiver may answer and close its input`() throws {
        let back = try synth.makeSource("echo", midiProtocol: .midi1)
        let echo = Receptions()
        _ = try player.openInput(from: back.address, midiProtocol: .midi1, receiver: echo.receive)
        let holder = InputHolder()
        let input = try synth.makeDestination("in", midiProtocol: .midi1) { batch in
            try? back.send(batch.words)
            holder.close()
        }
        holder.keep(input)
        let output = try player.openOutput(to: input.address)
        try output.send(bytes: [0x90, 60, 1])
        bus.advance(to: 2_000)
        #expect(echo.messages == [[0x90, 60, 1], [0x80, 60, 64]])
    }

    @Test func `a System Exclusive message of a megabyte arrives in one piece`() throws {
        let (output, _) = try openPair()
        let message = [0xF0] + (0..<1_048_574).map { UInt8($0 * 7 & 0x7F) } + [0xF7]
        try output.send(bytes: message)
        bus.advance(to: 2_000)
        #expect(heard.batches.count == 1)
        #expect(heard.messages == [message])
    }

    @Test func `long messages of two senders do not mix`() throws {
        let (first, input) = try openPair()
        let second = try player.openOutput(to: input.address)
        // M2-104-UM 7.7: first, last packet of each, by turns.
        try first.send([0x3016_0102, 0x0304_0506])
        try second.send([0x3016_1112, 0x1314_1516])
        try first.send([0x3031_0700, 0])
        try second.send([0x3031_1700, 0])
        bus.advance(to: 2_000)
        #expect(
            heard.messages == [
                [0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7],
                [0xF0, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0xF7],
            ])
    }

    @Test func `more than may wait is refused`() throws {
        let (output, _) = try openPair()
        // Messages of four words each.
        let many = [UInt32](repeating: 0x5000_0000, count: MIDIScheduler.limitWords)
        try output.send(many, at: 5_000)
        #expect(throws: MIDIError.tooMuchScheduled(port: "Synth:in", limitWords: MIDIScheduler.limitWords)) {
            try output.send([0x2090_3C01], at: 5_000)
        }
        output.cancelScheduled()
        try output.send([0x2090_3C01])
        bus.advance(to: 2_000)
        #expect(heard.words == [0x2090_3C01])
    }
}
