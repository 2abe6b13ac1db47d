import AVFRender

extension UniversalPacket {
    /// The whole messages at the start of some words.
    package static func packets(in words: [UInt32]) -> [UniversalPacket] {
        words.withUnsafeBufferPointer { words in
            guard let first = words.baseAddress else { return [] }
            var source = PacketWords(first, count: words.count)
            var packets: [UniversalPacket] = []
            while let packet = source.nextPacket() { packets.append(packet) }
            return packets
        }
    }

    /// Checks that words are whole messages.
    ///
    /// - Throws: `MIDIError.badMessage` with the place of the message that is cut short.
    package static func validate(_ words: [UInt32]) throws(MIDIError) {
        var place = 0
        while place < words.count {
            let size = wordCount(words[place])
            guard size <= words.count - place else {
                throw .badMessage(
                    offset: place, cause: "\(size) words, of which \(words.count - place) are there")
            }
            place += size
        }
    }

    /// The kind of message, 0…15 (M2-104-UM 1.1.2, table 4).
    var messageType: UInt32 { first >> 28 }

    /// The group, 0…15; 0 for the kinds of message that have none.
    var group: UInt32 { messageType == 0 || messageType == 15 ? 0 : first >> 24 & 15 }

    /// The message in another group.
    func inGroup(_ group: UInt32) -> UniversalPacket {
        guard messageType != 0, messageType != 15 else { return self }
        return UniversalPacket(first & 0xF0FF_FFFF | (group & 15) << 24, second, third, fourth)
    }

    /// Bits 20…23: what a channel's message says, or which part of a System Exclusive message it is.
    var statusBits: UInt32 { first >> 20 & 15 }
}
