import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender
import AVFUnits
import Glibc
import Synchronization
import Testing

@Suite struct PlayerTests {
    /// A mono player straight into a mono output, running.
    private func playing(
        _ schedule: (PlayerNode) throws -> Void
    ) throws -> (engine: AudioEngine, player: PlayerNode, renderer: OfflineRenderer) {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.outputNode, format: format(1))
        try schedule(player)
        try engine.start()
        try player.play()
        return (engine, player, renderer)
    }

    private func constant(_ value: Float, _ frameCount: Int) -> PlayableSamples {
        samples(frameCount) { _, _ in value }
    }

    /// The output as runs of equal values.
    private func runs(_ output: [Float]) -> [[Float]] {
        var runs: [(value: Float, count: Int)] = []
        for value in output {
            if runs.last?.value == value { runs[runs.count - 1].count += 1 } else { runs.append((value, 1)) }
        }
        return runs.map { [$0.value, Float($0.count)] }
    }

    static let blockings = [[1], [7], [64, 1, 13], [512]]

    @Test(arguments: blockings)
    func `buffers follow each other without a gap`(blocks: [Int]) throws {
        let player = try playing { player in
            for value in 1...50 { try player.schedule(constant(Float(value), 3)) }
        }
        let output = try player.renderer.render(160, blocks: blocks)[0]
        #expect(runs(output) == (1...50).map { [Float($0), 3] } + [[0, 10]])
    }

    @Test(arguments: blockings)
    func `a buffer at a player time starts on its frame, silence before it`(blocks: [Int]) throws {
        let player = try playing { player in
            try player.schedule(constant(1, 10))
            try player.schedule(constant(2, 5), start: 100)
            try player.schedule(constant(3, 5), start: 50)
        }
        let output = try player.renderer.render(120, blocks: blocks)[0]
        #expect(runs(output) == [[1, 10], [0, 90], [2, 5], [3, 5], [0, 10]])
    }

    @Test(arguments: blockings)
    func `play at a sample time starts on its frame, and player time counts from there`(blocks: [Int]) throws
    {
        let player = try playing { try $0.schedule(constant(1, 10)) }
        player.player.pause()
        try player.player.play(atSampleTime: 37)
        let output = try player.renderer.render(60, blocks: blocks)[0]
        #expect(runs(output) == [[0, 37], [1, 10], [0, 13]])
        #expect(player.player.timeOffset == 37)
    }

    @Test(arguments: blockings)
    func `a pause keeps the place`(blocks: [Int]) throws {
        let player = try playing { try $0.schedule(samples(100, ramp)) }
        let first = try player.renderer.render(30, blocks: blocks)[0]
        player.player.pause()
        let silence = try player.renderer.render(20, blocks: blocks)[0]
        try player.player.play()
        let second = try player.renderer.render(80, blocks: blocks)[0]
        #expect(first + second == (0..<110).map { $0 < 100 ? ramp($0, 0) : 0 })
        #expect(silence.allSatisfy { $0 == 0 })
    }

    @Test(arguments: blockings)
    func `a loop repeats until an item that interrupts`(blocks: [Int]) throws {
        let player = try playing { try $0.schedule(samples(10, ramp), loops: true) }
        let loop = try player.renderer.render(25, blocks: blocks)[0]
        try player.player.schedule(constant(9, 4), interruption: .atItsTime)
        let cut = try player.renderer.render(10, blocks: blocks)[0]
        #expect(loop == (0..<25).map { ramp($0 % 10, 0) })
        #expect(runs(cut) == [[9, 4], [0, 6]])
    }

    @Test(arguments: blockings)
    func `an item that interrupts at the loop waits for the end of the round`(blocks: [Int]) throws {
        let player = try playing { try $0.schedule(samples(10, ramp), loops: true) }
        _ = try player.renderer.render(13, blocks: blocks)
        try player.player.schedule(constant(9, 4), interruption: .atLoopEnd)
        let output = try player.renderer.render(14, blocks: blocks)[0]
        #expect(output == (3..<10).map { ramp($0, 0) } + [9, 9, 9, 9, 0, 0, 0])
    }

    @Test(arguments: blockings)
    func `an interruption at a time drops what was queued before it`(blocks: [Int]) throws {
        let player = try playing { player in
            for value in 1...5 { try player.schedule(constant(Float(value), 10)) }
            try player.schedule(constant(9, 3), start: 15, interruption: .atItsTime)
        }
        let output = try player.renderer.render(30, blocks: blocks)[0]
        #expect(runs(output) == [[1, 10], [2, 5], [9, 3], [0, 12]])
    }

    @Test func `stop forgets everything, and what is scheduled next starts at player time 0`() throws {
        let player = try playing { try $0.schedule(constant(1, 1000)) }
        _ = try player.renderer.render(100)
        player.player.stop()
        try player.player.schedule(constant(2, 5), start: 10)
        try player.player.play()
        let output = try player.renderer.render(20)[0]
        #expect(runs(output) == [[0, 10], [2, 5], [0, 5]])
    }

    @Test func `ten thousand pending buffers play in order`() throws {
        let player = try playing { player in
            for index in 0..<10_000 {
                try player.schedule(samples(2) { frame, _ in ramp(2 * index + frame, 0) })
            }
        }
        let output = try player.renderer.render(20_000, blocks: [4096])[0]
        #expect(output == (0..<20_000).map { ramp($0, 0) })
    }

    @Test func `handlers run once for each item, in order, also for those that a stop drops`() throws {
        let seen = Mutex<[Int]>([])
        let done = Signal()
        let player = try playing { player in
            for index in 0..<20 {
                try player.schedule(
                    constant(1, 10),
                    completion: PlayerCompletion(.dataConsumed) { _ in
                        let count = seen.withLock { seen in
                            seen.append(index)
                            return seen.count
                        }
                        if count == 20 { done.signal() }
                    })
            }
        }
        _ = try player.renderer.render(100)
        player.player.stop()
        _ = try player.renderer.render(100)
        done.wait()
        #expect(seen.withLock { $0.sorted() } == Array(0..<20))
    }

    @Test func `stop may be called inside a completion handler`() throws {
        let done = Signal()
        let player = try playing { _ in }
        let node = player.player
        try node.schedule(
            constant(1, 10),
            completion: PlayerCompletion(.dataConsumed) { _ in
                node.stop()
                done.signal()
            })
        _ = try player.renderer.render(100)
        done.wait()
        #expect(!node.isPlaying)
    }

    @Test func `a buffer that ended just before its player was detached is told`() throws {
        for _ in 0..<50 {
            let done = Signal()
            let player = try playing { _ in }
            try player.player.schedule(
                constant(1, 10), completion: PlayerCompletion(.dataRendered) { _ in done.signal() })
            _ = try player.renderer.render(20, blocks: [1])
            try player.player.schedule(constant(1, 10))
            try player.engine.detach(player.player)
            done.wait()
        }
    }

    @Test func `a file goes on to its end before an item that waits for the end of the round`() throws {
        let wave = try TemporaryWave(frameCount: 40_000, ramp)
        let player = try playing {
            try $0.schedule(file: MediaSource(path: wave.path), startFrame: 0, frameCount: 40_000)
        }
        _ = try player.renderer.render(100)
        try player.player.schedule(constant(9, 4), interruption: .atLoopEnd)
        let output = try player.renderer.render(40_000, blocks: [4096])[0]
        #expect(Array(output[0..<39_900]) == (100..<40_000).map { ramp($0, 0) })
        #expect(runs(Array(output[39_900...])) == [[9, 4], [0, 96]])
    }

    @Test func `an item that interrupts is heard in time behind thousands that wait`() throws {
        let player = try playing { player in
            try player.schedule(constant(0.5, 10), loops: true)
            for _ in 0..<2000 { try player.schedule(constant(1, 10)) }
            try player.schedule(constant(9, 4), start: 25, interruption: .atItsTime)
        }
        #expect(runs(try player.renderer.render(40)[0]) == [[0.5, 25], [9, 4], [0, 11]])
        let queue = try playing { player in
            for index in 0..<5000 {
                try player.schedule(samples(10) { frame, _ in ramp(10 * index + frame, 0) })
            }
            try player.schedule(constant(9, 4), start: 25, interruption: .atItsTime)
        }
        let output = try queue.renderer.render(40)[0]
        #expect(output == (0..<25).map { ramp($0, 0) } + [9, 9, 9, 9] + [Float](repeating: 0, count: 11))
    }

    @Test func `play returns within microseconds`() throws {
        let player = try playing { try $0.schedule(constant(1, 1000)) }
        var durations: [Duration] = []
        for _ in 0..<400 {
            player.player.pause()
            let start = ContinuousClock.now
            try player.player.play()
            durations.append(start.duration(to: .now))
            _ = try player.renderer.render(16)
        }
        // Half of the calls, because others use the machine too.
        #expect(durations.sorted()[200] < .microseconds(50))
    }

    @Test func `a buffer with other channels is refused with both counts`() throws {
        let player = try playing { _ in }
        let error = #expect(throws: EngineError.self) {
            try player.player.schedule(samples(10, channels: 2, ramp))
        }
        #expect(error?.description == "The buffer has 2 channels, but 'player' plays 1.")
    }

    @Test func `play needs an engine that runs and a connection`() throws {
        let engine = AudioEngine()
        let player = PlayerNode()
        #expect(throws: EngineError.self) { try player.play() }
        try engine.attach(player)
        #expect(throws: EngineError.self) { try player.play() }
        let renderer = try OfflineRenderer(engine)
        try engine.start()
        _ = renderer
        let error = #expect(throws: EngineError.self) { try player.play() }
        #expect(error?.description == "'player' is not connected to anything that is heard.")
    }

    // player (44.1 kHz) ─ mixer ─ out (48 kHz)
    @Test(arguments: [[1], [100, 3], [512]])
    func `a player at another rate is heard at its true pitch and place, for any block size`(
        blocks: [Int]
    ) throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(1, rate: 44_100))
        try player.schedule(
            samples(44_100) { frame, _ in Float(sin(2 * Double.pi * 997 * Double(frame) / 44_100)) })
        try engine.start()
        try player.play()
        let output = try renderer.render(24_000, blocks: blocks)[0]
        let error = (1000..<24_000).map { frame in
            Double(output[frame]) - sin(2 * Double.pi * 997 * Double(frame) / 48_000)
        }
        #expect(error.map(abs).max() ?? 1 < 1e-5)
    }
}

/// Lets a test wait for another thread without sleeping.
final class Signal: @unchecked Sendable {  // Proof: a sem_t is made for several threads.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() { sem_post(semaphore) }

    /// Waits up to ten seconds, which only a failing test takes.
    func wait() {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += 10
        if sem_timedwait(semaphore, &deadline) != 0 { Issue.record("nobody signalled within ten seconds") }
    }
}
