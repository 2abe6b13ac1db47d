import AVFRender
import CAVFALSA
import Glibc

/// The calls of alsa-lib's sequencer for messages in words, which alsa-lib has from 1.2.10 on.
///
/// They are looked up when the program runs, so that it starts with an older library too.
package struct SequencerPacketCalls: Sendable {
    /// Declares what the client speaks: 2 is MIDI 2.0 in words.
    package var setVersion: @convention(c) (SequencerCalls.Sequencer, Int32) -> Int32
    /// What the client of a description speaks: 0 for bytes.
    package var version: @convention(c) (SequencerCalls.Info) -> Int32
    /// Takes the next event, of 32 bytes.
    package var input:
        @convention(c) (SequencerCalls.Sequencer, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Int32
    /// Sends an event of 32 bytes.
    package var output: @convention(c) (SequencerCalls.Sequencer, UnsafeMutableRawPointer?) -> Int32

    /// These calls.
    package init(
        setVersion: @escaping @convention(c) (SequencerCalls.Sequencer, Int32) -> Int32,
        version: @escaping @convention(c) (SequencerCalls.Info) -> Int32,
        input:
            @escaping @convention(c) (
                SequencerCalls.Sequencer, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
            ) -> Int32,
        output: @escaping @convention(c) (SequencerCalls.Sequencer, UnsafeMutableRawPointer?) -> Int32
    ) {
        (self.setVersion, self.version, self.input, self.output) = (setVersion, version, input, output)
    }

    /// The calls of the alsa-lib that the program runs with; nil if it is older.
    package static let ofLibrary: SequencerPacketCalls? = {
        guard let setVersion = dlsym(nil, "snd_seq_set_client_midi_version"),
            let version = dlsym(nil, "snd_seq_client_info_get_midi_version"),
            let input = dlsym(nil, "snd_seq_ump_event_input"),
            let output = dlsym(nil, "snd_seq_ump_event_output_direct")
        else { return nil }
        // The signatures are those of alsa-lib 1.2.10, seq.h and seqmid.h.
        return SequencerPacketCalls(
            setVersion: unsafeBitCast(
                setVersion, to: (@convention(c) (SequencerCalls.Sequencer, Int32) -> Int32).self),
            version: unsafeBitCast(version, to: (@convention(c) (SequencerCalls.Info) -> Int32).self),
            input: unsafeBitCast(
                input,
                to: (@convention(c) (
                    SequencerCalls.Sequencer, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
                ) -> Int32).self),
            output: unsafeBitCast(
                output,
                to: (@convention(c) (SequencerCalls.Sequencer, UnsafeMutableRawPointer?) -> Int32).self))
    }()
}

/// A sequencer's event that may hold a message in words: the usual one, with four words in place of its data.
///
/// alsa-lib 1.2.10, seq_event.h: the data begins at byte 16, and a flag says that it is words.
package enum SequencerPacketEvent {
    /// Bytes of an event.
    package static let byteCount = 32
    /// What the flags say of an event in words.
    package static let flag: UInt8 = 1 << 5
    private static let dataOffset = 16

    /// The message of an event in words; nil for one that holds none.
    package static func packet(of event: UnsafeRawPointer) -> UniversalPacket? {
        guard event.load(as: snd_seq_event_t.self).flags & flag != 0 else { return nil }
        let words = (0..<4).map { event.load(fromByteOffset: dataOffset + 4 * $0, as: UInt32.self) }
        let count = UniversalPacket.wordCount(words[0])
        return UniversalPacket(
            words[0], count > 1 ? words[1] : 0, count > 2 ? words[2] : 0, count > 3 ? words[3] : 0)
    }

    /// Writes a message into an event of 32 bytes, whose address and queue are `event`'s.
    package static func write(
        _ packet: UniversalPacket, _ event: snd_seq_event_t, to place: UnsafeMutableRawPointer
    ) {
        var event = event
        event.flags |= flag
        place.storeBytes(of: event, as: snd_seq_event_t.self)
        for word in 0..<4 {
            place.storeBytes(of: packet.word(word), toByteOffset: dataOffset + 4 * word, as: UInt32.self)
        }
    }
}
