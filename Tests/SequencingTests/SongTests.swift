import TestSupport
import Testing

@testable import AVFSequencing

/// Songs: files in and out, the tempo track, and what is played.
struct SongTests {
    private func note(_ key: UInt8, _ duration: Double = 1, channel: UInt8 = 0) -> MusicEvent {
        .note(.init(channel: channel, key: key, velocity: 100, duration: duration))
    }

    private func song(_ tracks: [(Double, MusicEvent)]...) throws -> Song {
        var song = Song()
        for events in tracks {
            let identifier = song.appendTrack()
            for (beat, event) in events {
                try song.edit(identifier) { track throws(SongError) in try track.add(event, at: beat)
                }
            }
        }
        return song
    }

    private func play(_ song: inout Song, frames: Int = 24000 * 8) -> [String] {
        let run = SequencerRun()
        run.link.use(song.makeTimeline())
        run.link.start()
        run.render(frames)
        return run.text()
    }

    @Test func `the tempo track decides where beats are`() throws {
        var song = try song([(1, note(60)), (2, note(61))])
        try song.editTempoTrack { track throws(SongError) in try track.add(.extendedTempo(60), at: 1)
        }
        #expect(play(&song) == ["24000 on 60", "72000 off 60", "72000 on 61", "120000 off 61"])
        #expect(song.tempoMap.seconds(ofBeat: 3) == 2.5)
        #expect(throws: SongError.notForTempoTrack) {
            try song.editTempoTrack { track throws(SongError) in try track.add(note(1), at: 0) }
        }
    }

    @Test func `mute and solo choose the tracks that are played`() throws {
        var song = try song([(0, note(60))], [(0, note(61))], [(0, note(62))])
        func played(_ change: (inout SongTrack) -> Void, _ identifier: Int32) throws -> [String] {
            try song.edit(identifier) { track throws(SongError) in change(&track) }
            return play(&song).filter { $0.contains("on") }
        }
        #expect(try played({ $0.isMuted = true }, 1) == ["0 on 61", "0 on 62"])
        #expect(try played({ $0.isSoloed = true }, 3) == ["0 on 62"])
        // A muted track stays silent, and its solo silences nobody.
        #expect(try played({ $0.isMuted = true }, 3) == ["0 on 61"])
    }

    @Test func `a whole track loops, with an offset`() throws {
        var song = try song([(0, note(60, 0.5))])
        try song.edit(1) { track throws(SongError) in
            try track.setLength(1)
            try track.setOffset(0.5)
            try track.setPassCount(2)
            track.isLooping = true
        }
        #expect(play(&song) == ["12000 on 60", "24000 off 60", "36000 on 60", "48000 off 60"])
        #expect(song.makeTimeline().endUnit == TimeBase.usual.unit(ofBeat: 2.5))
    }

    @Test func `the first of several tracks is the tempo track if it has meta events only`() throws {
        let build = FileBuilder.self
        let conductor: [UInt8] = [0, 0xFF, 3, 1, 65, 0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40] + build.end
        let tempo: [UInt8] = [0x83, 0x60, 0xFF, 0x51, 3, 7, 0xA1, 0x20]
        let song = Song(try MIDIFile(build.file(conductor, tempo + build.noteTrack)))
        #expect(song.tracks.count == 1)
        // Tempi of all tracks count.
        #expect([1, 2].map { song.tempoMap.seconds(ofBeat: $0) } == [1, 1.5])
        let single = Song(try MIDIFile(build.file(tempo + build.noteTrack)))
        #expect(single.tracks.count == 1 && single.tracks[0].events.count == 1)
        #expect(single.tempoTrack.events.count == 1)
    }

    @Test func `channels become tracks, and the rest a last one`() throws {
        let build = FileBuilder.self
        let events: [UInt8] = [0, 0x92, 60, 1, 0, 0xB0, 7, 1, 0, 0xFF, 1, 1, 65, 0, 0xC2, 5]
        let song = Song(try MIDIFile(build.file(events + build.end)), splitsChannels: true)
        #expect(song.tracks.map(\.events.count) == [1, 2, 1])
    }

    @Test func `settings, own events and positions come back from a file`() throws {
        var song = try song(
            [
                (0.25, note(60)), (1, .user([1, 2, 3])),
                (2, .extendedNote(.init(key: 60.5, velocity: 99.5, duration: 0.3))),
            ],
            [(0, .parameter(.init(identifier: 7, value: 0.5)))], [])
        try song.edit(1) { track throws(SongError) in
            track.isMuted = true
            track.isLooping = true
            try track.setPassCount(3)
            try track.setLoopRange(BeatRange(start: 1, length: 2.5))
            try track.setOffset(-1.5)
        }
        try song.editTempoTrack { track throws(SongError) in
            try track.add(.extendedTempo(99.9), at: 0)
            try track.add(.timeSignature(numerator: 3, denominatorPower: 2), at: 0)
        }
        let read = Song(try MIDIFile(try song.file().bytes()))
        #expect(read.tracks.map(\.events) == song.tracks.map(\.events))
        #expect(read.tempoTrack.events == song.tempoTrack.events)
        let (first, second) = (read.tracks[0], read.tracks[1])
        #expect(first.isMuted && first.isLooping && first.passCount == 3 && first.offset == -1.5)
        #expect(first.loopRange == BeatRange(start: 1, length: 2.5))
        #expect(second.isOfParameters && !second.isMuted && !second.hasLoopRange)
        #expect(throws: SongError.resolution(40000)) { try song.file(ticksPerQuarter: 40000) }
        #expect(try song.file(ticksPerQuarter: 96).timeBase == .ticksPerQuarter(96))
    }

    @Test func `reversed, every note sounds as long as before, at the same tempo`() throws {
        var song = try song([(0, note(60, 1)), (2, note(61, 2))])
        try song.editTempoTrack { track throws(SongError) in try track.add(.extendedTempo(60), at: 2)
        }
        song.reverse()
        // Two beats of a second for 61, one silent and one for 60 of half a second.
        #expect(play(&song) == ["0 on 61", "96000 off 61", "120000 on 60", "144000 off 60"])
        song.reverse()
        #expect(play(&song) == ["0 on 60", "24000 off 60", "48000 on 61", "144000 off 61"])
    }

    @Test func `tracks that an edit leaves alone are not made again`() throws {
        var song = try song([(0, note(60))], [(0, note(61))])
        _ = song.makeTimeline()
        var (first, second) = (song.tracks[0], song.tracks[1])
        try song.edit(1) { track throws(SongError) in try track.add(note(62), at: 1) }
        _ = song.makeTimeline()
        var (newFirst, newSecond) = (song.tracks[0], song.tracks[1])
        #expect(first.lane().0 !== newFirst.lane().0)
        #expect(second.lane().0 === newSecond.lane().0)
    }

    @Test func `a thousand tempo changes put every note on its exact frame`() throws {
        var random = SeededGenerator(seed: 21)
        var song = Song(timeBase: .ticksPerQuarter(96))
        let identifier = song.appendTrack()
        var (expected, sum) = ([String](), UInt64(0))
        try song.editTempoTrack { track throws(SongError) in
            for index in 0..<1000 {
                let microseconds = Int.random(in: 200_000...700_000, using: &random)
                try track.add(.tempo(microseconds: microseconds), at: Double(index))
                // Microseconds × 44100 / 10^6, rounded half up.
                expected.append("\((sum * 44100 + 500_000) / 1_000_000) on \(index % 128)")
                sum += UInt64(microseconds)
            }
        }
        try song.edit(identifier) { track throws(SongError) in
            for index in 0..<1000 { try track.add(note(UInt8(index % 128), 0.5), at: Double(index)) }
        }
        let read = try MIDIFile(try song.file().bytes())
        var loaded = Song(read)
        let run = SequencerRun(sampleRateHz: 44100)
        run.link.use(loaded.makeTimeline())
        run.link.start()
        while run.sent.count < 2000 { run.render(Int.random(in: 1...100_000, using: &random)) }
        #expect(run.text().filter { $0.contains("on") } == expected)
    }

    @Test func `after 24 hours no frame is lost`() throws {
        var song = Song()
        let identifier = song.appendTrack()
        // 333.333 beats a minute, which no sum of doubles gets right, in a loop of seven beats.
        try song.editTempoTrack { track throws(SongError) in
            try track.add(.extendedTempo(333.333), at: 0)
        }
        try song.edit(identifier) { track throws(SongError) in
            try track.add(note(60, 0.5), at: 3.25)
            try track.setLength(7)
            track.isLooping = true
        }
        let run = SequencerRun(sampleRateHz: 44100)
        run.link.use(song.makeTimeline())
        run.link.start()
        let day = 24 * 3600 * 44100
        while run.frame < day - 1_000_000 { run.render(200_000, keeps: false) }
        while run.frame < day { run.render(997) }
        let picoseconds = UInt128(TempoChange.picoseconds(ofTempo: 333.333))
        // Quarters of beats: 13 is 3.25.
        let on = run.sent.first { $0.bytes[0] == 0x90 }
        let pass = UInt128(on?.frame ?? 0) * 4_000_000_000_000 / 44100 / picoseconds / 28
        let exact = ((pass * 28 + 13) * picoseconds * 44100 + 2_000_000_000_000) / 4_000_000_000_000
        #expect(UInt128(on?.frame ?? 0) == exact)
        #expect(run.sent.count > 20)
    }
}
