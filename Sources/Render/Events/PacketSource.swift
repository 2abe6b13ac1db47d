/// Messages in words, one after the other, in memory that lives longer.
package protocol PacketSource {
    /// The next message; nil at the end, also if the last one is cut short.
    mutating func nextPacket() -> UniversalPacket?
}

/// Words that lie side by side.
package struct PacketWords: PacketSource {
    private var place: UnsafePointer<UInt32>
    private var count: Int

    /// The messages in `count` words.
    package init(_ words: UnsafePointer<UInt32>, count: Int) {
        place = words
        self.count = count
    }

    package mutating func nextPacket() -> UniversalPacket? {
        guard count > 0 else { return nil }
        let size = UniversalPacket.wordCount(place[0])
        guard size <= count else { return nil }
        let packet = UniversalPacket(
            place[0], size > 1 ? place[1] : 0, size > 2 ? place[2] : 0, size > 3 ? place[3] : 0)
        place += size
        count -= size
        return packet
    }
}

/// The bytes of a System Exclusive message, which comes in packets of six bytes at most (kind 3).
///
/// Other packets in between do not end it.
struct SystemExclusive<Source: PacketSource> {
    private var packet: UniversalPacket
    private var rest: Source
    /// The next byte of the packet; -1 for the message's status.
    private var place = -1
    /// Bytes from the next one to the message's end, with both status bytes.
    private(set) var byteCount: Int

    /// The message that begins with a packet; nil if it does not begin there, or has no end in `rest`.
    init?(_ first: UniversalPacket, _ rest: Source) {
        guard first.kind == 3, first.status < 2 else { return nil }
        packet = first
        self.rest = rest
        byteCount = 2 + first.dataCount
        var last = first
        var ahead = rest
        while last.status != 0, last.status != 3 {
            guard let next = ahead.nextPacket() else { return nil }
            guard next.kind == 3 else { continue }
            guard next.status > 1 else { return nil }
            last = next
            byteCount += next.dataCount
        }
    }

    /// The next event of the message.
    mutating func nextEvent(continues: Bool, cable: UInt8, at sampleTime: Int64) -> UnitEvent {
        var (low, high): (UInt64, UInt64) = (0, 0)
        let whole = byteCount
        for index in 0..<min(whole, UnitEvent.byteCapacity) {
            let byte = UInt64(nextByte())
            if index < 8 { low |= byte << UInt64(8 * index) } else { high |= byte << UInt64(8 * (index - 8)) }
        }
        return UnitEvent(
            low: low, high: high, byteCount: whole, continues: continues, cable: cable, at: sampleTime)
    }

    private mutating func nextByte() -> UInt8 {
        byteCount -= 1
        if place < 0 {
            place = 0
            return 0xF0
        }
        while place == packet.dataCount {
            guard byteCount > 0, let next = rest.nextPacket() else { return 0xF7 }
            guard next.kind == 3 else { continue }
            packet = next
            place = 0
        }
        place += 1
        return packet.data(place - 1)
    }
}

extension UniversalPacket {
    /// Bytes of a System Exclusive packet, at most 6.
    fileprivate var dataCount: Int { min(6, Int(first >> 16 & 15)) }

    /// A byte of a System Exclusive packet.
    fileprivate func data(_ place: Int) -> UInt8 {
        let word = place < 2 ? first << 16 : second << (8 * UInt32(place - 2))
        return UInt8(place == 1 ? first & 0x7F : word >> 24 & 0x7F)
    }
}

extension EventQueue {
    /// Sends messages in words, each as a whole; false if some did not fit. [any, after `prepare`]
    ///
    /// Those that MIDI 1.0 has become its bytes, without a loss. Left out are undefined ones, and a System
    /// Exclusive message that does not end within `packets`.
    package func enqueue<Source: PacketSource>(
        _ packets: Source, cable: UInt8 = 0, at sampleTime: Int64
    ) -> Bool {
        var rest = packets
        var fits = true
        while let packet = rest.nextPacket() {
            if var message = SystemExclusive(packet, rest) {
                let count = UnitEvent.count(forBytes: message.byteCount)
                let isTaken = prepare().pointee.push(count: count) { piece in
                    message.nextEvent(continues: piece > 0, cable: cable, at: sampleTime)
                }
                fits = isTaken && fits
            } else if let event = packet.event(cable: cable, at: sampleTime) {
                fits = enqueue(event) && fits
            }
        }
        return fits
    }
}

extension EventBus {
    /// Adds messages in words, as `EventQueue.enqueue` takes them; false if some did not fit.
    package mutating func append<Source: PacketSource>(
        _ packets: Source, cable: UInt8 = 0, at sampleTime: Int64
    ) -> Bool {
        var rest = packets
        var fits = true
        while let packet = rest.nextPacket() {
            if var message = SystemExclusive(packet, rest) {
                var isTaken = append(message.nextEvent(continues: false, cable: cable, at: sampleTime))
                while message.byteCount > 0 {
                    isTaken =
                        append(message.nextEvent(continues: true, cable: cable, at: sampleTime)) && isTaken
                }
                fits = isTaken && fits
            } else if let event = packet.event(cable: cable, at: sampleTime) {
                fits = append(event) && fits
            }
        }
        return fits
    }
}
