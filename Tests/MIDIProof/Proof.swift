import AVFDevices
import AVFRender
import CAVFALSA
import CAVFRealtime
import Glibc
import Synchronization

/// What must be true of the MIDI ports where there is a sequencer.
final class Proof: Sendable {
    private let failures = Mutex(0)

    var failureCount: Int { failures.withLock { $0 } }

    func expect(_ isTrue: Bool, _ what: String) {
        print(isTrue ? "ok:     \(what)" : "FAILED: \(what)")
        if !isTrue { failures.withLock { $0 += 1 } }
    }

    func checkPorts() throws(MIDIError) {
        let client = try ALSAMIDI("Proof")
        let source = try client.makeSource("out", midiProtocol: .midi1)
        let ports = try client.ports()
        for port in ports {
            print(
                "        \(port.address) \(port.fullName)", port.isSource, port.isDestination, port.isVirtual)
        }
        expect(
            try client.port("Midi Through", side: .source).address.client == 14, "the through port is listed")
        expect(
            ports.contains { $0.address == source.address && $0.fullName == "Proof:out" },
            "our source is listed")
        client.close()
        expect((try? client.ports()) == nil, "a closed client is closed")
    }

    func checkLatency() throws(MIDIError) {
        let pair = try Pair()
        var delays: [Int64] = []
        for number in 1...500 {
            let sent = avf_rt_host_time()
            try pair.output.send(bytes: [0xB0, 1, 1])
            pair.heard.wait(number)
            let batch = pair.heard.batches[number - 1]
            delays.append(Int64(batch.timeNanoseconds) - Int64(sent))
        }
        // The two clocks are compared once a second, and the queue's timer ticks each millisecond.
        expect(
            delays.allSatisfy { $0 >= -1_000_000 },
            "stamps are not before the sending (\(delays.min() ?? 0) ns)")
        show("sent now, kernel's stamp", delays)
        pair.close()
    }

    func checkSchedule() throws(MIDIError) {
        let pair = try Pair()
        let start = avf_rt_host_time() + 50_000_000
        let times = (0..<200).map { start + UInt64($0) * 3_333_333 }
        for time in times.reversed() { try pair.output.send(bytes: [0xB0, 1, 1], at: time) }
        pair.heard.wait(200)
        let delays = zip(pair.heard.batches, times).map { Int64($0.timeNanoseconds) - Int64($1) }
        expect(zip(pair.heardAt.all, times).allSatisfy { $0 >= $1 }, "nothing leaves before its time")
        show("scheduled, lateness by the kernel's stamp", delays)
        pair.close()
    }

    func checkRate() throws(MIDIError) {
        let pair = try Pair()
        let start = avf_rt_host_time() + 50_000_000
        for number in 0..<10_000 {
            try pair.output.send(
                bytes: [0xB0, UInt8(number & 127), UInt8(number >> 7)], at: start + UInt64(number) * 100_000)
        }
        pair.heard.wait(10_000)
        let numbers = pair.heard.words.map { Int($0 >> 8 & 127) | Int($0 & 127) << 7 }
        expect(numbers == Array(0..<10_000), "10,000 events in a second arrive, in order (\(numbers.count))")
        expect(
            pair.announced.all.allSatisfy { if case .lost = $0 { false } else { true } }, "nothing was lost")
        pair.close()
    }

    func checkExclusive() throws(MIDIError) {
        let pair = try Pair()
        let message = [0xF0] + (0..<1_048_574).map { UInt8($0 * 7 & 127) } + [0xF7]
        let begun = avf_rt_host_time()
        try pair.output.send(bytes: message)
        for _ in 0..<6 { pair.heard.wait(1) }
        let bytes = pair.heard.batches.first?.packets.flatMap(\.messagesInBytes).flatMap { $0 }
        expect(bytes == message, "a System Exclusive message of 1 MiB arrives whole")
        print("        in \((avf_rt_host_time() - begun) / 1_000_000) ms")
        pair.close()
    }

