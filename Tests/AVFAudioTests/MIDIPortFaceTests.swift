import AVFDevices
import Synchronization
import TestSupport
import Testing

@testable import AVFAudio

/// MIDI ports as a program uses them, over those that this process makes.
@Suite struct MIDIPortFaceTests {
    init() { setenv("AVFAUDIO_MIDI", "loopback", 1) }

    /// A name that no other test's port has.
    private func name(_ text: String = #function) -> String { "port \(text.hashValue)" }

    /// Keeps what a receiver gets, as words.
    private final class Inbox: Sendable {
        private let kept = Mutex<[(time: UInt64, words: [UInt32])]>([])
        var words: [UInt32] { kept.withLock { $0.flatMap(\.words) } }
        var times: [UInt64] { kept.withLock { $0.map(\.time) } }

        func take(_ list: UnsafePointer<MIDIEventList>) {
            let packets = MIDIWords.packets(of: list)
            kept.withLock { $0 += packets.map { ($0.time, $0.words) } }
        }
    }

    @Test func `messages in bytes, packets and words arrive in their order, with their times`() throws {
        let (inbox, name) = (Inbox(), name())
        let receiver = try AVMIDIReceiver(virtualDestinationNamed: name) { inbox.take($0) }
        let endpoint = try AVMIDIEndpoint.destination(named: name)
        #expect(endpoint.address == receiver.address && endpoint.name == name && endpoint.isVirtual)
        #expect(!endpoint.isSource && endpoint.midiProtocol == ._1_0)
        let sender = try AVMIDISender(to: endpoint)
        let now = DispatchTime.now().uptimeNanoseconds
        try sender.send([0x90, 60, 100, 61, 101], at: now + 2_000_000)
        var packets = MIDIPacketList()
        packets.numPackets = 1
        packets.packet.timeStamp = now + 4_000_000
        packets.packet.length = 3
        (packets.packet.data.0, packets.packet.data.1, packets.packet.data.2) = (0xB0, 7, 99)
        #expect(MIDIPacketList.sizeInBytes(pktList: &packets) == 4 + 10 + 3)
        try sender.send(&packets)
        try MIDIWords.withList(of: [0x2080_3C40], ._1_0, timeStamp: now + 6_000_000) { try sender.send($0) }
        wait { inbox.words.count == 4 }
        #expect(inbox.words == [0x2090_3C64, 0x2090_3D65, 0x20B0_0763, 0x2080_3C40])
        #expect(inbox.times == [2, 2, 4, 6].map { now + $0 * 1_000_000 })
        #expect(throws: (any Error).self) { try sender.send([0x90, 60]) }
        receiver.close()
        wait { (try? AVMIDIEndpoint.destination(named: name)) == nil }
        #expect(throws: (any Error).self) { try AVMIDISender(to: endpoint) }
    }

    @Test func `ports have numbers of CoreMIDI's, the same as long as the process lives`() throws {
        let name = name()
        let sender = try AVMIDISender(virtualSourceNamed: name, protocol: ._2_0)
        let endpoint = try AVMIDIEndpoint.source(named: name)
        let all = (0..<MIDIGetNumberOfSources()).map(MIDIGetSource)
        #expect(endpoint.endpointRef != 0 && all.contains(endpoint.endpointRef))
        #expect(endpoint.midiProtocol == ._2_0 && sender.address == endpoint.address)
        #expect(MIDIGetSource(-1) == 0 && MIDIGetSource(10_000) == 0 && MIDIGetDestination(.max) == 0)
        #expect(throws: (any Error).self) { try AVMIDIEndpoint.source(named: "no such port") }
    }

    @Test func `a keyboard plays a sampler of an engine, and an instrument elsewhere through it`() throws {
        let (inbox, keys, synth) = (Inbox(), name() + " keys", name() + " synth")
        let keyboard = try AVMIDISender(virtualSourceNamed: keys)
        let receiver = try AVMIDIReceiver(virtualDestinationNamed: synth) { inbox.take($0) }
        defer { receiver.close() }
        let offline = try OfflineEngine()
        let input = try AVAudioMIDIInputNode()
        try input.connect(AVMIDIEndpoint.source(named: keys))
        let output = try AVAudioMIDIOutputNode(connectedTo: [.destination(named: synth)])
        let sampler = AVAudioUnitSampler()
        for node in [input, output, sampler] { offline.engine.attach(node) }
        offline.engine.connect(sampler, to: offline.engine.mainMixerNode, format: standardFormat(2))
        offline.engine.connectMIDI(input, to: [sampler, output], format: nil)
        try offline.engine.start()
        #expect(try offline.render(4_800)[0].allSatisfy { $0 == 0 })
        try keyboard.send([0x90, 69, 100])
        wait { (try? offline.render(480)[0].contains { $0 != 0 }) ?? false }
        #expect(try offline.render(480)[0].contains { $0 != 0 })
        wait { inbox.words == [0x2090_4564] }
        #expect(inbox.words == [0x2090_4564] && offline.refused.all.isEmpty)
        // A block for its messages has no place; nothing changes.
        offline.engine.connectMIDI(input, to: sampler, format: nil) { _, _, _, _ in noErr }
        #expect(offline.refused.all.count == 1)
    }

    @Test func `a sequencer without an engine plays to a port, and ends its notes`() throws {
        let (inbox, name) = (Inbox(), name())
        let receiver = try AVMIDIReceiver(virtualDestinationNamed: name) { inbox.take($0) }
        defer { receiver.close() }
        let sequencer = AVAudioSequencer()
        let track = sequencer.createAndAppendTrack()
        #expect(track.destinationMIDIEndpoint == 0)
        let number = try AVMIDIEndpoint.destination(named: name).endpointRef
        track.destinationMIDIEndpoint = number
        #expect(track.destinationMIDIEndpoint == number && track.destinationAudioUnit == nil)
        for beat in 0..<3 {
            track.addEvent(
                AVMIDINoteEvent(
                    channel: 1, key: UInt32(60 + beat), velocity: 90, duration: beat == 2 ? 99 : 0.05),
                at: Double(beat) * 0.1)
        }
        sequencer.prepareToPlay()
        try sequencer.start()
        #expect(sequencer.isPlaying)
        wait { inbox.words.count == 5 }
        #expect(
            inbox.words == [0x2091_3C5A, 0x2081_3C40, 0x2091_3D5A, 0x2081_3D40, 0x2091_3E5A])
        // A tenth of a beat is 50 ms; each message has the time of its frame.
        let times = inbox.times
        #expect(abs(Int64(times[2] - times[0]) - 50_000_000) < 2)
        #expect(abs(Int64(times[4] - times[0]) - 100_000_000) < 2)
        sequencer.stop()
        wait { inbox.words.count > 5 }
        #expect(inbox.words.last.map { $0 & 0xFFFF_FF00 } == 0x2081_3E00)
        let failures = Failures()
        sequencer.errorHandler = { _ in failures.count.add(1, ordering: .relaxed) }
        track.destinationMIDIEndpoint = 123_456
        #expect(failures.count.load(ordering: .relaxed) == 1 && track.destinationMIDIEndpoint == number)
    }

    private final class Failures: Sendable {
        let count = Atomic<Int>(0)
    }

    @Test func `a change of a port is told for each of its sides`() async throws {
        let address = MIDIPortAddress(client: 20, port: 1)
        let both = MIDIPortInfo(
            address: address, name: "MIDI 1", clientName: "Keystation", isSource: true, isDestination: true)
        let (source, destination) = (AVMIDIEndpoint(both, .source), AVMIDIEndpoint(both, .destination))
        #expect(
            AVMIDIEndpointChange.changes(of: .appeared(both)) == [.appeared(source), .appeared(destination)])
        #expect(AVMIDIEndpointChange.changes(of: .gone(both)) == [.gone(source), .gone(destination)])
        #expect(source.displayName == "Keystation:MIDI 1" && source.description == "Keystation:MIDI 1 (20:1)")
        // Who hears no more ends the stream.
        let changes = try AVMIDIEndpoint.changes()
        let task = Task { await changes.first { _ in true } }
        task.cancel()
        #expect(await task.value == nil)
    }
}
