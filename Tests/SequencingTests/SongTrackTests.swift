import TestSupport
import Testing

@testable import AVFSequencing

/// Edits of tracks.
struct SongTrackTests {
    private typealias Entry = (beat: Double, value: UInt8)

    private func control(_ value: UInt8) -> MusicEvent {
        .controlChange(channel: 0, controller: 1, value: value)
    }

    private func track(_ entries: [Entry]) throws -> SongTrack {
        var track = SongTrack(1, timeBase: .usual)
        for entry in entries { try track.add(control(entry.value), at: entry.beat) }
        return track
    }

    private func text(_ track: SongTrack) -> [String] {
        track.events.entries(0..<track.events.count).map { entry in
            guard case .controlChange(_, _, let value) = entry.event else { return "?" }
            return "\(entry.beat):\(value)"
        }
    }

    @Test func `positions come back as they were given`() throws {
        let beats = [0.1, 1.0 / 3, 0.1 + 0.2, 7.000000000000001]
        let track = try track(beats.map { ($0, 1) })
        #expect((0..<4).map(track.events.beat) == beats.sorted())
    }

    @Test func `each edit does what Apple's documentation says`() throws {
        let four = try track([(0, 1), (1, 2), (2, 3), (3, 4)])
        var edited = four
        try edited.clear(BeatRange(start: 1, length: 2))
        #expect(text(edited) == ["0.0:1", "3.0:4"])
        edited = four
        try edited.cut(BeatRange(start: 1, length: 2))
        #expect(text(edited) == ["0.0:1", "1.0:4"])
        edited = four
        try edited.move(BeatRange(start: 0, length: 2), by: 2.5)
        #expect(text(edited) == ["2.0:3", "2.5:1", "3.0:4", "3.5:2"])
        edited = four
        try edited.copy(BeatRange(start: 0, length: 2), from: four, insertAt: 1)
        #expect(text(edited) == ["0.0:1", "1.0:1", "2.0:2", "3.0:2", "4.0:3", "5.0:4"])
        edited = four
        try edited.copyAndMerge(BeatRange(start: 0, length: 2), from: four, mergeAt: 1)
        #expect(text(edited) == ["0.0:1", "1.0:2", "1.0:1", "2.0:3", "2.0:2", "3.0:4"])
    }

    @Test func `a range of the largest Double reaches to the end`() throws {
        let three = try track([(0, 1), (1, 2), (2, 3)])
        let all = BeatRange(start: 1, length: .greatestFiniteMagnitude)
        var edited = three
        try edited.clear(all)
        #expect(text(edited) == ["0.0:1"])
        edited = three
        try edited.cut(all)
        #expect(text(edited) == ["0.0:1"])
        edited = three
        try edited.copy(all, from: three, insertAt: 0)
        // From beat 1 to the source's end there is one beat.
        #expect(text(edited) == ["0.0:2", "1.0:1", "1.0:3", "2.0:2", "3.0:3"])
    }

    @Test func `random edits do what the same edits of a plain list do`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            var list: [Entry] = []
            var track = try track([])
            for step in 0..<30 {
                let beat = Double(Int.random(in: 0...20, using: &random)) / 2
                let length = Double(Int.random(in: 0...8, using: &random)) / 2
                let range = BeatRange(start: beat, length: length)
                let other = Double(Int.random(in: 0...20, using: &random)) / 2
                let inside = { (entry: Entry) in entry.beat >= beat && entry.beat < beat + length }
                let copies = list.filter(inside).map { (beat: $0.beat - beat + other, value: $0.value) }
                let end = min(beat + length, max(beat, list.last?.beat ?? 0))
                switch Int.random(in: 0..<9, using: &random) {
                case 0:
                    try track.clear(range)
                    list.removeAll(where: inside)
                case 1:
                    try track.cut(range)
                    list.removeAll(where: inside)
                    list = list.map { $0.beat >= beat + length ? ($0.beat - length, $0.value) : $0 }
                case 2:
                    try track.move(range, by: other)
                    let moved = list.filter(inside).map { (beat: $0.beat + other, value: $0.value) }
                    list.removeAll(where: inside)
                    list += moved
                case 3:
                    try track.copy(range, from: track, insertAt: other)
                    list = list.map { $0.beat >= other ? ($0.beat + end - beat, $0.value) : $0 } + copies
                case 4:
                    try track.copyAndMerge(range, from: track, mergeAt: other)
                    list += copies
                default:
                    try track.add(control(UInt8(step)), at: beat)
                    list.append((beat, UInt8(step)))
                }
                // A stable sort: what was there comes first.
                list = list.enumerated().sorted {
                    ($0.element.beat, $0.offset) < ($1.element.beat, $1.offset)
                }
                .map(\.element)
                #expect(text(track) == list.map { "\($0.beat):\($0.value)" })
                #expect(track.length == list.last?.beat ?? 0)
                guard list.count < 100 else { break }
            }
        }
    }

    @Test func `enumeration changes, moves and removes events`() throws {
        var track = try track([(0, 1), (1, 2), (2, 3), (3, 4)])
        var seen: [Double] = []
        try track.enumerate(BeatRange(start: 1, length: 10)) { event, beat, isRemoved in
            seen.append(beat)
            if beat == 1 { isRemoved = true }
            if beat == 2 { beat = 0.5 }
            if beat == 3 { event = control(99) }
        }
        #expect(seen == [1, 2, 3])
        #expect(text(track) == ["0.0:1", "0.5:3", "3.0:99"])
    }

    @Test func `a refused edit changes nothing`() throws {
        var track = try track([(0, 1), (5, 2)])
        let before = text(track)
        let all = BeatRange(start: 0, length: 10)
        #expect(throws: SongError.self) { try track.move(all, by: -1) }
        #expect(throws: SongError.self) { try track.add(control(1), at: -1) }
        #expect(throws: SongError.self) { try track.add(control(1), at: .nan) }
        #expect(throws: SongError.self) { try track.add(control(1), at: 1e300) }
        #expect(throws: SongError.self) { try track.add(control(200), at: 1) }
        #expect(throws: SongError.self) { try track.add(.extendedTempo(0), at: 1) }
        #expect(throws: SongError.self) { try track.clear(BeatRange(start: .nan, length: 1)) }
        #expect(throws: SongError.self) { try track.cut(BeatRange(start: 0, length: -1)) }
        #expect(throws: SongError.onlyForTempoTrack) {
            try track.add(.tempo(microseconds: 1), at: 0)
        }
        #expect(throws: SongError.notForParameterTrack) {
            try track.add(.parameter(.init(identifier: 1, value: 2)), at: 0)
        }
        #expect(throws: SongError.self) {
            try track.enumerate(all) { event, _, _ in event = .extendedTempo(100) }
        }
        #expect(throws: SongError.passCount(0)) { try track.setPassCount(0) }
        #expect(text(track) == before)
    }

    @Test func `a parameter in an empty track makes it one of parameters`() throws {
        var track = try track([])
        try track.add(.parameter(.init(identifier: 1, value: 2)), at: 0)
        #expect(track.isOfParameters)
        #expect(throws: SongError.notForParameterTrack) { try track.add(control(1), at: 0) }
    }

    @Test func `the length is the last event's end, or what was set if that is later`() throws {
        var track = try track([])
        try track.setLength(3)
        #expect(track.length == 3)
        try track.add(.note(.init(key: 60, duration: 2)), at: 4)
        #expect(track.length == 6)
        try track.clear(BeatRange(start: 4, length: 1))
        #expect(track.length == 3)
    }
}
