import AVFRender
import CAVFALSA
import Glibc

/// Sends messages in words to ALSA's sequencer, as its events.
struct SequencerWriter: Sendable {
    /// How often an event that found no room is sent again, a millisecond apart.
    private static let tryLimit = 200

    let handle: SequencerHandle
    let poll: SequencerPoll

    /// Sends whole messages from a port to who is connected.
    ///
    /// - Returns: 0, or the negative error number of the first event that was not taken; the rest is sent.
    func send(_ words: [UInt32], from port: MIDIPortAddress) -> Int32 {
        var firstError: Int32 = 0
        var exclusive: [UInt8] = []
        let note = { (code: Int32) in if code < 0, firstError == 0 { firstError = code } }
        for packet in UniversalPacket.packets(in: words) {
            guard handle.packets == nil else {
                note(withRoom { handle.send(packet, from: port) })
                continue
            }
            for message in packet.messagesInBytes {
                guard packet.messageType == 3 else {
                    note(send(message, from: port))
                    continue
                }
                exclusive += message
                let isLast = exclusive.last == 0xF7
                guard isLast || exclusive.count + 8 > SequencerEventBytes.exclusivePieceBytes else {
                    continue
                }
                note(send(exclusive: &exclusive, from: port))
                exclusive = []
            }
        }
        if !exclusive.isEmpty { note(send(exclusive: &exclusive, from: port)) }
        return firstError
    }

    private func send(_ message: [UInt8], from port: MIDIPortAddress) -> Int32 {
        guard var event = SequencerEventBytes.event(of: message) else { return -EINVAL }
        return withRoom { handle.send(&event, from: port) }
    }

    private func send(exclusive bytes: inout [UInt8], from port: MIDIPortAddress) -> Int32 {
        bytes.withUnsafeMutableBytes { bytes in
            var event = snd_seq_event_t()
            event.type = UInt8(SND_SEQ_EVENT_SYSEX.rawValue)
            event.flags = UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
            event.data.ext.len = UInt32(bytes.count)
            event.data.ext.ptr = bytes.baseAddress
            return withRoom { handle.send(&event, from: port) }
        }
    }

    /// Sends until there is room, for a while.
    private func withRoom(_ send: () -> Int32) -> Int32 {
        var code = send()
        var tryCount = 0
        while code == -EAGAIN || code == -EINTR, tryCount < Self.tryLimit {
            // Room may be missing with us, which can be waited for, or with who receives, which cannot.
            _ = poll.waitForRoom(milliseconds: 1)
            if code == -EAGAIN { handle.sleep(nanoseconds: 1_000_000) }
            code = send()
            tryCount += 1
        }
        return min(0, code)
    }
}
