import AVFRender
import TestSupport
import Testing

/// MIDI messages in words, in bytes, and from one protocol into the other.
struct UniversalPacketTests {
    /// The bytes of what a queue takes of packets: one message for each.
    private func bytes(of words: [UInt32], times: Int = 1) -> [[UInt8]] {
        let queue = EventQueue()
        words.withUnsafeBufferPointer { words in
            for _ in 0..<times {
                #expect(queue.enqueue(PacketWords(words.baseAddress!, count: words.count), at: 7))
            }
        }
        return messages(queue).flatMap(\.messagesInBytes)
    }

    private func messages(_ queue: EventQueue) -> [EventMessage] {
        let tap = EventTapUnit()
        let memory = UnsafeMutablePointer<UnitEvent>.allocate(capacity: EventBus.capacity)
        defer { memory.deallocate() }
        var bus = EventBus(memory)
        while let event = queue.prepare().pointee.pop() {
            let isTaken = bus.append(event)
            #expect(isTaken)
        }
        withUnsafePointer(to: bus) { bus in
            var events = BlockEvents(from: bus)
            events.begin()
            withUnsafeMutablePointer(to: &events) { events in
                withUnsafeTemporaryAllocation(of: AudioBus.self, capacity: 1) { none in
                    tap.process(
                        RenderBlock(
                            inputs: none.baseAddress!, inputCount: 0, outputs: none.baseAddress!,
                            outputCount: 0, frameCount: 64, sampleTime: 0, events: events))
                }
            }
        }
        return tap.takeMessages()
    }

    private func words(of message: [UInt8]) -> [UInt32] {
        var words: [UInt32] = []
        UniversalPacket.forEach(ofMessage: message.count, byte: { message[$0] }, { words += $0.words })
        return words
    }

    @Test func `the first word tells how many words a message has`() {
        // The sizes of M2-104-UM.
        let counts = [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]
        for (kind, count) in counts.enumerated() {
            #expect(UniversalPacket.wordCount(UInt32(kind) << 28 | 0x0FFF_FFFF) == count)
        }
    }

    @Test func `every message of MIDI 1.0 becomes words and the same bytes again`() {
        for status in UInt8(0x80)...0xEF {
            let message = [status, 77, 3].prefix([0xC0, 0xD0].contains(status & 0xF0) ? 2 : 3)
            #expect(bytes(of: words(of: Array(message))) == [Array(message)])
        }
        for message: [UInt8] in [[0xF1, 5], [0xF2, 1, 2], [0xF3, 9], [0xF6], [0xF8], [0xFA], [0xFE]] {
            #expect(bytes(of: words(of: message)) == [message])
        }
    }

    @Test func `a System Exclusive message of any length stays whole`() {
        for count in 0...100 {
            let message = [0xF0] + (0..<count).map { UInt8($0 & 0x7F) } + [0xF7]
            #expect(words(of: message).count == 2 * max(1, (count + 5) / 6))
            #expect(bytes(of: words(of: message), times: 2) == [message, message])
        }
    }

    @Test func `packets need not be full, and a clock in between stays a message of its own`() {
        // Two bytes, a timing clock, none, and one byte.
        let packets: [UInt32] = [0x3012_0102, 0, 0x10F8_0000, 0x3020_0000, 0, 0x3031_0300, 0]
        #expect(bytes(of: packets) == [[0xF0, 1, 2, 3, 0xF7], [0xF8]])
    }

    @Test func `what has no end, no beginning or no meaning is left out`() {
        #expect(bytes(of: [0x3016_0102, 0, 0x20F0_0000, 0x10F4_0000, 0x10F9_0000]) == [])
        #expect(bytes(of: [0x3031_0300, 0, 0x2093_0102]) == [[0x93, 1, 2]])
        #expect(bytes(of: [0x4093_0102]) == [], "the second word is missing")
    }

    // MARK: MIDI 2.0

    /// What a message of MIDI 1.0 is in MIDI 2.0.
    private func translated(_ messages: [[UInt8]]) -> [UInt32] {
        let translator = MIDI2Translator()
        var result: [UInt32] = []
        for message in messages {
            UniversalPacket.forEach(ofMessage: message.count, byte: { message[$0] }) { packet in
                result += translator.translate(packet)?.words ?? []
            }
        }
        return result
    }

