import AVFDevices
import AVFRealtime
import AVFRender
import TestSupport
import Testing

@Suite final class MIDIInputQueueTests {
    private let queue = MIDIInputQueue()
    private let source = MIDIPortAddress(client: 20, port: 0)
    private let memory = UnsafeMutablePointer<UnitEvent>.allocate(capacity: EventBus.capacity)

    deinit { memory.deallocate() }

    /// A message as the bus has it.
    private struct Message {
        let sampleTime: Int64
        var bytes: [UInt8]
        let words: [UInt32]

        init(_ event: UnitEvent) {
            sampleTime = event.sampleTime
            bytes = event.isPacket ? [] : (0..<event.byteCount).map(event.byte)
            words = event.isPacket ? event.packet.words : []
        }
    }

    /// What one block takes out.
    private func drain(
        hostTime: UInt64 = 1_000_000_000, sampleTime: Int64 = 4_800, frameCount: Int = 480,
        delayNanoseconds: UInt64 = 0
    ) -> [Message] {
        var bus = EventBus(memory)
        let times = MIDIFrameTimes(
            hostTime: hostTime, sampleTime: sampleTime, frameCount: frameCount, sampleRateHz: 48_000,
            delayNanoseconds: delayNanoseconds)
        withUnsafeMutablePointer(to: &bus) { queue.reader.drain(times, into: $0) }
        var messages: [Message] = []
        for place in 0..<bus.list.count {
            let message = Message(bus.list[place])
            if bus.list[place].continues {
                messages[messages.count - 1].bytes += message.bytes
            } else {
                messages.append(message)
            }
        }
        return messages
    }

    private func arrive(_ bytes: [UInt8], at time: UInt64) {
        let words = UniversalPacket.packets(ofMessage: bytes).flatMap(\.words)
        queue.receive(MIDIBatch(timeNanoseconds: time, source: source, words: words))
    }

    @Test func `a message is on the frame in which its time lies`() {
        // 48 frames are a millisecond; 1 µs before frame 48 is still frame 47.
        for (key, late) in [(1, 0), (2, 20_000), (3, 21_000), (4, 999_000), (5, 1_000_000), (6, 9_999_000)] {
            arrive([0x90, UInt8(key), 1], at: 1_000_000_000 + UInt64(late))
        }
        #expect(drain().map(\.sampleTime) == [4_800, 4_800, 4_801, 4_847, 4_848, 5_279])
    }

    @Test func `what is late is on the first frame, what is early waits for its block`() {
        arrive([0x90, 1, 1], at: 5)
        arrive([0x90, 2, 1], at: 1_010_000_000)
        #expect(drain().map(\.sampleTime) == [4_800])
        #expect(drain(hostTime: 1_010_000_000, sampleTime: 5_280).map(\.sampleTime) == [5_280])
    }

    @Test func `with a delay, what has arrived during a period keeps its distances in a later one`() {
        for time in [991_000_000, 993_500_000, 999_999_000] as [UInt64] { arrive([0x90, 1, 1], at: time) }
        // One period of 10 ms: the block that is heard at 1 s has what arrived from 990 ms on.
        #expect(drain(delayNanoseconds: 10_000_000).map(\.sampleTime) == [4_848, 4_968, 5_279])
    }

    @Test func `without a device everything is due at once`() {
        arrive([0x90, 1, 1], at: 77)
        #expect(drain(hostTime: 0).map(\.sampleTime) == [4_800])
    }

    @Test func `long messages and those of MIDI 2.0 arrive whole`() {
        let long = [0xF0] + (0..<100).map { UInt8($0) } + [0xF7]
        arrive(long, at: 1)
        queue.receive(MIDIBatch(timeNanoseconds: 2, source: source, words: [0x4090_3C00, 0x8000_0000]))
        let messages = drain()
        #expect(messages.map(\.bytes) == [long, []])
        #expect(messages.last?.words == [0x4090_3C00, 0x8000_0000])
    }

    @Test func `what a block has no room for is in the next ones, in order`() {
        for number in 0..<1_000 {
            arrive([0xF0, UInt8(number & 127)] + [UInt8](repeating: 1, count: 20) + [0xF7], at: 1)
            if number % 8 == 7 { #expect(drain().count == 8) }
        }
        let long = [0xF0] + [UInt8](repeating: 1, count: 16 * (EventBus.capacity - 10)) + [0xF7]
        arrive(long, at: 1)
        for key in 0..<8 { arrive([0x90, UInt8(key), 1], at: 1) }
        #expect(drain().map(\.bytes.count) == [long.count, 3, 3, 3, 3, 3, 3, 3, 3])
    }

    @Test func `when messages were lost, all channels fall silent behind what is left`() {
        for _ in 0..<(EventBus.capacity + 5) { arrive([0x90, 60, 1], at: 1) }
        #expect(queue.takeLostCount() == 5)
        // The bus is full of notes; the silence comes with the next block.
        #expect(drain().count == EventBus.capacity)
        let silence = (0..<16).flatMap { (channel: UInt8) -> [[UInt8]] in
            [[0xB0 | channel, 64, 0], [0xB0 | channel, 123, 0]]
        }
        #expect(drain().map(\.bytes) == silence)
        #expect(drain().isEmpty)
    }

    @Test func `a long message without room is counted, and silences nothing`() {
        arrive([0xF0] + [UInt8](repeating: 1, count: 20_000) + [0xF7], at: 1)
        #expect(queue.takeLostCount() == 1)
        #expect(drain().isEmpty)
    }

    @Test func `a keyboard plays through a loopback on the frames of its times`() throws {
        let clock = MIDIManualClock(1_000_000_000)
        let bus = LoopbackMIDI(clock: clock)
        let keyboard = try bus.openClient("Keyboard").makeSource("keys", midiProtocol: .midi1)
        let player = bus.openClient("Player")
        _ = try player.openInput(
            from: keyboard.address, midiProtocol: .midi1, receiver: queue.receive)
        for frame in [0, 1, 100, 479, 480] as [UInt64] {
            try keyboard.send(
                bytes: [0x90, 60, 1], at: 1_000_000_000 + (frame * 1_000_000 + 47) / 48)
        }
        bus.advance(to: 1_020_000_000)
        #expect(drain().map(\.sampleTime) == [4_800, 4_801, 4_900, 5_279])
    }
}
