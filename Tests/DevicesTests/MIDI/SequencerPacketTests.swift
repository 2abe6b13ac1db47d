import AVFDevices
import AVFRender
import CAVFALSA
import Glibc
import TestSupport
import Testing

/// A kernel and a library that know messages in words.
@Suite struct SequencerPacketTests {
    private static let sending = SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ
    private static let taking = SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE

    private let keyboard = MIDIPortAddress(client: 20, port: 0)
    private let synth = MIDIPortAddress(client: 40, port: 0)
    private let fake = FakeSequencer { state in
        state.clients[20] = .init(name: "Old", ports: [0: .init(name: "keys", capabilities: sending)])
        state.clients[40] = .init(name: "New", ports: [0: .init(name: "in", capabilities: taking)])
    }
    private let heard = Receptions()

    private func open(_ packets: SequencerPacketCalls) throws -> ALSAMIDI {
        var calls = fake.calls
        calls.packets = packets
        return try ALSAMIDI("Test", calls: calls, device: fake.name, hasThreads: false)
    }

    @Test func `ports say which protocol they have`() throws {
        let client = try open(FakeSequencer.packetCalls)
        #expect(try client.ports().map(\.midiProtocol) == [.midi1, .midi2])
    }

    @Test func `messages of MIDI 2.0 come and go as they are`() throws {
        let client = try open(FakeSequencer.packetCalls)
        let input = try client.openInput(from: keyboard, midiProtocol: .midi2, receiver: heard.receive)
        let output = try client.openOutput(to: synth)
        let words: [UInt32] = [0x4090_3C03, 0x1234_5678, 0x4000_3C07, 0x8765_4321]
        try output.send(words)
        client.deliverDue()
        #expect(fake.read(\.sentWords) == words)
        for packet in UniversalPacket.packets(in: words) {
            fake.arrive(packet, from: keyboard, to: input.address.port)
        }
        #expect(client.readAvailable())
        #expect(heard.words == words)
        #expect(heard.times == [4_999_000_000, 4_999_000_000])
    }

    @Test func `who wants MIDI 1.0 gets it, and long messages arrive whole`() throws {
        let client = try open(FakeSequencer.packetCalls)
        let input = try client.openInput(from: keyboard, midiProtocol: .midi1, receiver: heard.receive)
        let long = UniversalPacket.packets(ofMessage: [0xF0] + (0..<20).map { UInt8($0) } + [0xF7])
        for packet in [UniversalPacket(0x4090_3C00, 0xFFFF_0000)] + long {
            fake.arrive(packet, from: keyboard, to: input.address.port)
        }
        #expect(client.readAvailable())
        #expect(heard.batches.map(\.words) == [[0x2090_3C7F], long.flatMap(\.words)])
    }

    @Test func `announcements, which are not in words, are understood`() throws {
        let client = try open(FakeSequencer.packetCalls)
        let input = try client.openInput(from: keyboard, midiProtocol: .midi2, receiver: heard.receive)
        fake.arrive(UniversalPacket(0x4091_3C00, 0xFFFF_0000), from: keyboard, to: input.address.port)
        fake.announce(SND_SEQ_EVENT_PORT_EXIT, keyboard)
        #expect(client.readAvailable())
        #expect(heard.words.suffix(2) == [0x4081_3C00, 0x8000_0000])
    }

    @Test func `with a kernel that does not keep the protocol, bytes are spoken`() throws {
        var packets = FakeSequencer.packetCalls
        packets.version = { _ in 0 }
        let client = try open(packets)
        let output = try client.openOutput(to: synth)
        try output.send([0x4090_3C00, 0xFFFF_0000])
        client.deliverDue()
        #expect(fake.read(\.sentWords).isEmpty)
        #expect(fake.read { $0.sent.map(\.bytes) } == [[0x90, 60, 127]])
        #expect(try client.ports().map(\.midiProtocol) == [.midi1, .midi1])
    }
}
