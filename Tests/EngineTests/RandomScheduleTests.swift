import AVFDSP
import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import Glibc
import Synchronization
import TestSupport
import Testing

/// A thousand random schedules against a model that thinks frame by frame.
@Suite struct RandomScheduleTests {
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9] as [UInt64])
    func `a player plays every frame of a random schedule where a frame-by-frame model does`(
        seed: UInt64
    ) throws {
        let rig = try ScheduleRig(seed: seed)
        for round in 0..<100 {
            let (heard, expected) = try rig.runLive(channels: 1 + round % 2)
            if heard != expected {
                let place = zip(heard, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? -1
                Issue.record("seed \(seed), round \(round), frame \(place): \(rig.log)")
                return
            }
        }
        #expect(rig.handlersOnce)
    }

    @Test(arguments: [44_100, 96_000, 32_000, 48_000.5])
    func `at another rate it is that same schedule, resampled`(rate: Double) throws {
        let rig = try ScheduleRig(seed: UInt64(rate))
        for _ in 0..<50 {
            let (heard, expected) = try rig.runResampled(rate: rate)
            #expect(heard == expected, "\(rig.log)")
        }
        #expect(rig.handlersOnce)
    }
}

/// A player, its model, and random calls of both.
private final class ScheduleRig {
    private let engine = AudioEngine()
    private let renderer: OfflineRenderer
    private var random: SeededGenerator
    private var model = PlayerModel()
    private var itemCount = 0
    private let calls = Tally()
    private(set) var log: [String] = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        renderer = try OfflineRenderer(engine, channels: 1)
        try engine.start()
    }

    /// Calls and blocks of random size in turn; what was heard, and what the model says.
    func runLive(channels: Int) throws -> (heard: [Float], expected: [Float]) {
        let player = try begin(format(channels))
        var heard: [Float] = []
        var expected: [Float] = []
        for _ in 0..<10 {
            for _ in 0..<below(4) { try call(player, channels: channels) }
            let count = 1 + below(150)
            let first = engine.renderedFrameCount
            expected += (0..<count).map { sample(model.frame(at: first + Int64($0)), channels) }
            heard += try renderer.render(count, blocks: [1 + below(64), 1 + below(8), 512])[0]
        }
        try end(player)
        return (heard, expected)
    }

    /// Calls before anything is rendered, and a player at another rate than the output.
    func runResampled(rate: Double) throws -> (heard: [Float], expected: [Float]) {
        let player = try begin(format(1, rate: rate))
        for _ in 0..<8 { try schedule(player, channels: 1) }
        let start = below(2) == 0 ? nil : Int64(below(100))
        try player.play(atSampleTime: start)
        model.play(at: start)
        let heard = try renderer.render(600, blocks: [1 + below(200), 1 + below(8)])[0]
        let played = (0..<4000).map { sample(model.frame(at: Int64($0)), 1) }
        try end(player)
        return (heard, resampled(played, from: rate, frameCount: 600))
    }

    /// Whether each item's handler has run exactly once, which is so when every player was stopped.
    var handlersOnce: Bool {
        while calls.counts.count < itemCount { sched_yield() }
        return calls.counts.values.allSatisfy { $0 == 1 }
    }

    // MARK: - Calls

    private func call(_ player: PlayerNode, channels: Int) throws {
        switch below(10) {
        case 0:
            log.append("pause")
            player.pause()
            model.pause()
        case 1 where below(3) == 0:
            log.append("stop")
            player.stop()
            model.stop()
        case 2, 3, 4:
            let start = below(3) == 0 ? engine.renderedFrameCount + Int64(below(200) - 50) : nil
            log.append("play \(start ?? -1) at \(engine.renderedFrameCount)")
            try player.play(atSampleTime: start)
            model.play(at: start)
        default: try schedule(player, channels: channels)
        }
    }

    private func schedule(_ player: PlayerNode, channels: Int) throws {
        let number = itemCount
        itemCount += 1
        let item = PlayerModel.Item(
            number: number, frameCount: below(12) == 0 ? 0 : 1 + below(60), loops: below(4) == 0,
            interruption: [.never, .never, .never, .atItsTime, .atLoopEnd][below(5)],
            start: below(3) == 0 ? Int64(below(600)) : nil)
        log.append("\(item)")
        model.schedule(item)
        let frames = samples(item.frameCount, channels: channels) { frame, channel in
            value(number, frame) * (channel == 0 ? 1 : 0.5)
        }
        try player.schedule(
            frames, start: item.start, loops: item.loops, interruption: item.interruption.core,
            completion: PlayerCompletion(.dataRendered) { [calls] _ in
                calls.add(number)
            })
    }

    private func begin(_ format: BusFormat) throws -> PlayerNode {
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format)
        model = PlayerModel()
        log = []
        return player
    }

    private func end(_ player: PlayerNode) throws {
        player.stop()
        try engine.detach(player)
    }

    // MARK: - Samples

    /// What is heard of a frame in mono: the mean of both sides.
    private func sample(_ frame: PlayerModel.Frame?, _ channels: Int) -> Float {
        guard let frame else { return 0 }
        let first = value(frame.item, frame.frame)
        return channels == 1 ? first : 0.5 * first + 0.5 * (0.5 * first)
    }

    /// Different for every frame of every item that is near, and exact in all that is done to it.
    private func value(_ item: Int, _ frame: Int) -> Float { Float(1 + (item % 1024) * 64 + frame) / 65_536 }

    private func resampled(_ input: [Float], from rate: Double, frameCount: Int) -> [Float] {
        var resampler = Resampler(inputRateHz: rate, outputRateHz: 48_000, channelCount: 1)
        let source = SampleBuffer(channelCount: 1, frameCapacity: input.count)
        let target = SampleBuffer(channelCount: 1, frameCapacity: frameCount)
        for (frame, value) in input.enumerated() { source.channels[0][frame] = value }
        _ = resampler.process(
            input: source.channels, inputFrameCount: input.count, output: target.channels,
            outputFrameCount: frameCount)
        return (0..<frameCount).map { target.channels[0][$0] }
    }

    private func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}

/// How often each handler has run.
private final class Tally: Sendable {
    private let state = Mutex<[Int: Int]>([:])

    var counts: [Int: Int] { state.withLock { $0 } }

    func add(_ number: Int) { state.withLock { $0[number, default: 0] += 1 } }
}