    @Test func `least, middle and greatest stay what they are with more bits, and no step goes down`() {
        for (bits, wide) in [(7, 16), (7, 32), (14, 32)] as [(UInt32, UInt32)] {
            let all = (0..<UInt32(1) << bits).map { velocityOrValue($0, bits, wide) }
            #expect(all[0] == 0)
            #expect(all[all.count / 2] == 1 << (wide - 1))
            #expect(UInt64(all[all.count - 1]) == 1 << UInt64(wide) - 1)
            #expect(zip(all, all.dropFirst()).allSatisfy(<))
            #expect(all.enumerated().allSatisfy { UInt32($0) == $1 >> (wide - bits) })
        }
        // Cases of M2-115-U.
        #expect(velocityOrValue(100, 7, 16) == 0xC924)
        #expect(velocityOrValue(1, 7, 16) == 0x0200)
    }

    /// A number of MIDI 1.0 as messages of MIDI 2.0 have it.
    private func velocityOrValue(_ value: UInt32, _ bits: UInt32, _ wide: UInt32) -> UInt32 {
        let (low, high) = (UInt8(value & 0x7F), UInt8(value >> 7))
        if bits == 14 { return translated([[0xE0, low, high]])[1] }
        return wide == 32 ? translated([[0xA0, 1, low]])[1] : translated([[0x80, 1, low]])[1] >> 16
    }

    @Test func `channel messages of MIDI 1.0 become ones of MIDI 2.0, and the same bytes again`() {
        for status in UInt8(0x80)...0xEF {
            for value in [UInt8](1...127) {
                let message = [status, 77, value].prefix([0xC0, 0xD0].contains(status & 0xF0) ? 2 : 3)
                let words = translated([Array(message)])
                #expect(words[0] >> 28 == 4)
                #expect(words[0] >> 16 & 0xFF == UInt32(status))
                #expect(bytes(of: words) == [Array(message)])
            }
        }
        #expect(bytes(of: translated([[0x95, 60, 0]])) == [[0x85, 60, 0]])
    }

    @Test func `a bank is part of the program, and a parameter's number part of its value`() {
        #expect(translated([[0xC3, 9]]) == [0x40C3_0000, 0x0900_0000])
        #expect(translated([[0xB3, 0, 1], [0xB3, 32, 2], [0xC3, 9]]) == [0x40C3_0001, 0x0900_0102])
        let bend: [[UInt8]] = [[0xB2, 101, 0], [0xB2, 100, 5], [0xB2, 6, 64]]
        #expect(translated(bend) == [0x4022_0005, 0x8000_0000])
        let fine: [[UInt8]] = [[0xB2, 99, 7], [0xB2, 98, 8], [0xB2, 6, 127], [0xB2, 38, 127]]
        #expect(translated(fine).suffix(2) == [0x4032_0708, 0xFFFF_FFFF])
        let none: [[UInt8]] = [[0xB2, 101, 127], [0xB2, 100, 127], [0xB2, 6, 64]]
        #expect(translated(none) == [0x40B2_0600, 0x8000_0000], "no parameter is selected")
        let other: [[UInt8]] = [[0xB1, 101, 0], [0xB2, 6, 64]]
        #expect(translated(other) == [0x40B2_0600, 0x8000_0000], "selected on another channel")
    }

    @Test func `messages of MIDI 2.0 become the nearest ones of MIDI 1.0`() {
        #expect(bytes(of: [0x4091_3C00, 0x0001_0000]) == [[0x91, 60, 1]], "a velocity of 0 would end it")
        #expect(bytes(of: [0x40C3_0001, 0x0700_0102]) == [[0xB3, 0, 1], [0xB3, 32, 2], [0xC3, 7]])
        #expect(bytes(of: [0x40C3_0000, 0x0700_0102]) == [[0xC3, 7]])
        let registered: [[UInt8]] = [[0xB1, 101, 2], [0xB1, 100, 3], [0xB1, 6, 64], [0xB1, 38, 1]]
        #expect(bytes(of: [0x4021_0203, 0x8004_0000]) == registered)
        let assignable: [[UInt8]] = [[0xB1, 99, 2], [0xB1, 98, 3], [0xB1, 6, 64], [0xB1, 38, 1]]
        #expect(bytes(of: [0x4031_0203, 0x8004_0000]) == assignable)
        // A bend of one note, and data of another kind: MIDI 1.0 has nothing for them.
        #expect(bytes(of: [0x4061_3C00, 0x8000_0000, 0x5004_0000, 1, 2, 3]) == [])
    }
}
