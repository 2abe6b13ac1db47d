import AVFRender

/// Which notes of a stream of messages sound, which pedals are down, and which System Exclusive messages are
/// open: what must be said to end them.
package struct SoundingNotes {
    /// What one channel of a group has sounding.
    private struct Channel {
        /// Note-ons without their note-off, by key; 255 means that or more.
        var counts = [UInt8](repeating: 0, count: 128)
        var pedals: Set<UInt32> = []
        /// Whether the notes came as messages of MIDI 2.0.
        var isMIDI2 = false
    }

    /// Sustain and sostenuto: controllers that hold notes (MIDI 1.0 Detailed Specification, table III).
    private static let holdingControllers: Set<UInt32> = [64, 66]

    /// By group and channel.
    private var channels: [UInt32: Channel] = [:]
    /// The groups with a System Exclusive message that has not ended.
    private var openExclusives: Set<UInt32> = []

    /// Nothing sounds.
    package init() {}

    /// Whether nothing sounds, no pedal is down and no message is open.
    package var isEmpty: Bool {
        openExclusives.isEmpty
            && channels.values.allSatisfy { $0.pedals.isEmpty && $0.counts.allSatisfy { $0 == 0 } }
    }

    /// Takes the next message of the stream.
    package mutating func take(_ packet: UniversalPacket) {
        if packet.messageType == 3 { return takeExclusive(packet) }
        let isMIDI2 = packet.messageType == 4
        guard isMIDI2 || packet.messageType == 2 else { return }
        let number = packet.first >> 8 & 0x7F
        let value = isMIDI2 ? packet.second : packet.first & 0x7F
        switch packet.statusBits {
        case 9 where isMIDI2 || value > 0: begin(number, packet, isMIDI2)
        case 8, 9: end(number, packet)
        case 11: control(number, isDown: isMIDI2 ? value >= 0x8000_0000 : value >= 64, packet, isMIDI2)
        default: break
        }
    }

    /// The messages that end everything; nothing sounds after them.
    package mutating func release() -> [UInt32] {
        defer { (channels, openExclusives) = ([:], []) }
        // The last packet of a System Exclusive message, without bytes (M2-104-UM 1.1.2, 7.7).
        let ends = openExclusives.sorted().flatMap { group -> [UInt32] in [0x3030_0000 | group << 24, 0] }
        return ends + channels.sorted { $0.key < $1.key }.flatMap { Self.release($1, $0) }
    }

    private mutating func takeExclusive(_ packet: UniversalPacket) {
        switch packet.statusBits {
        case 1: openExclusives.insert(packet.group)
        case 0, 3: openExclusives.remove(packet.group)
        default: break
        }
    }

    private func key(_ packet: UniversalPacket) -> UInt32 { packet.group << 4 | packet.first >> 16 & 15 }

    private mutating func begin(_ number: UInt32, _ packet: UniversalPacket, _ isMIDI2: Bool) {
        let key = key(packet)
        let count = channels[key]?.counts[Int(number)] ?? 0
        channels[key, default: Channel()].counts[Int(number)] = count == 255 ? 255 : count + 1
        channels[key]?.isMIDI2 = isMIDI2
    }

    private mutating func end(_ number: UInt32, _ packet: UniversalPacket) {
        let key = key(packet)
        guard let count = channels[key]?.counts[Int(number)], count > 0 else { return }
        channels[key]?.counts[Int(number)] = count - 1
    }

    private mutating func control(
        _ number: UInt32, isDown: Bool, _ packet: UniversalPacket, _ isMIDI2: Bool
    ) {
        let key = key(packet)
        switch number {
        // All Sound Off, All Notes Off and the four modes, each of which ends all notes.
        case 120, 123...127: channels[key]?.counts = [UInt8](repeating: 0, count: 128)
        // Reset All Controllers.
        case 121: channels[key]?.pedals = []
        case _ where Self.holdingControllers.contains(number):
            if isDown {
                channels[key, default: Channel()].pedals.insert(number)
                channels[key]?.isMIDI2 = isMIDI2
            } else {
                channels[key]?.pedals.remove(number)
            }
        default: break
        }
    }

    private static func release(_ channel: Channel, _ key: UInt32) -> [UInt32] {
        let head = (key >> 4) << 24 | (key & 15) << 16 | (channel.isMIDI2 ? 0x4000_0000 : 0x2000_0000)
        var words: [UInt32] = []
        // The velocity of a note-off without one is 64 (MIDI 1.0) or 8000 hexadecimal (MIDI 2.0).
        for (number, count) in channel.counts.enumerated() {
            for _ in 0..<count {
                words.append(head | 0x0080_0000 | UInt32(number) << 8 | (channel.isMIDI2 ? 0 : 64))
                if channel.isMIDI2 { words.append(0x8000_0000) }
            }
        }
        for number in channel.pedals.sorted() {
            words.append(head | 0x00B0_0000 | number << 8)
            if channel.isMIDI2 { words.append(0) }
        }
        return words
    }
}
