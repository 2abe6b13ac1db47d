import CAVFALSA

/// The events of ALSA's sequencer as bytes of MIDI 1.0, and back.
///
/// The kinds of events and their fields are those of alsa-lib's `seq_event.h`.
package enum SequencerEventBytes {
    /// Bytes of System Exclusive in one event: more than 256 take several of the kernel's cells.
    package static let exclusivePieceBytes = 256

    /// The message of an event, or several; a piece of one for System Exclusive; empty for what is none.
    package static func bytes(of event: snd_seq_event_t) -> [UInt8] {
        switch snd_seq_event_type(UInt32(event.type)) {
        case SND_SEQ_EVENT_NOTEON: note(0x90, event)
        case SND_SEQ_EVENT_NOTEOFF: note(0x80, event)
        case SND_SEQ_EVENT_KEYPRESS: note(0xA0, event)
        case SND_SEQ_EVENT_CONTROLLER: [status(0xB0, event), parameter(event), low(value(event))]
        case SND_SEQ_EVENT_PGMCHANGE: [status(0xC0, event), low(value(event))]
        case SND_SEQ_EVENT_CHANPRESS: [status(0xD0, event), low(value(event))]
        case SND_SEQ_EVENT_PITCHBEND: pair(status(0xE0, event), value(event) &+ 8192)
        case SND_SEQ_EVENT_CONTROL14: wideController(event)
        case SND_SEQ_EVENT_NONREGPARAM: parameter(event, select: (99, 98))
        case SND_SEQ_EVENT_REGPARAM: parameter(event, select: (101, 100))
        case SND_SEQ_EVENT_SYSEX: exclusive(event)
        default: system(event)
        }
    }

    private static func system(_ event: snd_seq_event_t) -> [UInt8] {
        switch snd_seq_event_type(UInt32(event.type)) {
        case SND_SEQ_EVENT_QFRAME: [0xF1, low(value(event))]
        case SND_SEQ_EVENT_SONGPOS: pair(0xF2, value(event))
        case SND_SEQ_EVENT_SONGSEL: [0xF3, low(value(event))]
        case SND_SEQ_EVENT_TUNE_REQUEST: [0xF6]
        case SND_SEQ_EVENT_CLOCK: [0xF8]
        case SND_SEQ_EVENT_START: [0xFA]
        case SND_SEQ_EVENT_CONTINUE: [0xFB]
        case SND_SEQ_EVENT_STOP: [0xFC]
        case SND_SEQ_EVENT_SENSING: [0xFE]
        case SND_SEQ_EVENT_RESET: [0xFF]
        default: []
        }
    }

    private static func status(_ kind: UInt8, _ event: snd_seq_event_t) -> UInt8 {
        kind | event.data.control.channel & 15
    }

    private static func value(_ event: snd_seq_event_t) -> Int32 { event.data.control.value }

    private static func parameter(_ event: snd_seq_event_t) -> UInt8 {
        UInt8(event.data.control.param & 0x7F)
    }

    private static func low(_ value: Int32) -> UInt8 { UInt8(value & 0x7F) }

    private static func high(_ value: Int32) -> UInt8 { UInt8(value >> 7 & 0x7F) }

    private static func note(_ kind: UInt8, _ event: snd_seq_event_t) -> [UInt8] {
        let note = event.data.note
        return [kind | note.channel & 15, note.note & 0x7F, note.velocity & 0x7F]
    }

    private static func pair(_ status: UInt8, _ value: Int32) -> [UInt8] {
        [status, low(value), high(value)]
    }

    /// Controllers 0…31 have their lower seven bits 32 further on (MIDI 1.0, table III).
    private static func wideController(_ event: snd_seq_event_t) -> [UInt8] {
        let (status, number) = (status(0xB0, event), parameter(event))
        guard number < 32 else { return [status, number, low(value(event))] }
        return [status, number, high(value(event)), status, number + 32, low(value(event))]
    }

    /// A (non-)registered parameter, by the controllers that select it, and data entry.
    private static func parameter(_ event: snd_seq_event_t, select: (UInt8, UInt8)) -> [UInt8] {
        let (status, number) = (status(0xB0, event), Int32(bitPattern: event.data.control.param))
        return [
            status, select.0, high(number), status, select.1, low(number), status, 6, high(value(event)),
            status, 38, low(value(event)),
        ]
    }

    private static func exclusive(_ event: snd_seq_event_t) -> [UInt8] {
        // The field is packed, so the pointer lies where it pleases.
        let (count, start) = (event.data.ext.len, event.data.ext.ptr)
        guard let start, event.flags & 0x0C == 4 else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    // MARK: - From bytes

    /// The event of a channel or system message in bytes, without address; nil for System Exclusive.
    package static func event(of message: [UInt8]) -> snd_seq_event_t? {
        guard let status = message.first, status >= 0x80, status != 0xF0, message.count <= 3 else {
            return nil
        }
        let (first, second) = (message.count > 1 ? message[1] : 0, message.count > 2 ? message[2] : 0)
        guard let kind = kind(ofStatus: status) else { return nil }
        var event = snd_seq_event_t()
        event.type = UInt8(truncatingIfNeeded: kind.rawValue)
        switch status {
        case 0x80..<0xB0:
            event.data.note = .init(
                channel: status & 15, note: first, velocity: second, off_velocity: 0, duration: 0)
        default:
            event.data.control.channel = status < 0xF0 ? status & 15 : 0
            event.data.control.param = status & 0xF0 == 0xB0 ? UInt32(first) : 0
            event.data.control.value = value(ofStatus: status, first, second)
        }
        return event
    }

    private static func value(ofStatus status: UInt8, _ first: UInt8, _ second: UInt8) -> Int32 {
        switch status {
        case 0xB0..<0xC0: Int32(second)
        case 0xE0..<0xF0: Int32(second) << 7 + Int32(first) - 8192
        case 0xF2: Int32(second) << 7 + Int32(first)
        default: Int32(first)
        }
    }

    private static func kind(ofStatus status: UInt8) -> snd_seq_event_type? {
        switch status {
        case 0x80..<0x90: SND_SEQ_EVENT_NOTEOFF
        case 0x90..<0xA0: SND_SEQ_EVENT_NOTEON
        case 0xA0..<0xB0: SND_SEQ_EVENT_KEYPRESS
        case 0xB0..<0xC0: SND_SEQ_EVENT_CONTROLLER
        case 0xC0..<0xD0: SND_SEQ_EVENT_PGMCHANGE
        case 0xD0..<0xE0: SND_SEQ_EVENT_CHANPRESS
        case 0xE0..<0xF0: SND_SEQ_EVENT_PITCHBEND
        case 0xF1: SND_SEQ_EVENT_QFRAME
        case 0xF2: SND_SEQ_EVENT_SONGPOS
        case 0xF3: SND_SEQ_EVENT_SONGSEL
        case 0xF6: SND_SEQ_EVENT_TUNE_REQUEST
        case 0xF8: SND_SEQ_EVENT_CLOCK
        case 0xFA: SND_SEQ_EVENT_START
        case 0xFB: SND_SEQ_EVENT_CONTINUE
        case 0xFC: SND_SEQ_EVENT_STOP
        case 0xFE: SND_SEQ_EVENT_SENSING
        case 0xFF: SND_SEQ_EVENT_RESET
        default: nil
        }
    }
}