    func checkHotPlug() throws(MIDIError) {
        let announced = Kept<MIDIAnnouncement>()
        let watcher = try ALSAMIDI("Watcher", announcements: announced.add)
        let other = try ALSAMIDI("Other")
        let source = try other.makeSource("out", midiProtocol: .midi1)
        announced.wait(1)
        other.close()
        announced.wait(2)
        let shown = announced.all
        expect(shown.count == 2, "a port's coming and going is announced: \(shown)")
        if case .appeared(let port)? = shown.first {
            expect(port.address == source.address, "it is that port")
        }
        if case .gone(let port)? = shown.last { expect(port.fullName == "Other:out", "its name is known") }
        watcher.close()
    }

    /// A client that ends without a word, as one that crashes does.
    func checkVanishing(_ capabilities: Int32) throws(MIDIError) {
        let heard = Kept<MIDIBatch>()
        let client = try ALSAMIDI("Synth")
        let input = try client.makeDestination("in", midiProtocol: .midi1, receiver: heard.add)
        var raw: OpaquePointer?
        expect(snd_seq_open(&raw, "default", SND_SEQ_OPEN_DUPLEX, 0) == 0, "a second client opens")
        let port = snd_seq_create_simple_port(
            raw, "x", UInt32(capabilities), UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC))
        expect(snd_seq_connect_to(raw, port, input.address.client, input.address.port) == 0, "it connects")
        for message in [[0x90, 60, 100], [0xB0, 64, 127]] as [[UInt8]] {
            guard var event = SequencerEventBytes.event(of: message) else { continue }
            event.source.port = UInt8(port)
            event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
            event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
            expect(snd_seq_event_output_direct(raw, &event) >= 0, "it sends")
        }
        heard.wait(2)
        snd_seq_close(raw)
        heard.wait(3)
        expect(
            heard.words == [0x2090_3C64, 0x20B0_407F, 0x2080_3C40, 0x20B0_4000],
            "its note is ended, its pedal lifted")
        client.close()
    }

    /// A receiver that is too slow for what arrives.
    func checkOverrun() throws(MIDIError) {
        let (announced, heard) = (Kept<MIDIAnnouncement>(), Kept<MIDIBatch>())
        let client = try ALSAMIDI("Slow", announcements: announced.add)
        let input = try client.makeDestination("in", midiProtocol: .midi1) { batch in
            if heard.all.isEmpty { usleep(500_000) }
            heard.add(batch)
        }
        let player = try ALSAMIDI("Fast")
        let output = try player.openOutput(to: input.address)
        for number in 0..<4_000 { try output.send(bytes: [0x90, UInt8(number % 100), 1]) }
        let isReported = announced.wait {
            $0.contains(.lost(.overrun(count: 1))) || $0.contains { isLoss($0) }
        }
        expect(isReported, "an overrun is reported")
        print("        \(heard.all.count) batches came through")
        client.close()
        var notes = SoundingNotes()
        for packet in heard.all.flatMap(\.packets) { notes.take(packet) }
        expect(notes.isEmpty, "no note hangs")
        player.close()
    }

    func checkThrough() throws(MIDIError) {
        let heard = Kept<MIDIBatch>()
        let client = try ALSAMIDI("Around")
        let through = try client.port("14:0", side: .source)
        _ = try client.openInput(from: through.address, midiProtocol: .midi2, receiver: heard.add)
        let output = try client.openOutput(to: through.address)
        try output.send([0x4090_3C00, 0xFFFF_0000])
        heard.wait(1)
        expect(
            heard.words == [0x4090_3C00, 0xFFFF_0000],
            "a note of MIDI 2.0 goes through a port of MIDI 1.0 and back")
        client.close()
    }

    private func isLoss(_ announcement: MIDIAnnouncement) -> Bool {
        if case .lost = announcement { true } else { false }
    }

    private func show(_ name: String, _ delays: [Int64]) {
        let sorted = delays.sorted()
        let mean = sorted.reduce(0, +) / Int64(max(1, sorted.count))
        print(
            "        \(name): mean \(mean / 1_000) µs, median \(sorted[sorted.count / 2] / 1_000) µs,",
            "worst \((sorted.last ?? 0) / 1_000) µs")
    }
}
