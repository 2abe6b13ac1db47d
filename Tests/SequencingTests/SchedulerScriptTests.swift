import Glibc
import TestSupport
import Testing

@testable import AVFSequencing

/// Random songs that are started, stopped, moved and edited at random, against a model that lists every event.
struct SchedulerScriptTests {
    /// One thing that is done between two blocks.
    private enum Step {
        case start(Double?)
        case stop
        case seek(Double)
        case rate(halves: Int)
        case edit(TestSong)
        case play(Int)
    }

    private static var scriptCount: Int {
        getenv("AVF_SEQUENCER_SCRIPT_COUNT").flatMap { Int(String(cString: $0)) } ?? 10_000
    }

    private func song(using random: inout SeededGenerator, tempi: [(Double, UInt64)]) -> TestSong {
        var song = TestSong()
        song.tempi = tempi.map { (beat: $0.0, picoseconds: $0.1) }
        song.timeBase = .ticksPerQuarter(24)
        song.tracks = (0..<Int.random(in: 1...3, using: &random)).map { track($0, using: &random) }
        return song
    }

    private func track(_ number: Int, using random: inout SeededGenerator) -> TestSong.Track {
        var track = TestSong.Track()
        track.identifier = Int32(number)
        track.bus = Int32.random(in: 0...1, using: &random)
        track.isMuted = Int.random(in: 0..<6, using: &random) == 0
        track.offset = [0, 0, 0, 1.5, -1][Int.random(in: 0..<5, using: &random)]
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            // Few positions and keys, so that much falls together.
            let beat = Double(Int.random(in: 0...24, using: &random)) / 6
            let key = UInt8.random(in: 60...62, using: &random)
            let duration = Double(Int.random(in: 0...12, using: &random)) / 6
            let note = MusicEvent.Note(
                key: key, velocity: [0, 90, 90, 90][Int.random(in: 0..<4, using: &random)], duration: duration
            )
            let isNote = Int.random(in: 0..<4, using: &random) > 0
            track.events.insert(
                isNote ? .note(note) : .controlChange(channel: 0, controller: key, value: 1), at: beat)
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            let start = Double(Int.random(in: 0...6, using: &random)) / 3
            let length = Double(Int.random(in: 1...6, using: &random)) / 3
            track.loop = (start, start + length, [2, 3, .max][Int.random(in: 0..<3, using: &random)])
        }
        return track
    }

    private func steps(using random: inout SeededGenerator, tempi: [(Double, UInt64)]) -> [Step] {
        var steps: [Step] = [.edit(song(using: &random, tempi: tempi)), .start(0)]
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            steps.append(.play(Int.random(in: 1...600, using: &random)))
            let beat = Double(Int.random(in: 0...30, using: &random)) / 6
            switch Int.random(in: 0..<8, using: &random) {
            case 0: steps.append(.stop)
            case 1: steps.append(.seek(beat))
            case 2: steps.append(.start(nil))
            case 3: steps.append(.start(beat))
            case 4: steps.append(.rate(halves: Int.random(in: 1...5, using: &random)))
            case 5, 6: steps.append(.edit(song(using: &random, tempi: tempi)))
            default: break
            }
        }
        return steps + [.play(500), .stop, .play(1)]
    }

    private func blocks(_ frameCount: Int, _ most: Int, using random: inout SeededGenerator) -> [Int] {
        var (left, blocks) = (frameCount, [Int]())
        while left > 0 {
            blocks.append(min(left, Int.random(in: 1...most, using: &random)))
            left -= blocks[blocks.count - 1]
        }
        return blocks
    }

    @Test func `every script gives what the model says, for any block size`() {
        var random = SeededGenerator(seed: 11)
        var sentCount = 0
        for number in 0..<Self.scriptCount {
            let tempi: [(Double, UInt64)] =
                number % 2 == 0 ? [] : [(0.5, 300_000_000_000), (2, 999_999_999_999)]
            let steps = steps(using: &random, tempi: tempi)
            let run = SequencerRun(busCount: 2, sampleRateHz: 997)
            var model = SchedulerModel(TestSong(), sampleRate: 997)
            let map = song(using: &random, tempi: tempi).tempoMap
            let most = [number % 200 == 0 ? 1 : 150, 400, 5000][number % 3]
            for step in steps {
                switch step {
                case .start(let beat):
                    run.link.start(atBeat: beat)
                    model.start(beat, at: run.frame)
                case .stop:
                    run.link.stop()
                    model.stop(at: run.frame)
                case .seek(let beat):
                    run.link.seek(toBeat: beat)
                    model.seek(beat, at: run.frame)
                case .rate(let halves):
                    run.link.rate = Double(halves) / 2
                    model.setRate(halves: halves, at: run.frame)
                case .edit(let song):
                    run.link.use(song.timeline(map))
                    model.use(song, at: run.frame)
                case .play(let count):
                    model.play(from: run.frame, to: run.frame + Int64(count))
                    for frames in blocks(count, most, using: &random) { run.render(frames) }
                }
            }
            sentCount += run.sent.count
            for bus in 0..<2 {
                let (made, wanted) = (run.sent.filter { $0.bus == bus }, model.sent.filter { $0.bus == bus })
                let isSame = made == wanted
                #expect(isSame, "script \(number)\n\(made)\n\(wanted)\n\(steps)")
                #expect(isBalanced(made))
                guard isSame else { return }
            }
        }
        #expect(sentCount > Self.scriptCount)
    }

    /// Whether every key that goes down comes up before it goes down again, and is up in the end.
    private func isBalanced(_ sent: [SequencerRun.Sent]) -> Bool {
        var down: Set<UInt8> = []
        for message in sent {
            let (status, key) = (message.bytes[0] & 0xF0, message.bytes[1])
            if status == 0x90, !down.insert(key).inserted { return false }
            if status == 0x80, down.remove(key) == nil { return false }
        }
        return down.isEmpty
    }
}
