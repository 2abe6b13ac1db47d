import AVFDevices
import AVFRender
import TestSupport
import Testing

@Suite struct SoundingNotesTests {
    private func sounding(_ messages: [[UInt8]]) -> SoundingNotes {
        var notes = SoundingNotes()
        for message in messages { UniversalPacket.packets(ofMessage: message).forEach { notes.take($0) } }
        return notes
    }

    private func release(_ messages: [[UInt8]]) -> [[UInt8]] {
        var notes = sounding(messages)
        return UniversalPacket.packets(in: notes.release()).flatMap(\.messagesInBytes)
    }

    @Test func `a note sounds until its note-off, or a note-on without velocity`() {
        #expect(
            release([[0x90, 60, 1], [0x91, 61, 2], [0x90, 62, 3], [0x80, 60, 0], [0x90, 62, 0]])
                == [[0x81, 61, 64]])
    }

    @Test func `a key that was played twice ends twice`() {
        #expect(release([[0x95, 60, 1], [0x95, 60, 1]]) == [[0x85, 60, 64], [0x85, 60, 64]])
    }

    @Test func `a pedal that is down is lifted`() {
        #expect(
            release([[0xB2, 64, 127], [0xB2, 66, 64], [0xB3, 64, 127], [0xB3, 64, 63]])
                == [[0xB2, 64, 0], [0xB2, 66, 0]])
    }

    @Test(arguments: [120, 123, 124, 125, 126, 127] as [UInt8])
    func `controllers that end all notes of a channel end them`(controller: UInt8) {
        #expect(release([[0x90, 60, 1], [0x91, 60, 1], [0xB0, controller, 0]]) == [[0x81, 60, 64]])
    }

    @Test func `notes of MIDI 2.0 end as such, in their group`() {
        var notes = SoundingNotes()
        notes.take(UniversalPacket(0x4593_3C00, 0))
        // A velocity of 0 is a note in MIDI 2.0; the pedal is down from the middle on.
        notes.take(UniversalPacket(0x45B3_4000, 0x8000_0000))
        #expect(notes.release() == [0x4583_3C00, 0x8000_0000, 0x45B3_4000, 0])
        #expect(notes.isEmpty)
    }

    @Test func `after any messages, the release leaves nothing sounding`() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            var notes = sounding((0..<300).map { _ in MIDIBytes.randomMessage(&random) })
            var after = notes
            UniversalPacket.packets(in: notes.release()).forEach { after.take($0) }
            #expect(after.isEmpty)
            #expect(notes.release().isEmpty)
        }
    }
}
