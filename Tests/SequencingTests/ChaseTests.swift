import AVFRender
import Testing

@testable import AVFSequencing

/// What is sent before a song is played from a place within it.
struct ChaseTests {
    /// A song of one track on bus 3.
    private func song(_ events: [(Double, MusicEvent)], loops: Bool = false) throws -> Song {
        var song = Song()
        let track = song.appendTrack()
        for (beat, event) in events {
            try song.edit(track) { (track) throws(SongError) in try track.add(event, at: beat) }
        }
        try song.edit(track) { (track) throws(SongError) in
            track.bus = 3
            track.isLooping = loops
            try track.setLoopRange(BeatRange(start: 4, length: 4))
        }
        return song
    }

    private func control(_ controller: UInt8, _ value: UInt8) -> MusicEvent {
        .controlChange(channel: 2, controller: controller, value: value)
    }

    private func sent(_ song: Song, before beat: Double) -> [[UInt8]] {
        song.chasedEvents(before: beat).map { event in
            #expect(event.bus == 3)
            return [event.status, event.data1, event.data2]
        }
    }

    @Test func `the newest of each controller, program and bend before the place is sent, and nothing later`()
        throws
    {
        let song = try song([
            (0, control(7, 100)), (1, control(7, 90)), (0, control(0, 1)), (1, control(10, 20)),
            (2, .programChange(channel: 2, program: 5)), (3, .pitchBend(channel: 2, value: 8192 + 130)),
            (3, .channelPressure(channel: 2, pressure: 11)), (3.5, control(7, 1)),
            (0, .note(.init(channel: 2, key: 60, duration: 8))),
        ])
        #expect(
            sent(song, before: 3.25) == [
                [0xB2, 0, 1], [0xC2, 5, 0], [0xB2, 7, 90], [0xB2, 10, 20], [0xD2, 11, 0], [0xE2, 2, 65],
            ])
        #expect(sent(song, before: 0) == [])
    }

    @Test func `parameter numbers keep their values, and the one that is selected stays so`() throws {
        let song = try song([
            (0, control(101, 0)), (0, control(100, 0)), (0, control(6, 12)), (0.1, control(38, 50)),
            (1, control(101, 0)), (1, control(100, 2)), (1, control(6, 70)),
            (2, control(101, 127)), (2, control(100, 127)), (2, control(6, 99)),
        ])
        #expect(
            sent(song, before: 3) == [
                [0xB2, 101, 0], [0xB2, 100, 0], [0xB2, 6, 12], [0xB2, 38, 50],
                [0xB2, 101, 0], [0xB2, 100, 2], [0xB2, 6, 70], [0xB2, 100, 127], [0xB2, 101, 127],
            ])
    }

    @Test func `resetting all controllers forgets what it resets, as RP-015 says`() throws {
        let song = try song([
            (0, control(1, 50)), (0, control(7, 90)), (0, control(64, 127)),
            (0, .pitchBend(channel: 2, value: 0)), (1, control(121, 0)), (2, control(11, 60)),
        ])
        #expect(sent(song, before: 3) == [[0xB2, 7, 90], [0xB2, 11, 60]])
    }

    @Test func `within a loop what its own pass has set comes behind the pass before`() throws {
        let song = try song(
            [(0, control(7, 10)), (4, control(7, 20)), (6, control(7, 30)), (7, control(10, 5))], loops: true)
        // Beat 9 is beat 5 of the track again, beat 13.5 beat 5.5 of the third pass.
        #expect(sent(song, before: 9) == [[0xB2, 7, 20], [0xB2, 10, 5]])
        #expect(sent(song, before: 14.5) == [[0xB2, 7, 30], [0xB2, 10, 5]])
    }

    @Test func `it is sent once, with the first frame that is played`() throws {
        let song = try song([(0, control(7, 10)), (2, .note(.init(channel: 2, key: 60, duration: 1)))])
        var played = song
        try played.edit(1) { (track) throws(SongError) in track.bus = 0 }
        let run = SequencerRun()
        run.link.use(played.makeTimeline())
        run.link.seek(toBeat: 2, of: played)
        run.render(100)
        #expect(run.sent.isEmpty)
        run.link.start()
        run.render(100)
        run.link.stop()
        run.render(100)
        run.link.start()
        run.render(100)
        #expect(
            run.sent.map(\.bytes) == [[0xB2, 7, 10], [0x92, 60, 64], [0x82, 60, 64]])
    }
}
