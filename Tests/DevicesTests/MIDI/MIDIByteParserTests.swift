import AVFDevices
import AVFRender
import TestSupport
import Testing

@Suite struct MIDIByteParserTests {
    private func messages(
        _ bytes: [UInt8], limit: Int = 64, pieces: Int = .max
    ) -> (messages: [[UInt8]], damage: MIDIDamage) {
        var parser = MIDIByteParser(exclusiveLimit: limit)
        var found: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let end = pieces == .max ? bytes.count : min(bytes.count, start + pieces)
            parser.parse(bytes[start..<end]) { found.append($0) }
            start = end
        }
        return (found, parser.damage)
    }

    @Test(
        arguments: [
            ([0x90, 60, 100, 60, 0, 62, 1], [[0x90, 60, 100], [0x90, 60, 0], [0x90, 62, 1]]),
            ([0xC3, 5, 6, 0xD3, 7], [[0xC3, 5], [0xC3, 6], [0xD3, 7]]),
            ([0x90, 60, 0xF8, 100], [[0xF8], [0x90, 60, 100]]),
            ([0xF0, 1, 0xFE, 2, 0xF7], [[0xFE], [0xF0, 1, 2, 0xF7]]),
            ([0xF0, 0xF7], [[0xF0, 0xF7]]),
            ([0xF2, 1, 2, 0xF1, 3, 0xF3, 4, 0xF6], [[0xF2, 1, 2], [0xF1, 3], [0xF3, 4], [0xF6]]),
            ([0xB1, 7, 1, 0xFA, 7, 2], [[0xB1, 7, 1], [0xFA], [0xB1, 7, 2]]),
        ] as [([UInt8], [[UInt8]])])
    func `messages are found as MIDI 1.0 says`(bytes: [UInt8], expected: [[UInt8]]) {
        #expect(messages(bytes).messages == expected)
        #expect(messages(bytes).damage.isEmpty)
        for pieces in 1...3 { #expect(messages(bytes, pieces: pieces).messages == expected) }
    }

    @Test func `a system message ends running status`() {
        let found = messages([0x90, 60, 100, 0xF6, 61, 100])
        #expect(found.messages == [[0x90, 60, 100], [0xF6]])
        #expect(found.damage.strayByteCount == 2)
    }

    @Test func `a message that another status cuts short is left out and counted`() {
        let found = messages([0x90, 60, 0x80, 60, 0])
        #expect(found.messages == [[0x80, 60, 0]])
        #expect(found.damage.cutMessageCount == 1)
    }

    @Test func `System Exclusive that another status ends comes through and is counted`() {
        let found = messages([0xF0, 1, 2, 0x90, 60, 100])
        #expect(found.messages == [[0xF0, 1, 2, 0xF7], [0x90, 60, 100]])
        #expect(found.damage.openExclusiveCount == 1)
    }

    @Test func `System Exclusive without end takes no more memory than permitted, and what follows is found`()
    {
        let found = messages([0xF0] + [UInt8](repeating: 1, count: 10_000) + [0x90, 60, 100], limit: 100)
        #expect(found.messages == [[0x90, 60, 100]])
        #expect(found.damage.longExclusiveCount == 1)
    }

    @Test(arguments: [(97, true), (98, true), (99, false)])
    func `the limit counts F0 and F7`(dataByteCount: Int, fits: Bool) {
        let found = messages([0xF0] + [UInt8](repeating: 1, count: dataByteCount) + [0xF7], limit: 100)
        #expect(found.messages.count == (fits ? 1 : 0))
        #expect(found.damage.longExclusiveCount == (fits ? 0 : 1))
    }

    @Test func `undefined statuses and lonely ends are counted`() {
        let found = messages([0xF4, 0xF5, 0xF9, 0xFD, 0xF7, 0x90, 1, 2])
        #expect(found.messages == [[0x90, 1, 2]])
        #expect(found.damage.undefinedCount == 4)
        #expect(found.damage.strayByteCount == 1)
    }

    @Test func `what was sent with running status and clock bytes in between is found again`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let sent = (0..<40).map { _ in MIDIBytes.randomMessage(&random) }
            let stream = MIDIBytes.stream(sent, &random)
            let found = messages(stream.bytes, pieces: Int.random(in: 1...9, using: &random))
            #expect(found.messages.filter { $0 != [0xF8] } == sent)
            #expect(found.messages.count { $0 == [0xF8] } == stream.clockCount)
            #expect(found.damage.isEmpty)
        }
    }

    @Test func `of any bytes, pieces make no difference, and each message found is one of MIDI 1.0`() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in MIDIBytes.likely(&random) }
            let whole = messages(bytes, limit: 16)
            let pieces = messages(bytes, limit: 16, pieces: 1)
            #expect(whole.messages == pieces.messages)
            #expect(whole.damage == pieces.damage)
            #expect(whole.messages.allSatisfy { MIDIBytes.isMessage($0) && $0.count <= 16 })
        }
    }

    @Test func `packets and bytes say the same`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let message = MIDIBytes.randomMessage(&random)
            let packets = UniversalPacket.packets(ofMessage: message, group: 3)
            #expect(packets.flatMap(\.messagesInBytes).flatMap { $0 } == message)
            #expect(packets.allSatisfy { $0.first >> 24 & 15 == 3 })
        }
    }
}
