import AVFRealtime

/// Turns channel messages of MIDI 1.0 into those of MIDI 2.0 (M2-104-UM).
///
/// Controllers that select a bank or a (non-)registered parameter are kept until the program or the value
/// comes, because in MIDI 2.0 they are part of that message.
package struct MIDI2Translator: ~Copyable {
    /// What one channel has selected.
    struct Channel: BitwiseCopyable {
        var bankMSB: UInt32 = 0
        var bankLSB: UInt32 = 0
        var hasBank = false
        /// 2 for a registered parameter, 3 for one that is not; 0 for none.
        var parameterStatus: UInt32 = 0
        var parameterMSB: UInt32 = 0
        var parameterLSB: UInt32 = 0
        var valueMSB: UInt32 = 0

        /// Whether a data entry is for a parameter: 127, 127 means none.
        var hasParameter: Bool { parameterStatus > 0 && (parameterMSB < 127 || parameterLSB < 127) }
    }

    private let channels = OwnedBuffer(count: 16) { _ in Channel() }

    /// A translator that has seen no message.
    package init() {}

    /// The message of MIDI 2.0 for a packet; other kinds of packets stay what they are; nil for what is kept.
    package func translate(_ packet: UniversalPacket) -> UniversalPacket? {
        guard packet.kind == 2 else { return packet }
        let first = packet.first
        let (number, value) = (first >> 8 & 0x7F, first & 0x7F)
        let head = 0x4000_0000 | first & 0x0FFF_0000
        switch packet.status {
        // A note-on without a velocity ends the note.
        case 9 where value == 0: return UniversalPacket(head & 0xFF8F_FFFF | number << 8, 0)
        case 8, 9: return UniversalPacket(head | number << 8, Self.scale(value, 7, to: 16) << 16)
        case 10: return UniversalPacket(head | number << 8, Self.scale(value, 7, to: 32))
        case 11: return control(head, first >> 16 & 15, number, value)
        case 12: return program(head, first >> 16 & 15, number)
        case 13: return UniversalPacket(head, Self.scale(number, 7, to: 32))
        case 14: return UniversalPacket(head, Self.scale(value << 7 | number, 14, to: 32))
        default: return nil
        }
    }

    private func control(
        _ head: UInt32, _ place: UInt32, _ number: UInt32, _ value: UInt32
    ) -> UniversalPacket? {
        let channel = channels.pointer + Int(place)
        switch number {
        case 0: (channel.pointee.bankMSB, channel.pointee.hasBank) = (value, true)
        case 32: (channel.pointee.bankLSB, channel.pointee.hasBank) = (value, true)
        case 98, 100:
            (channel.pointee.parameterLSB, channel.pointee.parameterStatus) = (value, number == 98 ? 3 : 2)
        case 99, 101:
            (channel.pointee.parameterMSB, channel.pointee.parameterStatus) = (value, number == 99 ? 3 : 2)
        case 6 where channel.pointee.hasParameter:
            channel.pointee.valueMSB = value
            return parameter(head, channel.pointee, 0)
        case 38 where channel.pointee.hasParameter: return parameter(head, channel.pointee, value)
        default: return UniversalPacket(head | number << 8, Self.scale(value, 7, to: 32))
        }
        return nil
    }

    /// The value of a (non-)registered parameter.
    private func parameter(_ head: UInt32, _ channel: Channel, _ valueLSB: UInt32) -> UniversalPacket {
        UniversalPacket(
            head & 0xFF0F_FFFF | channel.parameterStatus << 20 | channel.parameterMSB << 8
                | channel.parameterLSB,
            Self.scale(channel.valueMSB << 7 | valueLSB, 14, to: 32))
    }

    private func program(_ head: UInt32, _ place: UInt32, _ number: UInt32) -> UniversalPacket {
        let channel = channels[Int(place)]
        let bank = channel.hasBank ? channel.bankMSB << 8 | channel.bankLSB : 0
        return UniversalPacket(head | (channel.hasBank ? 1 : 0), number << 24 | bank)
    }

    /// A number with more bits, so that the least, the middle and the greatest stay what they are: the upper
    /// half's bits below the first are repeated (M2-115-U).
    static func scale(_ value: UInt32, _ bitCount: UInt32, to wider: UInt32) -> UInt32 {
        let shift = wider - bitCount
        let shifted = value << shift
        guard value > 1 << (bitCount - 1) else { return shifted }
        let repeatCount = bitCount - 1
        let low = value & (1 << repeatCount - 1)
        var (result, place) = (shifted, Int32(shift) - Int32(repeatCount))
        while place > -Int32(repeatCount) {
            result |= place >= 0 ? low << UInt32(place) : low >> UInt32(-place)
            place -= Int32(repeatCount)
        }
        return result
    }
}

extension UniversalPacket {
    /// Hands out the packets of a MIDI 1.0 message of so many bytes, in order: one, or several for a System
    /// Exclusive one; none for what is no message.
    package static func forEach(
        ofMessage byteCount: Int, byte: (_ place: Int) -> UInt8, _ body: (UniversalPacket) -> Void
    ) {
        guard byteCount > 0, byte(0) >= 0x80 else { return }
        guard byte(0) == 0xF0 else {
            let number = byteCount > 1 ? UInt32(byte(1) & 0x7F) : 0
            let value = byteCount > 2 ? UInt32(byte(2) & 0x7F) : 0
            let kind: UInt32 = byte(0) < 0xF0 ? 2 : 1
            return body(
                UniversalPacket(kind << 28 | UInt32(byte(0)) << 16 | number << 8 | value))
        }
        var end = 1
        while end < byteCount, byte(end) < 0x80 { end += 1 }
        var start = 1
        repeat {
            let count = min(6, end - start)
            let form: UInt32 = start == 1 ? (end - start <= 6 ? 0 : 1) : end - start <= 6 ? 3 : 2
            var words = (0x3000_0000 | form << 20 | UInt32(count) << 16, UInt32(0))
            for place in 0..<count {
                let data = UInt32(byte(start + place))
                if place < 2 {
                    words.0 |= data << UInt32(8 - 8 * place)
                } else {
                    words.1 |= data << UInt32(40 - 8 * place)
                }
            }
            body(UniversalPacket(words.0, words.1))
            start += 6
        } while start < end
    }
}
