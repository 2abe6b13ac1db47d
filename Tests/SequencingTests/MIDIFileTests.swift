import Glibc
import TestSupport
import Testing

@testable import AVFSequencing

/// What a reader makes of files as they should be.
struct MIDIFileTests {
    private typealias Build = FileBuilder

    @Test func `a note has the beat and the duration of its ticks`() throws {
        let file = try MIDIFile(Build.file(Build.noteTrack))
        #expect(Build.events(file) == ["0.0: note 60 100 for 1.0"])
        #expect(file.tracks[0].length == 1)
        #expect(file.repairs == [])
    }

    @Test(
        arguments: [
            ([0x00], 0), ([0x7F], 127), ([0x81, 0x00], 128), ([0xC0, 0x00], 8192), ([0xFF, 0x7F], 16383),
            ([0x81, 0x80, 0x00], 16384), ([0xFF, 0xFF, 0xFF, 0x7F], 268_435_455),
        ] as [([UInt8], Int)])
    func `a number of variable length is read as RP-001 says`(bytes: [UInt8], value: Int) throws {
        let file = try MIDIFile(Build.file(bytes + [0xB0, 7, 1] + Build.end))
        #expect(file.tracks[0].length == Double(value) / 480)
        #expect(Build.variableLength(value) == bytes)
    }

    @Test func `every kind of message is read, with running status`() throws {
        let messages: [[UInt8]] = [
            [0xA1, 60, 1], [0xB2, 7, 2], [8, 3], [0xC3, 4], [5], [0xD4, 6], [0xE5, 1, 64],
        ]
        let events: [UInt8] = messages.flatMap { [0] + $0 }
        let file = try MIDIFile(Build.file(events + Build.end))
        let store = file.tracks[0].events
        let expected: [MusicEvent] = [
            .polyPressure(channel: 1, key: 60, pressure: 1),
            .controlChange(channel: 2, controller: 7, value: 2),
            .controlChange(channel: 2, controller: 8, value: 3), .programChange(channel: 3, program: 4),
            .programChange(channel: 3, program: 5), .channelPressure(channel: 4, pressure: 6),
            .pitchBend(channel: 5, value: 8193),
        ]
        #expect((0..<store.count).map { store.event(at: $0) } == expected)
        #expect(file.repairs == [])
    }

    @Test func `a note-on of velocity 0 ends a note, and the first of two that overlap ends first`() throws {
        let events: [UInt8] = [0, 0x90, 60, 100, 60, 60, 99, 60, 60, 0, 60, 0x80, 60, 30]
        let file = try MIDIFile(Build.file(events + Build.end))
        #expect(Build.events(file) == ["0.0: note 60 100 for 0.25", "0.125: note 60 99 for 0.25"])
        guard case .note(let first) = file.tracks[0].events.event(at: 0),
            case .note(let second) = file.tracks[0].events.event(at: 1)
        else { return }
        #expect((first.releaseVelocity, second.releaseVelocity) == (64, 30))
    }

    @Test func `contents of meta, exclusive and escape events are kept`() throws {
        let events: [UInt8] = [
            0, 0xFF, 0x03, 2, 0xE4, 0x41, 0, 0xF0, 3, 1, 2, 0xF7, 0, 0xF7, 2, 0xF3, 1, 0, 0xFF, 0x7F, 0,
        ]
        let file = try MIDIFile(Build.file(events + Build.end))
        #expect(
            Build.events(file) == [
                "0.0: meta 3 [228, 65]", "0.0: exclusive [240, 1, 2, 247]", "0.0: escape [243, 1]",
                "0.0: meta 127 []",
            ])
    }

    /// How many messages a long song has: `AVF_SONG_MESSAGES`, 100,000 if it is not set.
    private static var longSongCount: Int {
        getenv("AVF_SONG_MESSAGES").flatMap { Int(String(cString: $0)) } ?? 100_000
    }

    @Test func `a song of very many messages is read whole, and plays from its end`() throws {
        let noteCount = Self.longSongCount / 2
        var track: [UInt8] = [0, 0x90, 60, 100, 1, 60, 0]
        track.reserveCapacity(6 * noteCount + 8)
        for note in 1..<noteCount { track += [1, UInt8(note % 128), 100, 1, UInt8(note % 128), 0] }
        let file = try MIDIFile(Build.file(track + Build.end))
        #expect(file.repairs == [])
        #expect(file.eventCount == noteCount)
        #expect(file.tracks[0].length == Double(2 * noteCount - 1) / 480)
        var song = Song(file)
        let run = SequencerRun()
        run.link.use(song.makeTimeline())
        run.link.start(atBeat: Double(2 * noteCount - 2) / 480)
        run.render(480)
        #expect(run.text() == ["0 on \((noteCount - 1) % 128)", "50 off \((noteCount - 1) % 128)"])
    }

    @Test func `the division of film frames makes a beat of a second`() throws {
        let file = try MIDIFile(Build.file([0x87, 0x68, 0xB0, 7, 1] + Build.end, division: 0xE728))
        #expect(file.timeBase == .smpte(framesPerSecond: 25, ticksPerFrame: 40))
        #expect(file.tracks[0].length == 1)
    }

    @Test func `RIFF MIDI is unwrapped, and its bank is found`() throws {
        let file = Build.file(Build.noteTrack)
        let bank: [UInt8] = Array("RIFF".utf8) + [8, 0, 0, 0] + Array("sfbkLIST".utf8)
        let data = Array("data".utf8) + Build.number(file.count, 4).reversed() + file
        let padding: [UInt8] = file.count % 2 == 1 ? [0] : []
        let content = Array("RMID".utf8) + data + padding + bank
        let bytes = Array("RIFF".utf8) + Build.number(content.count, 4).reversed() + content
        let read = try MIDIFile(bytes)
        #expect(Build.events(read) == ["0.0: note 60 100 for 1.0"])
        #expect(read.bank == (bytes.count - 16)..<bytes.count)
        #expect(read.repairs == [])
    }

    @Test(arguments: [[], [1, 2, 3], Array("MThd".utf8), Array(repeating: 0, count: 4000)] as [[UInt8]])
    func `bytes that are no MIDI file are refused, with their number`(bytes: [UInt8]) {
        #expect(throws: MIDIFileError.noHeader(byteCount: bytes.count)) { try MIDIFile(bytes) }
    }

    @Test func `a header without a track is refused`() {
        #expect(throws: MIDIFileError.noTrack(announcedTrackCount: 7)) {
            try MIDIFile(Build.header(trackCount: 7))
        }
    }
}
