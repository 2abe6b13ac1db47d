import AVFRender

/// Puts the packets of System Exclusive messages together, so that each message arrives in one piece.
///
/// M2-104-UM 1.1.2, 7.7: a message is one packet, or a first, any number of further ones and a last one of
/// the same group; only System Real Time and Utility packets may stand between them, which the caller handles
/// by itself.
struct ExclusiveAssembler {
    private let limitWords: Int
    /// The packets of the message that is open, by group; none for no open one.
    private var open: [UInt32: [UInt32]] = [:]
    private(set) var damage = MIDIDamage()

    /// An assembler for messages of so many bytes at most.
    init(limitBytes: Int) { limitWords = max(2, limitBytes / 6 * 2) }

    /// Takes a System Exclusive packet; the words of the message if it is the last one.
    mutating func take(_ packet: UniversalPacket) -> [UInt32]? {
        let group = packet.group
        switch packet.statusBits {
        case 0, 1:
            if open.removeValue(forKey: group) != nil { damage.cutMessageCount += 1 }
            let words = [packet.first, packet.second]
            guard packet.statusBits == 1 else { return words }
            open[group] = words
        case 2, 3:
            guard open[group] != nil else {
                damage.undefinedCount += 1
                return nil
            }
            open[group]?.append(packet.first)
            open[group]?.append(packet.second)
            if packet.statusBits == 3 { return open.removeValue(forKey: group) }
            guard open[group, default: []].count < limitWords else {
                open[group] = nil
                damage.longExclusiveCount += 1
                return nil
            }
        default: damage.undefinedCount += 1
        }
        return nil
    }

    /// What was left out since the last call.
    mutating func takeDamage() -> MIDIDamage {
        defer { damage = MIDIDamage() }
        return damage
    }

    /// Forgets unfinished messages.
    mutating func reset() {
        damage.cutMessageCount += open.count
        open = [:]
    }
}
