import AVFRender

/// Writes the words of one message as an event with a list: packets of 64 words at most, one right behind the
/// other.
///
/// Render thread.
struct EventListWriter {
    /// Words of a packet.
    private static let wordCapacity = 64
    private static let cable = MemoryLayout<AUMIDIEventList>.offset(of: \.cable) ?? 0
    private static let list = MemoryLayout<AUMIDIEventList>.offset(of: \.eventList) ?? 0
    private static let packetCount = list + 4

    private let memory: UnsafeMutableRawPointer
    /// Where the present packet is.
    private var packet = list + MIDIWords.packetOffset
    private var packetCount: UInt32 = 0
    private var wordCount = 0

    /// An event in memory with room for all of the message's words.
    init(_ memory: UnsafeMutableRawPointer, _ event: UnitEvent, _ midiProtocol: MIDIProtocolID) {
        self.memory = memory
        memory.assumingMemoryBound(to: AURenderEventHeader.self).pointee = AURenderEventHeader(
            next: nil, eventSampleTime: event.sampleTime, eventType: .midiEventList, reserved: 0)
        memory.storeBytes(of: event.cable, toByteOffset: Self.cable, as: UInt8.self)
        memory.storeBytes(of: midiProtocol.rawValue, toByteOffset: Self.list, as: Int32.self)
    }

    /// Whether there is anything in the list.
    var hasWords: Bool { packetCount > 0 }

    /// Adds words of the message.
    mutating func add(_ words: UniversalPacket) {
        if packetCount == 0 || wordCount + words.wordCount > Self.wordCapacity { beginPacket() }
        for place in 0..<words.wordCount {
            memory.storeBytes(
                of: words.word(place), toByteOffset: packet + 12 + 4 * wordCount, as: UInt32.self)
            wordCount += 1
        }
        memory.storeBytes(of: UInt32(wordCount), toByteOffset: packet + 8, as: UInt32.self)
    }

    private mutating func beginPacket() {
        if packetCount > 0 { packet += 12 + 4 * wordCount }
        packetCount += 1
        wordCount = 0
        memory.storeBytes(of: 0, toByteOffset: packet, as: MIDITimeStamp.self)
        memory.storeBytes(of: packetCount, toByteOffset: Self.packetCount, as: UInt32.self)
    }
}
