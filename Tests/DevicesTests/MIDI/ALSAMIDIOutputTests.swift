import AVFDevices
import AVFRender
import CAVFALSA
import Glibc
import TestSupport
import Testing

/// What leaves by ALSA's sequencer.
@Suite struct ALSAMIDIOutputTests {
    private static let taking = SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE

    private let synth = MIDIPortAddress(client: 24, port: 0)
    private let fake = FakeSequencer { state in
        state.clients[24] = .init(name: "Synth", ports: [0: .init(name: "in", capabilities: taking)])
    }
    private let announced = Announcements()

    private func open() throws -> ALSAMIDI {
        try ALSAMIDI(
            "Test", announcements: announced.receive, calls: fake.calls, device: fake.name, hasThreads: false)
    }

    private func sent() -> [[UInt8]] { fake.read { $0.sent.map(\.bytes) } }

    @Test func `messages leave in the order of time, from their port`() throws {
        let client = try open()
        let output = try client.openOutput(to: synth)
        try output.send(bytes: [0x90, 60, 1], at: 7_000_000_000)
        try output.send(bytes: [0xC1, 5, 0xE1, 1, 2], at: 6_000_000_000)
        try output.send([0x4090_3D00, 0x8000_0000], at: 6_500_000_000)
        client.deliverDue()
        #expect(sent().isEmpty)
        fake.change { $0.hostTime = 8_000_000_000 }
        client.deliverDue()
        #expect(sent() == [[0xC1, 5], [0xE1, 1, 2], [0x90, 61, 64], [0x90, 60, 1]])
        #expect(fake.read { $0.sent.map(\.port) } == [Int32](repeating: output.address.port, count: 4))
    }

    @Test(arguments: [0, 1, 5, 6, 7, 253, 254, 255, 1_000])
    func `System Exclusive leaves in pieces that the kernel takes`(dataByteCount: Int) throws {
        let client = try open()
        let output = try client.openOutput(to: synth)
        let message = [0xF0] + (0..<dataByteCount).map { UInt8($0 & 127) } + [0xF7]
        try output.send(bytes: message)
        try output.send(bytes: [0x90, 60, 1])
        // A program gets a piece each millisecond; what comes behind it waits.
        for step in 0...5 {
            fake.change { $0.hostTime = 5_000_000_000 + UInt64(step) * 1_000_000 }
            client.deliverDue()
        }
        #expect(sent().flatMap { $0 } == message + [0x90, 60, 1])
        #expect(sent().allSatisfy { $0.count <= SequencerEventBytes.exclusivePieceBytes })
    }

    @Test func `a long message goes to a device as fast as its cable, with the clock in between`() throws {
        fake.change { state in
            state.clients[32] = .init(
                name: "Module",
                ports: [0: .init(name: "in", capabilities: Self.taking, type: SND_SEQ_PORT_TYPE_HARDWARE)])
        }
        let client = try open()
        let output = try client.openOutput(to: MIDIPortAddress(client: 32, port: 0))
        let other = try client.openOutput(to: synth)
        let message = [0xF0] + [UInt8](repeating: 1, count: 998) + [0xF7]
        try output.send(bytes: message)
        try output.send(bytes: [0x90, 60, 1])
        try output.send(bytes: [0xF8], at: 5_010_000_000)
        try other.send(bytes: [0x90, 61, 1], at: 5_020_000_000)
        var byteCounts: [Int] = []
        for step in 0..<40 {
            fake.change { $0.hostTime = 5_000_000_000 + UInt64(step) * 10_000_000 }
            client.deliverDue()
            byteCounts.append(sent().joined().count)
        }
        // 1,000 bytes of ten bits at 31,250 bits a second take 320 ms.
        for (step, count) in byteCounts.enumerated() {
            #expect(Double(count) <= Double(step) * 31.25 + 256 + 10, "after \(step * 10) ms")
        }
        let pieces = sent().filter { $0 != [0xF8] && $0 != [0x90, 61, 1] }
        #expect(pieces.flatMap { $0 } == message + [0x90, 60, 1])
        #expect(Array(sent()[1...2]) == [[0xF8], [0x90, 61, 1]])
    }

    @Test func `a long message that is taken back is ended, and so are notes`() throws {
        let client = try open()
        let output = try client.openOutput(to: synth)
        try output.send(bytes: [0x90, 60, 1])
        try output.send(bytes: [0xF0] + [UInt8](repeating: 1, count: 998) + [0xF7])
        client.deliverDue()
        output.cancelScheduled()
        client.deliverDue()
        #expect(sent().count == 4)
        #expect(Array(sent().suffix(2)) == [[0xF7], [0x80, 60, 64]])
    }

    @Test func `a receiver that has no room for long is given up`() throws {
        let client = try open()
        let output = try client.openOutput(to: synth)
        fake.change { $0.outputCodes = [Int32](repeating: -EAGAIN, count: 201) }
        try output.send(bytes: [0x90, 60, 1])
        try output.send(bytes: [0x90, 61, 1])
        client.deliverDue()
        #expect(sent() == [[0x90, 61, 1]])
        #expect(announced.all.count == 1)
    }

    @Test func `an event that finds no room waits for it, and keeps its place`() throws {
        let client = try open()
        let output = try client.openOutput(to: synth)
        fake.change { $0.outputCodes = [-EAGAIN, -EAGAIN, -EINTR] }
        try output.send(bytes: [0x90, 60, 1, 0x90, 61, 1])
        client.deliverDue()
        #expect(sent() == [[0x90, 60, 1], [0x90, 61, 1]])
        #expect(fake.read(\.sleepCount) == 2)
    }

    @Test func `an event that is refused is reported, and the next ones are sent`() throws {
        let client = try open()
        let output = try client.openOutput(to: synth)
        fake.change { $0.outputCodes = [-ENOMEM] }
        try output.send(bytes: [0x90, 60, 1, 0x90, 61, 1])
        client.deliverDue()
        #expect(sent() == [[0x90, 61, 1]])
        let cause = String(cString: snd_strerror(-ENOMEM))
        #expect(announced.all == [.lost(.refused(port: "Synth:in", code: ENOMEM, cause: cause))])
    }
}
