import AVFRender
import Testing

@testable import AVFSequencing

/// What a sequencer sends on which frame.
struct SchedulerTests {
    private func note(_ key: UInt8, _ duration: Double, channel: UInt8 = 0) -> MusicEvent {
        .note(.init(channel: channel, key: key, velocity: 100, duration: duration))
    }

    private func control(_ controller: UInt8) -> MusicEvent {
        .controlChange(channel: 0, controller: controller, value: 1)
    }

    @Test func `the first rendered frame after a start is beat 0`() {
        let run = SequencerRun(from: 777)
        run.link.use(TestSong([(0, note(60, 1))]).timeline())
        run.render(100)
        run.link.start()
        run.render(30000)
        #expect(run.text() == ["877 on 60", "24877 off 60"])
    }

    @Test func `a start at a frame within a block is exact`() {
        let run = SequencerRun()
        run.link.use(TestSong([(0, note(60, 0.001))]).timeline())
        run.link.start(atBeat: 0, atFrame: 1234)
        run.render(1000)
        #expect(!run.transport.isMoving)
        run.render(1000)
        // 24 frames are a thousandth of a beat.
        #expect(run.text() == ["1234 on 60", "1258 off 60"])
    }

    @Test func `a note shorter than a block, or than a frame, is struck and released`() {
        let run = SequencerRun()
        run.link.use(
            TestSong([(0, note(60, 0.00001)), (0, note(61, 0)), (0.001, note(62, 0.01))]).timeline())
        run.link.start()
        run.render(4096)
        #expect(run.text() == ["0 on 60", "0 on 61", "0 off 61", "0 off 60", "24 on 62", "264 off 62"])
    }

