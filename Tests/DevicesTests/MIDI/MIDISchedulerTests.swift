import AVFDevices
import AVFRealtime
import AVFRender
import CAVFRealtime
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct MIDISchedulerTests {
    @Test func `random scripts of sending, cancelling and waiting do as a sorted list does`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let clock = MIDIManualClock(1_000)
            let bus = LoopbackMIDI(clock: clock)
            let heard = Receptions()
            let input = try bus.openClient("a").makeDestination(
                "in", midiProtocol: .midi1, receiver: heard.receive)
            let client = bus.openClient("b")
            let outputs = [
                try client.openOutput(to: input.address), try client.openOutput(to: input.address),
            ]
            // The model: what waits, with its place in the order of calls. Controllers, so that nothing
            // sounds.
            var waiting: [(time: UInt64, number: Int, output: Int)] = []
            var expected: [UInt64] = []
            for number in 0..<100 {
                let output = Int.random(in: 0...1, using: &random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0:
                    waiting.removeAll { $0.output == output }
                    outputs[output].cancelScheduled()
                case 1, 2:
                    let now = clock.nowNanoseconds + UInt64.random(in: 0...30, using: &random)
                    let due = waiting.filter { $0.time <= now }.sorted {
                        ($0.time, $0.number) < ($1.time, $1.number)
                    }
                    expected += due.map { UInt64($0.number) << 32 | $0.time }
                    waiting.removeAll { $0.time <= now }
                    bus.advance(to: now)
                default:
                    let time = clock.nowNanoseconds + UInt64.random(in: 0...60, using: &random)
                    waiting.append((time, number, output))
                    try outputs[output].send(bytes: [0xB0, UInt8(number), 1], at: time)
                }
            }
            let got = heard.batches.map { UInt64($0.words[0] >> 8 & 0x7F) << 32 | $0.timeNanoseconds }
            #expect(got == expected)
        }
    }

    @Test func `ten thousand events in a second all arrive, in order and at their times`() throws {
        let bus = try LoopbackMIDI()
        let count = 10_000
        let (heard, delays) = (Receptions(wanted: count), Delays())
        let input = try bus.openClient("Synth").makeDestination("in", midiProtocol: .midi1) { batch in
            delays.add(since: batch.timeNanoseconds)
            heard.receive(batch)
        }
        let output = try bus.openClient("Player").openOutput(to: input.address)
        let start = avf_rt_host_time() + 20_000_000
        let times = (0..<count).map { start + UInt64($0) * 100_000 }
        for (number, time) in times.enumerated() {
            try output.send(bytes: [0xB0, UInt8(number & 0x7F), UInt8(number >> 7)], at: time)
        }
        #expect(heard.isComplete.wait(seconds: 30))
        #expect(heard.times == times)
        let sent = (0..<UInt32(count)).map { (number: UInt32) -> UInt32 in
            0x20B0_0000 | (number & 0x7F) << 8 | number >> 7
        }
        #expect(heard.words == sent)
        #expect(delays.values.allSatisfy { $0 >= 0 })
        delays.print("scheduled, 10,000 a second")
        bus.stop()
    }

    @Test func `what is sent now is received once each, in order, whoever sends meanwhile`() throws {
        let bus = try LoopbackMIDI()
        let (threadCount, count) = (4, 2_000)
        let heard = Receptions(wanted: threadCount * count)
        let input = try bus.openClient("Synth").makeDestination(
            "in", midiProtocol: .midi1, receiver: heard.receive)
        let client = bus.openClient("Player")
        let threads = try (0..<threadCount).map { thread in
            let output = try client.openOutput(to: input.address)
            return try NamedThread(.worker) {
                for number in 0..<count {
                    try? output.send(
                        bytes: [0xB0 | UInt8(thread), UInt8(number & 0x7F), UInt8(number >> 7)])
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(heard.isComplete.wait(seconds: 30))
        for thread in 0..<threadCount {
            let own = heard.words.filter { Int($0 >> 16 & 15) == thread }
            let numbers = own.map { (word: UInt32) -> UInt32 in word >> 8 & 0x7F | (word & 0x7F) << 7 }
            #expect(numbers == Array(0..<UInt32(count)))
        }
        bus.stop()
    }

    @Test func `one note at a time through the loopback is a matter of microseconds`() throws {
        let bus = try LoopbackMIDI()
        let delays = Delays()
        let turn = Mutex(0)
        let input = try bus.openClient("Synth").makeDestination("in", midiProtocol: .midi1) { batch in
            delays.add(since: batch.timeNanoseconds)
            turn.withLock { $0 += 1 }
        }
        let output = try bus.openClient("Player").openOutput(to: input.address)
        for number in 1...200 {
            try output.send(bytes: [0x90, 60, 1])
            wait { turn.withLock { $0 == number } }
        }
        #expect(delays.values.count == 200)
        delays.print("sent now")
        bus.stop()
    }

    @Test func `stopping sends what ends the notes, and takes back the rest`() throws {
        let bus = try LoopbackMIDI()
        let heard = Receptions()
        let input = try bus.openClient("Synth").makeDestination(
            "in", midiProtocol: .midi1, receiver: heard.receive)
        let output = try bus.openClient("Player").openOutput(to: input.address)
        try output.send(bytes: [0x90, 60, 1])
        try output.send(bytes: [0x80, 60, 1], at: avf_rt_host_time() + 3_600_000_000_000)
        wait { heard.batches.count == 1 }
        bus.stop()
        #expect(heard.messages == [[0x90, 60, 1], [0x80, 60, 64]])
    }
}

/// How late messages are delivered.
final class Delays: Sendable {
    private let kept = Mutex<[Int64]>([])

    /// In nanoseconds.
    var values: [Int64] { kept.withLock { $0 } }

    func add(since time: UInt64) {
        let delay = Int64(avf_rt_host_time()) - Int64(time)
        kept.withLock { $0.append(delay) }
    }

    /// Shows the median, the 99th percentile and the worst in microseconds to those who measure.
    func print(_ name: String) {
        guard getenv("AVF_FIGURES") != nil else { return }
        let sorted = values.sorted()
        let shown = [sorted.count / 2, sorted.count * 99 / 100, sorted.count - 1].map { sorted[$0] / 1_000 }
        Swift.print(
            "MIDI loopback, \(name): median \(shown[0]) µs, 99 % \(shown[1]) µs, worst \(shown[2]) µs")
    }
}
