/// MIDI messages as the 32-bit words of the Universal MIDI Packet, and back to bytes.
enum MIDIWords {
    /// Words of a message, by the four highest bits of its first one.
    private static let wordCounts = [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]

    /// The messages of a list as bytes, in order; what MIDI 1.0 has no bytes for is left out.
    static func messages(in list: UnsafePointer<MIDIEventList>) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var exclusive: [UInt8] = []
        for packet in packets(of: list) {
            var at = 0
            while at < packet.count {
                let count = wordCounts[Int(packet[at] >> 28)]
                guard at + count <= packet.count else { break }
                add(packet[at], count > 1 ? packet[at + 1] : 0, to: &messages, &exclusive)
                at += count
            }
        }
        return messages
    }

    /// The words of each packet: they lie one right behind the other.
    private static func packets(of list: UnsafePointer<MIDIEventList>) -> [[UInt32]] {
        var packets: [[UInt32]] = []
        var place = UnsafeRawPointer(list) + packetOffset
        for _ in 0..<list.pointee.numPackets {
            let count = Int(place.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
            let words = place + 12
            packets.append((0..<count).map { words.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) })
            place = words + 4 * count
        }
        return packets
    }

    /// Bytes before the first packet.
    static var packetOffset: Int { 8 }

    private static func add(
        _ first: UInt32, _ second: UInt32, to messages: inout [[UInt8]], _ exclusive: inout [UInt8]
    ) {
        switch first >> 28 {
        case 1: if let message = system(first) { messages.append(message) }
        case 2: if first >> 23 & 1 == 1 { messages.append(cut(bytes(first))) }
        case 3:
            let count = min(6, Int(first >> 16 & 15))
            let data = [first >> 8, first, second >> 24, second >> 16, second >> 8, second]
            let form = first >> 20 & 15
            if form < 2 { exclusive = [0xF0] }
            guard !exclusive.isEmpty else { return }
            exclusive += data.prefix(count).map { UInt8($0 & 0x7F) }
            guard form == 0 || form == 3 else { return }
            messages.append(exclusive + [0xF7])
            exclusive = []
        case 4: messages += channelVoice(first, second)
        default: break
        }
    }

    private static func bytes(_ word: UInt32) -> [UInt8] {
        [UInt8(word >> 16 & 0xFF), UInt8(word >> 8 & 0x7F), UInt8(word & 0x7F)]
    }

    /// Programs and pressures have one byte of data.
    private static func cut(_ message: [UInt8]) -> [UInt8] {
        [0xC0, 0xD0].contains(message[0] & 0xF0) ? Array(message.prefix(2)) : message
    }

    private static func system(_ word: UInt32) -> [UInt8]? {
        let message = bytes(word)
        switch message[0] {
        case 0xF1, 0xF3: return Array(message.prefix(2))
        case 0xF2: return message
        case 0xF6, 0xF8...: return [message[0]]
        default: return nil
        }
    }

    /// A message of MIDI 2.0 in the coarser numbers of MIDI 1.0.
    private static func channelVoice(_ first: UInt32, _ second: UInt32) -> [[UInt8]] {
        let channel = UInt8(first >> 16 & 15)
        let (number, index) = (UInt8(first >> 8 & 0x7F), UInt8(first & 0x7F))
        let value = UInt8(second >> 25)
        func control(_ controller: UInt8, _ value: UInt8) -> [UInt8] { [0xB0 | channel, controller, value] }
        switch first >> 20 & 15 {
        case 2, 3:
            let isRegistered = first >> 20 & 15 == 2
            return [
                control(isRegistered ? 101 : 99, number), control(isRegistered ? 100 : 98, index),
                control(6, value), control(38, UInt8(second >> 18 & 0x7F)),
            ]
        case 8: return [[0x80 | channel, number, value]]
        // In MIDI 1.0 a velocity of 0 would end the note.
        case 9: return [[0x90 | channel, number, max(1, value)]]
        case 10: return [[0xA0 | channel, number, value]]
        case 11: return [control(number, value)]
        case 12:
            let bank = [control(0, UInt8(second >> 8 & 0x7F)), control(32, UInt8(second & 0x7F))]
            return (first & 1 == 1 ? bank : []) + [[0xC0 | channel, UInt8(second >> 24 & 0x7F)]]
        case 13: return [[0xD0 | channel, value]]
        case 14: return [[0xE0 | channel, UInt8(second >> 18 & 0x7F), value]]
        default: return []
        }
    }

    /// The words of a message in bytes, for MIDI 1.0; empty for what is no message.
    static func words(of message: [UInt8]) -> [UInt32] {
        guard let status = message.first, status >= 0x80 else { return [] }
        if status == 0xF0 { return exclusiveWords(message.dropFirst().prefix { $0 < 0x80 }) }
        let data = (1...2).map { UInt32(message.count > $0 ? message[$0] & 0x7F : 0) }
        return [(status < 0xF0 ? 0x2000_0000 : 0x1000_0000) | UInt32(status) << 16 | data[0] << 8 | data[1]]
    }

    private static func exclusiveWords(_ data: ArraySlice<UInt8>) -> [UInt32] {
        var words: [UInt32] = []
        var rest = data
        repeat {
            let part = Array(rest.prefix(6)) + [UInt8](repeating: 0, count: max(0, 6 - rest.count))
            let (isFirst, isLast) = (words.isEmpty, rest.count <= 6)
            let form: UInt32 = isFirst ? (isLast ? 0 : 1) : isLast ? 3 : 2
            words.append(
                0x3000_0000 | form << 20 | UInt32(min(6, rest.count)) << 16 | UInt32(part[0]) << 8
                    | UInt32(part[1]))
            words.append(part[2...].reduce(0) { $0 << 8 | UInt32($1) })
            rest = rest.dropFirst(6)
        } while !rest.isEmpty
        return words
    }

    /// Hands the words of a message to a body as a list of one packet.
    static func withList<Result>(
        of words: [UInt32], at timeStamp: MIDITimeStamp, _ body: (UnsafePointer<MIDIEventList>) -> Result
    ) -> Result {
        let byteCount = max(MemoryLayout<MIDIEventList>.size, packetOffset + 12 + 4 * words.count)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        memory.storeBytes(of: MIDIProtocolID._1_0.rawValue, as: Int32.self)
        memory.storeBytes(of: 1, toByteOffset: 4, as: UInt32.self)
        memory.storeBytes(of: timeStamp, toByteOffset: packetOffset, as: MIDITimeStamp.self)
        memory.storeBytes(of: UInt32(words.count), toByteOffset: packetOffset + 8, as: UInt32.self)
        for (index, word) in words.enumerated() {
            memory.storeBytes(of: word, toByteOffset: packetOffset + 12 + 4 * index, as: UInt32.self)
        }
        return body(memory.assumingMemoryBound(to: MIDIEventList.self))
    }
}

extension MIDIEventList {
    /// The bytes of a list, with all that its packets hold.
    public static func sizeInBytes(pktList: UnsafePointer<MIDIEventList>) -> Int {
        var size = MIDIWords.packetOffset
        for _ in 0..<pktList.pointee.numPackets {
            let count = (UnsafeRawPointer(pktList) + size).loadUnaligned(fromByteOffset: 8, as: UInt32.self)
            size += 12 + 4 * Int(count)
        }
        return size
    }
}
