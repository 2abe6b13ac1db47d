/// A message of the Universal MIDI Packet format (MIDI Association, M2-104-UM): one to four words.
///
/// Words that a message does not have are 0.
@frozen
public struct UniversalPacket: BitwiseCopyable, Sendable {
    /// The first 32 bits: the kind of message and its group are in the highest byte.
    public let first: UInt32
    /// Bits 32…63.
    public let second: UInt32
    /// Bits 64…95.
    public let third: UInt32
    /// Bits 96…127.
    public let fourth: UInt32

    /// A message of these words.
    @_noLocks
    public init(_ first: UInt32, _ second: UInt32 = 0, _ third: UInt32 = 0, _ fourth: UInt32 = 0) {
        self.first = first
        self.second = second
        self.third = third
        self.fourth = fourth
    }

    /// Words of a message, 1…4, which its first word tells.
    @_noLocks
    public static func wordCount(_ first: UInt32) -> Int {
        // Two bits for each of the sixteen kinds: one word less than there are.
        let counts: UInt32 = 0xFE95_0D40
        return Int(counts >> (first >> 28 &* 2) & 3) &+ 1
    }

    /// Words of the message, 1…4.
    public var wordCount: Int { @_noLocks get { Self.wordCount(first) } }

    /// A word of the message, 0…3.
    @_noLocks
    public func word(_ place: Int) -> UInt32 {
        place == 0 ? first : place == 1 ? second : place == 2 ? third : fourth
    }

    /// The message's words, 1…4.
    package var words: [UInt32] { (0..<wordCount).map(word) }

    /// The kind of message, 0…15: 1 system, 2 a channel's of MIDI 1.0, 3 System Exclusive, 4 a channel's of
    /// MIDI 2.0.
    var kind: UInt32 { @_noLocks get { first >> 28 } }

    /// Bits 20…23: what a channel's message says, or which part of a System Exclusive message it is.
    var status: UInt32 { @_noLocks get { first >> 20 & 15 } }

    // MARK: - As MIDI 1.0

    /// Channel messages of MIDI 1.0 that a message of MIDI 2.0 becomes: 0…4; 0 if there are none for it.
    var channelMessageCount: Int {
        @_noLocks get {
            guard kind == 4 else { return 0 }
            switch status {
            case 2, 3: return 4
            case 12: return first & 1 == 1 ? 3 : 1
            case 8, 9, 10, 11, 13, 14: return 1
            default: return 0
            }
        }
    }

    /// One of those messages, with the numbers of MIDI 1.0: the higher bits of those of MIDI 2.0 (M2-104-UM).
    @_noLocks
    func channelMessage(_ place: Int, cable: UInt8, at sampleTime: Int64) -> UnitEvent {
        let channel = Self.byte(first >> 16 & 15)
        let (number, index) = (Self.byte(first >> 8 & 0x7F), Self.byte(first & 0x7F))
        let value = Self.byte(second >> 25)
        let fine = Self.byte(second >> 18 & 0x7F)
        switch status {
        case 2, 3:
            let isRegistered = status == 2
            let (controller, setting): (UInt8, UInt8) =
                switch place {
                case 0: (isRegistered ? 101 : 99, number)
                case 1: (isRegistered ? 100 : 98, index)
                case 2: (6, value)
                default: (38, fine)
                }
            return UnitEvent(status: 0xB0 | channel, controller, setting, cable: cable, at: sampleTime)
        case 12:
            // The bank comes before the program, if the message has one.
            if place < channelMessageCount &- 1 {
                let bank = Self.byte(second >> (place == 0 ? 8 : 0) & 0x7F)
                return UnitEvent(
                    status: 0xB0 | channel, place == 0 ? 0 : 32, bank, cable: cable, at: sampleTime)
            }
            return UnitEvent(
                status: 0xC0 | channel, Self.byte(second >> 24 & 0x7F), 0, byteCount: 2, cable: cable,
                at: sampleTime)
        case 13:
            return UnitEvent(
                status: 0xD0 | channel, value, 0, byteCount: 2, cable: cable, at: sampleTime)
        case 14:
            return UnitEvent(status: 0xE0 | channel, fine, value, cable: cable, at: sampleTime)
        // In MIDI 1.0 a velocity of 0 would end the note.
        case 9:
            return UnitEvent(
                status: 0x90 | channel, number, max(1, value), cable: cable, at: sampleTime)
        default:
            return UnitEvent(
                status: Self.byte(first >> 16 & 0xFF) | 0x80, number, value, cable: cable, at: sampleTime)
        }
    }

    /// The event of a message that MIDI 1.0 has in bytes (kinds 1 and 2), or that only words can say; nil for
    /// an undefined one, and for System Exclusive, which is more than one event.
    @_noLocks
    func event(cable: UInt8, at sampleTime: Int64) -> UnitEvent? {
        let (status, number) = (Self.byte(first >> 16 & 0xFF), Self.byte(first >> 8 & 0x7F))
        switch kind {
        case 1, 2:
            let byteCount = Self.byteCount(ofStatus: status)
            guard byteCount > 0, kind == 1 ? status > 0xF0 : status < 0xF0 else { return nil }
            return UnitEvent(
                status: status, byteCount > 1 ? number : 0, byteCount > 2 ? Self.byte(first & 0x7F) : 0,
                byteCount: byteCount, cable: cable, at: sampleTime)
        // Words that say nothing, and the parts of long messages.
        case 0, 3: return nil
        default: return UnitEvent(self, cable: cable, at: sampleTime)
        }
    }

    /// Bytes of a message of MIDI 1.0, from its status; 0 for System Exclusive and what is undefined.
    @_noLocks
    private static func byteCount(ofStatus status: UInt8) -> Int {
        switch status {
        case 0xC0...0xDF, 0xF1, 0xF3: 2
        case 0x80...0xEF, 0xF2: 3
        case 0xF6, 0xF8, 0xFA...0xFC, 0xFE, 0xFF: 1
        default: 0
        }
    }

    @_noLocks
    private static func byte(_ bits: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: bits) }
}
