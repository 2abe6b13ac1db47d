import AVFRender

/// The messages of an event list, in place, one after the other; valid as long as the list.
struct MIDIEventListPackets: PacketSource {
    /// Where the next packet is: they lie one right behind the other.
    private var place: UnsafeRawPointer
    private var packetsLeft: UInt32
    private var words: PacketWords

    init(_ list: UnsafePointer<MIDIEventList>) {
        place = UnsafeRawPointer(list) + MIDIWords.packetOffset
        packetsLeft = list.pointee.numPackets
        words = PacketWords(place.assumingMemoryBound(to: UInt32.self), count: 0)
    }

    mutating func nextPacket() -> UniversalPacket? {
        while true {
            if let packet = words.nextPacket() { return packet }
            guard packetsLeft > 0 else { return nil }
            packetsLeft -= 1
            let count = Int(place.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
            words = PacketWords((place + 12).assumingMemoryBound(to: UInt32.self), count: count)
            place += 12 + 4 * count
        }
    }
}

/// Lists of MIDI messages in the 32-bit words of the Universal MIDI Packet.
enum MIDIWords {
    /// Bytes before the first packet.
    static var packetOffset: Int { 8 }

    /// The words of a message for a protocol; empty for what is no message, or is kept by the translator.
    static func words(
        of message: EventMessage, _ midiProtocol: MIDIProtocolID, _ translator: borrowing MIDI2Translator
    ) -> [UInt32] {
        if midiProtocol == ._2_0 {
            var words: [UInt32] = []
            for packet in message.packets { words += translator.translate(packet)?.words ?? [] }
            return words
        }
        guard message.packet != nil else { return message.packets.flatMap(\.words) }
        return message.messagesInBytes.flatMap { bytes in
            EventMessage(bytes, of: message).packets.flatMap(\.words)
        }
    }

    /// Hands the words of a message to a body as a list of one packet.
    static func withList<Result>(
        of words: [UInt32], _ midiProtocol: MIDIProtocolID, timeStamp: MIDITimeStamp = 0,
        _ body: (UnsafePointer<MIDIEventList>) throws -> Result
    ) rethrows -> Result {
        let byteCount = max(MemoryLayout<MIDIEventList>.size, packetOffset + 12 + 4 * words.count)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        memory.storeBytes(of: midiProtocol.rawValue, as: Int32.self)
        memory.storeBytes(of: 1, toByteOffset: 4, as: UInt32.self)
        memory.storeBytes(of: timeStamp, toByteOffset: packetOffset, as: MIDITimeStamp.self)
        memory.storeBytes(of: UInt32(words.count), toByteOffset: packetOffset + 8, as: UInt32.self)
        for (index, word) in words.enumerated() {
            memory.storeBytes(of: word, toByteOffset: packetOffset + 12 + 4 * index, as: UInt32.self)
        }
        return try body(memory.assumingMemoryBound(to: MIDIEventList.self))
    }

    /// The packets of a list, each with its time.
    static func packets(
        of list: UnsafePointer<MIDIEventList>
    ) -> [(time: MIDITimeStamp, words: [UInt32])] {
        var place = UnsafeRawPointer(list) + packetOffset
        return (0..<list.pointee.numPackets).map { _ in
            let time = place.loadUnaligned(as: MIDITimeStamp.self)
            let count = Int(place.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
            let words = (0..<count).map {
                place.loadUnaligned(fromByteOffset: 12 + 4 * $0, as: UInt32.self)
            }
            place += 12 + 4 * count
            return (time, words)
        }
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
