import AVFRender

extension UniversalPacket {
    /// The message as bytes of MIDI 1.0, each message in an array of its own.
    ///
    /// A channel message of MIDI 2.0 becomes the ones that are nearest to it. A packet of System Exclusive
    /// becomes its part of the bytes: the first one begins with F0, the last one ends with F7. Empty for what
    /// MIDI 1.0 has no bytes for.
    package var messagesInBytes: [[UInt8]] {
        switch messageType {
        case 1, 2: MIDIStatus.byteCount(status) > 0 ? [shortMessage] : []
        case 3: [exclusiveBytes]
        case 4: EventMessage(UnitEvent(self, at: 0)).messagesInBytes
        default: []
        }
    }

    /// The packets of a message in bytes, in a group.
    package static func packets(ofMessage bytes: [UInt8], group: UInt32 = 0) -> [UniversalPacket] {
        var packets: [UniversalPacket] = []
        forEach(ofMessage: bytes.count, byte: { bytes[$0] }, { packets.append($0.inGroup(group)) })
        return packets
    }

    /// The byte that a message of MIDI 1.0 begins with.
    var status: UInt8 { UInt8(truncatingIfNeeded: first >> 16) }

    private var shortMessage: [UInt8] {
        let bytes = [status, UInt8(first >> 8 & 0x7F), UInt8(first & 0x7F)]
        return Array(bytes.prefix(MIDIStatus.byteCount(status)))
    }

    private var exclusiveBytes: [UInt8] {
        let count = min(6, Int(first >> 16 & 15))
        let low = UInt64(first & 0xFFFF) << 32 | UInt64(second)
        var bytes: [UInt8] = statusBits < 2 ? [0xF0] : []
        for place in 0..<count { bytes.append(UInt8(low >> UInt64(40 - 8 * place) & 0x7F)) }
        if statusBits == 0 || statusBits == 3 { bytes.append(0xF7) }
        return bytes
    }
}

/// The status bytes of MIDI 1.0 (MIDI 1.0 Detailed Specification 4.2, tables I and V).
enum MIDIStatus {
    /// Bytes of a message from its status; 0 for System Exclusive, its end, and what is undefined.
    static func byteCount(_ status: UInt8) -> Int {
        switch status {
        case 0xC0...0xDF, 0xF1, 0xF3: 2
        case 0x80...0xEF, 0xF2: 3
        case 0xF6, 0xF8, 0xFA...0xFC, 0xFE, 0xFF: 1
        default: 0
        }
    }

    /// Whether the status may stand within another message, which goes on after it.
    static func isRealTime(_ status: UInt8) -> Bool { status >= 0xF8 }
}
