import AVFRender

/// What one port gives to one input: whole messages, of the protocol that the input wants.
///
/// `@unchecked Sendable`: used under the lock of the input that it belongs to, only.
final class MIDIStream: @unchecked Sendable {
    private let wanted: MIDIProtocol
    private var parser: MIDIByteParser
    private var assembler: ExclusiveAssembler
    private let translator = MIDI2Translator()
    private var sounding = SoundingNotes()
    private var damage = MIDIDamage()

    /// A stream that nothing has come from.
    init(wanted: MIDIProtocol, exclusiveLimitBytes: Int) {
        self.wanted = wanted
        parser = MIDIByteParser(exclusiveLimit: exclusiveLimitBytes)
        assembler = ExclusiveAssembler(limitBytes: exclusiveLimitBytes)
    }

    /// Takes bytes, which may end within a message; the words of each message that is whole now.
    func take(_ bytes: some Sequence<UInt8>) -> [[UInt32]] {
        var messages: [[UInt32]] = []
        parser.parse(bytes) { message in
            var words: [UInt32] = []
            // A long message is whole here: the assembler would only put it together again.
            UniversalPacket.forEach(ofMessage: message.count, byte: { message[$0] }) { packet in
                if packet.messageType == 3 {
                    words.append(packet.first)
                    words.append(packet.second)
                } else {
                    messages += whole(packet)
                }
            }
            if !words.isEmpty { messages.append(words) }
        }
        return messages
    }

    /// Takes a packet; the words of each message that is whole now.
    func take(_ packet: UniversalPacket) -> [[UInt32]] {
        guard packet.messageType == 3 else { return whole(packet) }
        return assembler.take(packet).map { [$0] } ?? []
    }

    /// The messages that end what sounds; the stream begins anew.
    func release() -> [UInt32] {
        parser.reset()
        assembler.reset()
        return sounding.release()
    }

    /// What was left out since the last call.
    func takeDamage() -> MIDIDamage {
        defer { damage = MIDIDamage() }
        damage.add(parser.takeDamage())
        damage.add(assembler.takeDamage())
        return damage
    }

    private func whole(_ packet: UniversalPacket) -> [[UInt32]] {
        let messages = translated(packet)
        messages.forEach { sounding.take($0) }
        return messages.map(\.words)
    }

    private func translated(_ packet: UniversalPacket) -> [UniversalPacket] {
        switch (packet.messageType, wanted) {
        case (2, .midi2): translator.translate(packet).map { [$0] } ?? []
        case (4, .midi1): translatedDown(packet)
        default: [packet]
        }
    }

    private func translatedDown(_ packet: UniversalPacket) -> [UniversalPacket] {
        let messages = packet.messagesInBytes
        if messages.isEmpty { damage.untranslatableCount += 1 }
        return messages.flatMap { UniversalPacket.packets(ofMessage: $0, group: packet.group) }
    }
}
