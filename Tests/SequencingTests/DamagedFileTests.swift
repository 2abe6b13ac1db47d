import Testing

@testable import AVFSequencing

/// One note of half a second in files that are damaged in the ways that files are.
struct DamagedFileTests {
    private typealias Build = FileBuilder
    private static let note = ["0.0: note 60 100 for 1.0"]

    /// A file that still has its note, and what the reader says about it.
    struct Damage: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let problems: [MIDIFileRepair.Problem]

        init(_ name: String, _ bytes: [UInt8], _ problems: MIDIFileRepair.Problem...) {
            testDescription = name
            self.bytes = bytes
            self.problems = problems
        }
    }

    static let harmless: [Damage] = [
        Damage("no 2F", Build.file(Build.note), .noEndOfTrack),
        Damage(
            "header of 8 bytes", Build.header(extra: [1, 2]) + Build.track(Build.noteTrack),
            .headerLength(8)),
        Damage(
            "3 tracks announced", Build.header(trackCount: 3) + Build.track(Build.noteTrack),
            .trackCount(announced: 3, found: 1)),
        Damage(
            "track too long", Build.header() + Build.track(Build.noteTrack, length: 4000),
            .trackTooLong(announced: 4000, available: 13)),
        Damage(
            "track of length 0", Build.header() + Build.track(Build.noteTrack, length: 0),
            .trackTooShort(announced: 0, found: 13)),
        Damage(
            "track too short", Build.header() + Build.track(Build.noteTrack, length: 5),
            .trackTooShort(announced: 5, found: 13)),
        Damage(
            "tempo of 2 bytes", Build.file([0, 0xFF, 0x51, 2, 7, 8] + Build.noteTrack),
            .tempo(byteCount: 2)),
        Damage("tempo 0", Build.file([0, 0xFF, 0x51, 3, 0, 0, 0] + Build.noteTrack), .tempoOfZero),
        Damage("division 0", Build.file(Build.noteTrack, division: 0), .division(0)),
        Damage(
            "MacBinary", Array(repeating: 0, count: 128) + Build.file(Build.noteTrack),
            .bytesBeforeHeader(count: 128)),
        Damage(
            "junk before the track",
            Build.header() + Array("XFIH".utf8) + Build.number(3, 4) + [1, 2, 3]
                + Build.track(Build.noteTrack),
            .unknownChunk(byteCount: 11)),
        Damage(
            "bytes without a name before the track",
            Build.header() + [1, 2, 3] + Build.track(Build.noteTrack),
            .unknownChunk(byteCount: 3)),
        Damage(
            "first event without status", Build.file([0, 60, 100] + Build.noteTrack.dropFirst()),
            .eventWithoutStatus(skippedByteCount: 2)),
        Damage("F8 in the track", Build.file([0, 0xF8] + Build.noteTrack), .unexpectedStatus(0xF8)),
        Damage(
            "bytes behind 2F", Build.file(Build.noteTrack + [1, 2, 3]), .bytesAfterEndOfTrack(count: 3)),
        Damage(
            "2F in the middle", Build.file(Build.noteTrack + Build.noteTrack),
            .bytesAfterEndOfTrack(count: 13)),
        Damage(
            "F0 that is longer than the track", Build.file(Build.note + [0, 0xF0, 0x40, 1, 2]),
            .contentTooLong(announced: 64, available: 2)),
        Damage(
            "a number of 5 bytes", Build.file(Build.note + [0x81, 0x80, 0x80, 0x80, 0, 0x90, 1, 1]),
            .lengthOfNumber),
        Damage("cut within an event", Build.file(Build.note + [0, 0x90, 61]), .cutEvent),
        Damage(
            "an end without a note", Build.file([0, 0x80, 50, 0] + Build.noteTrack),
            .endsWithoutNote(count: 1)),
        Damage(
            "format 9", Build.header(format: 9) + Build.track(Build.noteTrack), .format(9)),
    ]

    @Test(arguments: harmless)
    func `the note is there, and the reader says what it has repaired`(_ damage: Damage) throws {
        let file = try MIDIFile(damage.bytes)
        #expect(Build.events(file) == Self.note)
        #expect(file.repairs.map(\.problem) == damage.problems)
        #expect(file.repairs.allSatisfy { !$0.description.isEmpty && $0.byteOffset <= damage.bytes.count })
    }

    @Test func `running status goes on behind meta events`() throws {
        let events: [UInt8] = [0, 0x90, 60, 100, 0, 0xFF, 1, 1, 65, 0x83, 0x60, 60, 0]
        let file = try MIDIFile(Build.file(events + Build.end))
        #expect(Build.events(file) == ["0.0: note 60 100 for 1.0", "0.0: meta 1 [65]"])
    }

    @Test func `F0 without F7 plays, and so does what follows`() throws {
        let file = try MIDIFile(Build.file([0, 0xF0, 2, 1, 2] + Build.noteTrack))
        #expect(Build.events(file) == ["0.0: exclusive [240, 1, 2]"] + Self.note)
    }

    @Test func `a data byte of 200 costs its event, and no hours`() throws {
        let bad: [UInt8] = [0, 0x90, 60, 200, 0x83, 0x60, 0x80, 60, 64]
        let file = try MIDIFile(Build.file(bad + Build.noteTrack))
        #expect(Build.events(file) == ["1.0: note 60 100 for 1.0"])
        #expect(
            file.repairs.map(\.problem) == [
                .dataByte(200, skippedByteCount: 2), .endsWithoutNote(count: 1),
            ])
    }

    @Test func `behind missing bytes the next event that can be one is read`() throws {
        // The note's data bytes are gone, and its end's time stands where they should.
        let file = try MIDIFile(Build.file([0, 0x90, 0xFF, 0x01, 0x01, 65, 0, 0x90, 60, 100] + Build.end))
        #expect(Build.events(file) == ["0.0: meta 1 [65]", "0.0: note 60 100 for 0.0"])
    }

    @Test func `behind damage a gap of hours ends the track`() throws {
        let gap: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F, 0x90, 61, 1]
        let file = try MIDIFile(Build.file([0, 0x90, 60, 200] + Build.note + gap + Build.end))
        #expect(Build.events(file) == Self.note)
        #expect(file.tracks[0].length == 1)
        let whole = try MIDIFile(Build.file(Build.note + gap + Build.end))
        #expect(whole.tracks[0].length > 559_000)
    }

    @Test func `a note without an end lasts to the end of the track`() throws {
        let file = try MIDIFile(Build.file([0, 0x90, 60, 100, 0x83, 0x60, 0xFF, 0x2F, 0]))
        #expect(Build.events(file) == Self.note)
        #expect(file.repairs.map(\.problem) == [.notesWithoutEnd(count: 1)])
    }

    @Test func `a track whose length hides the next one does not hide it`() throws {
        let hiding = Build.track(Build.noteTrack, length: 13 + 8 + 13)
        let file = try MIDIFile(Build.header(trackCount: 2) + hiding + Build.track(Build.noteTrack))
        #expect(file.tracks.count == 2)
        #expect(Build.events(file, 1) == Self.note)
    }

    @Test func `a damaged track leaves the others whole`() throws {
        let file = try MIDIFile(Build.file([0, 0x90, 60], Build.noteTrack))
        #expect(file.tracks.map(\.events.count) == [0, 1])
        #expect(file.repairs.map(\.track) == [0])
    }

    @Test func `more than 65535 tracks are read`() throws {
        let one = Build.track(Build.end)
        let file = try MIDIFile(Build.header(trackCount: 65535) + (0..<65540).flatMap { _ in one })
        #expect(file.tracks.count == 65540)
    }

    @Test func `of very many repairs the first 256 are listed, and the others counted`() throws {
        let file = try MIDIFile(Build.file((0..<1000).flatMap { _ in [0, 0xF8] as [UInt8] } + Build.end))
        #expect(file.repairs.count == 256)
        #expect(file.furtherRepairCount == 744)
    }

    @Test func `positions that cannot be kept end the track`() throws {
        let gap: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 1, 0]
        let file = try MIDIFile(Build.file((0..<300).flatMap { _ in gap } + Build.end))
        #expect(file.repairs.map(\.problem) == [.position])
        #expect(file.tracks[0].events.count == 256)
    }
}