    @Test func `at one frame releases come first, then messages, then notes`() {
        var song = TestSong([(0, note(60, 1)), (1, note(61, 1)), (1, control(7))])
        song.tracks.append(.init(identifier: 1))
        song.tracks[1].events.insert(note(62, 1), at: 1)
        song.tracks[1].events.insert(.programChange(channel: 0, program: 3), at: 1)
        let run = SequencerRun()
        run.link.use(song.timeline())
        run.link.start(atBeat: 0.5)
        run.link.start(atBeat: 0)
        run.render(24001)
        #expect(
            run.text() == [
                "0 on 60", "24000 off 60", "24000 176 7", "24000 192 3", "24000 on 61", "24000 on 62",
            ])
    }

    @Test func `a key that is struck again is released first, and released once`() {
        let run = SequencerRun()
        run.link.use(TestSong([(0, note(60, 2)), (1, note(60, 0.5))]).timeline())
        run.link.start()
        run.render(96000)
        #expect(run.text() == ["0 on 60", "24000 off 60", "24000 on 60", "36000 off 60"])
    }

    @Test func `stopping, seeking and muting release what sounds`() {
        var song = TestSong([(0, note(60, 10)), (0, note(61, 20)), (5, note(62, 10))])
        let run = SequencerRun()
        run.link.use(song.timeline())
        run.link.start()
        run.render(100)
        run.link.stop()
        run.render(100)
        run.link.start(atBeat: 0)
        run.render(100)
        run.link.seek(toBeat: 5)
        run.render(100)
        song.tracks[0].isMuted = true
        run.link.use(song.timeline())
        run.render(100)
        #expect(
            run.text() == [
                "0 on 60", "0 on 61", "100 off 60", "100 off 61", "200 on 60", "200 on 61", "300 off 60",
                "300 off 61", "300 on 62", "400 off 62",
            ])
    }

    @Test func `a stopped song goes on where it was`() {
        let run = SequencerRun()
        run.link.use(TestSong([(0.5, note(60, 0.25)), (1, note(61, 1))]).timeline())
        run.link.start()
        run.render(12100)
        run.link.stop()
        run.render(5000)
        #expect(run.link.currentBeat == 12100.0 / 24000)
        run.link.start()
        run.render(20000)
        #expect(run.text() == ["12000 on 60", "12100 off 60", "29000 on 61"])
    }

    @Test func `a loop ends its notes before it begins again`() {
        var song = TestSong([(0, note(60, 8)), (1, note(61, 8)), (3, note(62, 1))])
        song.tracks[0].loop = (1, 2, 3)
        let run = SequencerRun()
        run.link.use(song.timeline())
        run.link.start()
        for _ in 0..<300 { run.render(997) }
        // Three passes through beats 1…2, then on to what follows; the last pass's note lasts.
        #expect(
            run.text() == [
                "0 on 60", "24000 on 61", "48000 off 60", "48000 off 61", "48000 on 61", "72000 off 61",
                "72000 on 61", "120000 on 62", "144000 off 62", "264000 off 61",
            ])
    }

    @Test func `a loop without events, for ever or not, does no harm`() {
        var song = TestSong([(0, note(60, 1)), (5, note(61, 1))])
        song.tracks[0].loop = (2, 3, 3)
        let run = SequencerRun()
        run.link.use(song.timeline())
        run.link.start()
        run.render(24000 * 9)
        #expect(run.text() == ["0 on 60", "24000 off 60", "168000 on 61", "192000 off 61"])
        song.tracks[0].loop = (2, 3, .max)
        run.link.use(song.timeline())
        run.link.start(atBeat: 0)
        run.render(24000 * 9)
        #expect(run.sent.count == 6)
    }

    @Test func `an edit while playing is heard with the next event`() {
        var song = TestSong([(1, note(60, 1)), (2, note(61, 1))])
        let run = SequencerRun()
        run.link.use(song.timeline())
        run.link.start()
        run.render(24010)
        song.tracks[0].events = EventStore()
        song.tracks[0].events.insert(note(70, 1), at: 1)
        song.tracks[0].events.insert(note(71, 0.5), at: 2)
        run.link.use(song.timeline())
        run.render(50000)
        // The note that sounds keeps its own end; what is before the position is not played late.
        #expect(run.text() == ["24000 on 60", "48000 off 60", "48000 on 71", "60000 off 71"])
    }

    @Test func `another tempo while playing goes on at the same beat`() {
        var song = TestSong([(0, note(60, 2)), (2, note(61, 1))])
        let run = SequencerRun()
        run.link.use(song.timeline())
        run.link.start()
        run.render(24000)
        song.tempi = [(0, 250_000_000_000)]
        run.link.use(song.timeline())
        #expect(run.link.currentBeat == 1)
        run.render(48000)
        #expect(run.text() == ["0 on 60", "36000 off 60", "36000 on 61", "48000 off 61"])
    }

    @Test func `another rate goes on at the same beat`() {
        let run = SequencerRun()
        run.link.use(TestSong([(0, note(60, 2)), (2, note(61, 1))]).timeline())
        run.link.start()
        run.render(24000)
        run.link.rate = 1.5
        run.render(48000)
        #expect(run.text() == ["0 on 60", "40000 off 60", "40000 on 61", "56000 off 61"])
        #expect(run.link.frame(atBeat: 2) == 40000)
        #expect(run.link.beat(atFrame: 40000) == 2)
        #expect(run.link.frame(atBeat: 0.5) == nil)
    }

    @Test func `when frames jump the song goes on without a gap`() {
        let run = SequencerRun()
        run.link.use(TestSong([(1, note(60, 1))]).timeline())
        run.link.start()
        run.render(20000)
        run.jump(to: 5)
        run.render(40000)
        #expect(run.text() == ["4005 on 60", "28005 off 60"])
    }

    @Test func `a new unit goes on where the one before was`() {
        let run = SequencerRun()
        run.link.use(TestSong([(1, note(60, 1)), (1.5, note(61, 1))]).timeline())
        run.link.start()
        run.render(24010)
        let next = SequencerUnit(run.link, sampleRateHz: 96000)
        _ = next.transport(at: 0, frameCount: 512)
        #expect(next.transport(at: 0, frameCount: 512).beat == 24010.0 / 24000)
    }

    @Test func `the transport tells beat, tempo, bar and frame`() {
        var song = TestSong([(0, note(60, 1))])
        song.tempi = [(4, 1_000_000_000_000)]
        let meters = [MeterChange(unit: 0, numerator: 3, denominatorPower: 3)]
        let base = song.timeline()
        let run = SequencerRun()
        run.link.use(EventTimeline(tempoMap: base.tempoMap, meters: meters, lanes: [], endUnit: 0))
        run.link.start()
        run.render(24000 * 4)
        #expect((run.transport.beat, run.transport.tempo, run.transport.downbeat) == (0, 120, 0))
        run.render(12000)
        #expect((run.transport.beat, run.transport.tempo, run.transport.downbeat) == (4, 60, 3))
        #expect((run.transport.numerator, run.transport.denominator) == (3, 8))
        #expect(run.transport.frame == 96000 && run.transport.isMoving && run.transport.isKnown)
        run.render(1)
        #expect(run.transport.beat == 4.25)
    }

    @Test func `user, meta and preset events are reported with their bytes, and so is the end`() {
        let long = (0..<300).map { UInt8($0 & 255) }
        let run = SequencerRun()
        run.link.use(
            TestSong([
                (0, .user([1, 2])), (0, .meta(type: 5, data: [65])),
                (1, .preset(scope: 0, element: 0, data: long)),
                (1, note(60, 1)),
            ]).timeline())
        run.link.start()
        run.render(24001)
        run.render(24000)
        let reports = run.link.takeReports()
        #expect(reports.map(\.report.kind) == [.user, .meta, .preset, .ended])
        #expect(reports.map(\.report.sampleTime) == [0, 0, 24000, 48000])
        #expect(reports.map(\.bytes) == [[1, 2], [65], long, []])
        #expect(reports[1].report.metaType == 5)
        run.render(1000)
        #expect(!run.link.hasReports)
    }

    @Test func `long system exclusive messages are sent whole, and packets are joined`() {
        let long = [0xF0] + (0..<100).map { UInt8($0) } + [0xF7]
        let run = SequencerRun()
        run.link.use(
            TestSong([
                (0, .systemExclusive(long)), (1, .systemExclusive([0xF0, 1])), (1.5, .escape([2])),
                (1.5, note(60, 1)), (2, .escape([3, 0xF7])), (2, .escape([0xF3, 4])),
                (3, .systemExclusive([0xF0, 9])),
            ]).timeline())
        run.link.start()
        run.render(24000 * 4)
        #expect(
            run.sent.filter { $0.bytes[0] >= 0xF0 } == [
                .init(frame: 0, bus: 0, bytes: long),
                .init(frame: 24000, bus: 0, bytes: [0xF0, 1, 2, 3, 0xF7]),
                .init(frame: 48000, bus: 0, bytes: [0xF3, 4]),
                .init(frame: 72000, bus: 0, bytes: [0xF0, 9, 0xF7]),
            ])
    }

    @Test func `parameters go to their next value in a straight line`() {
        let run = SequencerRun()
        run.link.use(
            TestSong([
                (0, .parameter(.init(identifier: 3, value: 10))),
                (0.01, .parameter(.init(identifier: 3, value: 20))),
                (0.01, .parameter(.init(identifier: 4, value: 5))),
            ]).timeline())
        run.link.start()
        run.render(1000)
        // A step to the value, then 240 frames to the next one.
        #expect(run.sent.map(\.bytes) == [[0, 3, 10, 0], [0, 3, 20, 240], [0, 3, 20, 0], [0, 4, 5, 0]])
    }

    @Test func `what a bus has no room for is counted, and no key stays down`() {
        // The keys of 16 channels, all at once and all released at once.
        let all = (0..<2048).map { (0.0, note(UInt8($0 & 127), 1, channel: UInt8($0 >> 7))) }
        let run = SequencerRun()
        run.link.use(TestSong(all + [(1, control(1))]).timeline())
        run.link.start()
        for _ in 0..<100 { run.render(512) }
        let struck = run.sent.filter { $0.bytes[0] & 0xF0 == 0x90 }.count
        let released = run.sent.filter { $0.bytes[0] & 0xF0 == 0x80 }.count
        #expect(struck == EventBus.capacity && released == struck)
        #expect(run.link.droppedEventCount == 0 && run.busDroppedCount >= 2048 - struck + 1)
    }

    @Test func `a million events at one tick cost one block no more than a few thousand`() {
        var store = EventStore()
        for _ in 0..<1_000_000 { store.insert(control(1), at: 1) }
        store.insert(note(60, 1), at: 2)
        var song = TestSong()
        song.tracks[0].events = store
        let run = SequencerRun()
        run.link.use(song.timeline())
        run.link.start()
        run.render(24100)
        #expect(run.sent.count == EventBus.capacity)
        #expect(run.link.droppedEventCount + run.busDroppedCount == 1_000_000 - EventBus.capacity)
        run.render(50000)
        #expect(run.text().suffix(2) == ["48000 on 60", "72000 off 60"])
    }
}
