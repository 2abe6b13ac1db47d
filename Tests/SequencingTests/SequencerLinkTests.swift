import AVFRealtime
import Synchronization
import Testing

@testable import AVFSequencing

/// What a sequencer's two sides hand each other.
struct SequencerLinkTests {
    /// A run that one thread renders while another asks.
    private final class Rendering: @unchecked Sendable {
        // Proof: the link's calls are made by one thread, all others by another, until that has ended.
        let run = SequencerRun()
        let hasToEnd = Atomic<Bool>(false)
    }

    private func timeline(_ seed: Int) -> EventTimeline {
        var song = TestSong()
        for number in 0..<40 {
            let note = MusicEvent.Note(
                key: UInt8((number * 7 + seed) % 24 + 40), velocity: 90, duration: Double(number % 5) / 8)
            song.tracks[0].events.insert(.note(note), at: Double(number % 16) / 8)
        }
        song.tracks[0].loop = (0, 2, .max)
        song.tempi = [(0, UInt64(seed % 3 + 1) * 100_000_000_000)]
        return song.timeline()
    }

    @Test func `while one thread plays and another edits and seeks, every key that goes down comes up`()
        throws
    {
        let rendering = Rendering()
        let link = rendering.run.link
        link.use(timeline(0))
        link.start()
        let thread = try NamedThread(.render) {
            while !rendering.hasToEnd.load(ordering: .acquiring) { rendering.run.render(64) }
        }
        for number in 0..<1000 {
            switch number % 5 {
            case 0: link.use(timeline(number))
            case 1: link.seek(toBeat: Double(number % 7) / 2)
            case 2: link.rate = Double(number % 4 + 1) / 2
            case 3 where number % 15 == 3: link.stop()
            default: link.start()
            }
            #expect(link.currentBeat >= 0)
            _ = link.takeReports()
        }
        rendering.hasToEnd.store(true, ordering: .releasing)
        thread.join()
        link.stop()
        rendering.run.render(64)
        var down: Set<UInt8> = []
        for sent in rendering.run.sent {
            let isStruck = sent.bytes[0] == 0x90
            #expect(isStruck ? down.insert(sent.bytes[1]).inserted : down.remove(sent.bytes[1]) != nil)
        }
        #expect(down.isEmpty)
        #expect(!link.isPlaying)
    }

    @Test func `timelines that are not played any more are freed`() {
        let run = SequencerRun()
        weak var played: EventTimeline?
        weak var skipped: EventTimeline?
        do {
            let (first, second) = (timeline(1), timeline(2))
            (played, skipped) = (first, second)
            run.link.use(first)
            run.render(64)
            run.link.use(second)
        }
        run.link.use(timeline(3))
        #expect(skipped == nil && played != nil)
        run.render(64)
        _ = run.link.currentBeat
        #expect(played == nil)
    }

    @Test func `a position that was asked for is told before it is reached`() {
        let run = SequencerRun()
        run.link.use(timeline(1))
        run.link.seek(toBeat: 1.25)
        #expect(run.link.currentBeat == 1.25)
        run.link.start()
        #expect(run.link.currentBeat == 1.25 && run.link.isPlaying)
        run.link.stop()
        run.render(64)
        #expect(run.link.currentBeat == 1.25)
        run.link.start()
        run.render(4800)
        // 0.2 s of a quarter note, 0.1 s.
        #expect(run.link.currentBeat == 1.75)
        run.link.stop()
        #expect(run.link.currentBeat == 1.75)
    }
}
