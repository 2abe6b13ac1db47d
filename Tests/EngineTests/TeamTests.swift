import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import CAVFRealtime
import Synchronization
import Testing

@Suite struct TeamTests {
    /// Players at two rates, each through a reverb and an equaliser, into one mixer; the first twice.
    private func render(threads: Int, blocks: [Int], _ frameCount: Int) throws -> [[Float]] {
        let engine = AudioEngine()
        engine.renderThreadCount = threads
        let renderer = try OfflineRenderer(engine)
        var players: [PlayerNode] = []
        for number in 0..<5 {
            let player = PlayerNode()
            let chain = try ["reverb", "equalizer"].map { UnitNode(native: try #require(UnitCatalog[$0])) }
            for node in [player] + chain { try engine.attach(node) }
            let form = format(2, rate: number == 3 ? 44_100 : 48_000)
            try engine.connect(player, to: chain[0], format: form)
            try engine.connect(chain[0], to: chain[1], format: form)
            try engine.connect(chain[1], to: engine.mainMixerNode, format: form)
            if number == 0 {
                let places: [(node: EngineNode, bus: Int)] = [(chain[0], 0), (engine.mainMixerNode, 9)]
                try engine.connect(player, bus: 0, to: places, format: form)
            }
            try player.schedule(
                samples(700, channels: 2) { ramp(($0 * 37 + number * 11) % 997, $1) }, loops: true)
            players.append(player)
        }
        try engine.start()
        for player in players { try player.play() }
        return try renderer.render(frameCount, blocks: blocks)
    }

    @Test(arguments: [2, 3, 4], [[512], [64, 1, 300]])
    func `the samples do not depend on how many threads render`(threads: Int, blocks: [Int]) throws {
        let alone = try render(threads: 1, blocks: [512], 6000)
        #expect(alone[0].contains { $0 != 0 })
        #expect(try render(threads: threads, blocks: blocks, 6000) == alone)
    }

    /// Sources of which none is done before both have begun, once blocks are shared.
    private final class Meeting: FrameSource {
        private let blocks = Atomic<Int>(0)
        private let present = Atomic<Int>(0)

        var bothCame: Bool { present.load(ordering: .acquiring) >= 2 }

        func fill(_ request: FrameRequest) -> FrameAnswer {
            if blocks.wrappingAdd(1, ordering: .relaxed).newValue <= 2 {
                // The first block is one thread's, and long enough for the next to be shared.
                wait(nanoseconds: 200_000) { false }
            } else {
                present.wrappingAdd(1, ordering: .acquiringAndReleasing)
                wait(nanoseconds: 20_000_000_000) { bothCame }
            }
            return .silent
        }

        private func wait(nanoseconds: UInt64, until isOver: () -> Bool) {
            let end = avf_rt_host_time() + nanoseconds
            while !isOver(), avf_rt_host_time() < end { avf_rt_pause() }
        }
    }

    @Test func `two branches are rendered at the same time by two threads`() throws {
        let engine = AudioEngine()
        engine.renderThreadCount = 2
        let renderer = try OfflineRenderer(engine, channels: 1)
        let meeting = Meeting()
        for _ in 0..<2 {
            let source = SourceNode(format: format(1)) { _ in meeting }
            try engine.attach(source)
            try engine.connect(source, to: engine.mainMixerNode, format: format(1))
        }
        try engine.start()
        _ = try renderer.render(1024, blocks: [512])
        #expect(meeting.bothCame)
    }

    @Test func `a count of threads that makes no sense is brought into its range`() {
        let engine = AudioEngine()
        engine.renderThreadCount = -3
        #expect(engine.renderThreadCount == 1)
        engine.renderThreadCount = 1_000
        #expect(engine.renderThreadCount == 64)
    }
}
