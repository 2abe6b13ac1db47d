import AVFDevices
import CAVFALSA
import TestSupport
import Testing

/// Our translation of the sequencer's events, judged by alsa-lib's own.
@Suite struct SequencerEventTests {
    /// What alsa-lib makes of a message.
    private func encoded(_ message: [UInt8]) -> snd_seq_event_t? {
        var coder: OpaquePointer?
        guard snd_midi_event_new(64, &coder) == 0 else { return nil }
        defer { snd_midi_event_free(coder) }
        var event = snd_seq_event_t()
        return snd_midi_event_encode(coder, message, message.count, &event) == message.count ? event : nil
    }

    /// The bytes that alsa-lib makes of an event.
    private func decoded(_ event: snd_seq_event_t) -> [UInt8] {
        var coder: OpaquePointer?
        guard snd_midi_event_new(64, &coder) == 0 else { return [] }
        defer { snd_midi_event_free(coder) }
        snd_midi_event_no_status(coder, 1)
        var bytes = [UInt8](repeating: 0, count: 64)
        var event = event
        let count = snd_midi_event_decode(coder, &bytes, bytes.count, &event)
        return Array(bytes.prefix(max(0, count)))
    }

    private func words(_ event: snd_seq_event_t) -> [UInt32] {
        [UInt32(event.type), event.data.raw32.d.0, event.data.raw32.d.1, event.data.raw32.d.2]
    }

    @Test func `each message becomes the event that alsa-lib makes of it`() throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<5_000 {
            let message = MIDIBytes.randomMessage(&random)
            guard message[0] != 0xF0 else { continue }
            let own = try #require(SequencerEventBytes.event(of: message))
            let other = try #require(encoded(message))
            #expect(words(own) == words(other), "\(message)")
            #expect(SequencerEventBytes.bytes(of: own) == message)
        }
    }

    @Test(arguments: [0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF] as [UInt8])
    func `real-time messages are the events that alsa-lib makes of them`(status: UInt8) throws {
        let own = try #require(SequencerEventBytes.event(of: [status]))
        #expect(own.type == encoded([status])?.type)
        #expect(SequencerEventBytes.bytes(of: own) == [status])
    }

    @Test(
        arguments: [
            SND_SEQ_EVENT_NOTEON, SND_SEQ_EVENT_NOTEOFF, SND_SEQ_EVENT_KEYPRESS, SND_SEQ_EVENT_CONTROLLER,
            SND_SEQ_EVENT_PGMCHANGE, SND_SEQ_EVENT_CHANPRESS, SND_SEQ_EVENT_PITCHBEND,
            SND_SEQ_EVENT_CONTROL14,
            SND_SEQ_EVENT_NONREGPARAM, SND_SEQ_EVENT_REGPARAM, SND_SEQ_EVENT_QFRAME, SND_SEQ_EVENT_SONGPOS,
            SND_SEQ_EVENT_SONGSEL, SND_SEQ_EVENT_TUNE_REQUEST,
        ].map { UInt8($0.rawValue) })
    func `events in their range become the bytes that alsa-lib makes of them`(type: UInt8) {
        var random = SeededGenerator(seed: UInt64(type))
        let isNote = snd_seq_event_type(UInt32(type)).rawValue < SND_SEQ_EVENT_CONTROLLER.rawValue
        for _ in 0..<500 {
            var event = snd_seq_event_t()
            event.type = type
            event.data.control.channel = .random(in: 0...15, using: &random)
            if isNote {
                event.data.note.note = .random(in: 0...127, using: &random)
                event.data.note.velocity = .random(in: 0...127, using: &random)
            } else {
                let isWide =
                    type == UInt8(SND_SEQ_EVENT_NONREGPARAM.rawValue)
                    || type == UInt8(SND_SEQ_EVENT_REGPARAM.rawValue)
                event.data.control.param = .random(in: 0...(isWide ? 16_383 : 127), using: &random)
                let isBend = type == UInt8(SND_SEQ_EVENT_PITCHBEND.rawValue)
                event.data.control.value = .random(in: isBend ? -8_192...8_191 : 0...127, using: &random)
            }
            #expect(SequencerEventBytes.bytes(of: event) == decoded(event), "\(words(event))")
        }
    }

    @Test func `events of any numbers become whole messages, or nothing`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<5_000 {
            var event = snd_seq_event_t()
            event.type = .random(in: 0...255, using: &random)
            event.data.raw32.d = (random.next(), random.next(), random.next())
            let bytes = SequencerEventBytes.bytes(of: event)
            var parser = MIDIByteParser()
            parser.parse(bytes) { #expect(MIDIBytes.isMessage($0)) }
            parser.reset()
            #expect(parser.damage.isEmpty, "\(bytes)")
        }
    }
}
