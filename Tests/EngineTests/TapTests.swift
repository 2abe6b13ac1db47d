import AVFEngine
import AVFGraph
import AVFRealtime
import AVFRender
import Glibc
import Synchronization
import Testing

@Suite struct TapTests {
    /// What a listener has heard.
    private final class Recorder: Sendable {
        struct Piece { var sampleTime: Int64, samples: [Float] }
        private let list = Mutex<[Piece]>([])

        var pieces: [Piece] { list.withLock { $0 } }

        func hear(_ block: TapBlock) {
            let samples = (0..<block.frameCount).map { block.channels[0][$0] }
            list.withLock { $0.append(Piece(sampleTime: block.sampleTime, samples: samples)) }
        }
    }

    /// A mono player of a long ramp straight into the output, running.
    private func playing(
        _ frameCount: Int
    ) throws -> (engine: AudioEngine, player: PlayerNode, renderer: OfflineRenderer) {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1, maximumFrameCount: 32_768)
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.outputNode, format: format(1))
        try player.schedule(samples(frameCount, ramp))
        try engine.start()
        try player.play()
        return (engine, player, renderer)
    }

    @Test(arguments: [1, 2, 17, 64, 1000, 4096, 8192])
    func `pieces have exactly the size asked for, follow each other and hold what was rendered`(
        size: Int
    ) throws {
        let frameCount = size == 1 ? 4000 : 40_000
        let (engine, player, renderer) = try playing(frameCount)
        let recorder = Recorder()
        try engine.installTap(on: player, bus: 0, frameCount: size) { recorder.hear($0) }
        let output = try renderer.render(frameCount, blocks: [512, 1, 100, 32_768])[0]
        engine.removeTap(from: player, bus: 0)
        let pieces = recorder.pieces
        #expect(pieces.count == frameCount / size)
        #expect(pieces.allSatisfy { $0.samples.count == size })
        #expect(pieces.enumerated().allSatisfy { $1.sampleTime == Int64($0 * size) })
        #expect(pieces.flatMap(\.samples) == Array(output.prefix(frameCount / size * size)))
    }

    @Test func `offline a slow listener loses nothing`() throws {
        let (engine, player, renderer) = try playing(100_000)
        let recorder = Recorder()
        try engine.installTap(on: player, bus: 0, frameCount: 5000) { block in
            usleep(3000)
            recorder.hear(block)
        }
        _ = try renderer.render(100_000, blocks: [32_768])
        engine.removeTap(from: player, bus: 0)
        #expect(recorder.pieces.flatMap(\.samples) == (0..<100_000).map { ramp($0, 0) })
    }

    @Test func `two taps hear the same, at their own sizes`() throws {
        let (engine, player, renderer) = try playing(12_000)
        let (first, second) = (Recorder(), Recorder())
        try engine.installTap(on: player, bus: 0, frameCount: 100) { first.hear($0) }
        try engine.installTap(on: engine.outputNode, bus: 0, frameCount: 3000) { second.hear($0) }
        _ = try renderer.render(12_000)
        engine.removeTap(from: player, bus: 0)
        engine.removeTap(from: engine.outputNode, bus: 0)
        #expect(first.pieces.flatMap(\.samples) == (0..<12_000).map { ramp($0, 0) })
        #expect(first.pieces.flatMap(\.samples) == second.pieces.flatMap(\.samples))
    }

    @Test func `a second tap on a bus, a bus that is not there and an empty piece are refused`() throws {
        let (engine, player, _) = try playing(100)
        try engine.installTap(on: player, bus: 0, frameCount: 10) { _ in }
        func message(bus: Int, frameCount: Int) -> String? {
            do {
                try engine.installTap(on: player, bus: bus, frameCount: frameCount) { _ in }
                return nil
            } catch { return error.description }
        }
        #expect(message(bus: 0, frameCount: 10) == "There is a tap on output bus 0 of 'player' already.")
        #expect(message(bus: 1, frameCount: 10) == "'player' has no output bus 1: it has 1 output bus.")
        #expect(
            message(bus: 1, frameCount: 0)
                == "Output bus 1 of 'player' cannot have this tap: a size of 0 frames is not in 1…1048576.")
    }

    @Test func `a tap that was removed hears nothing more, and another one may follow`() throws {
        let (engine, player, renderer) = try playing(10_000)
        let (first, second) = (Recorder(), Recorder())
        try engine.installTap(on: player, bus: 0, frameCount: 100) { first.hear($0) }
        _ = try renderer.render(1000)
        engine.removeTap(from: player, bus: 0)
        try engine.installTap(on: player, bus: 0, frameCount: 100) { second.hear($0) }
        _ = try renderer.render(1000)
        engine.removeTap(from: player, bus: 0)
        engine.removeTap(from: player, bus: 0)
        #expect(first.pieces.map(\.sampleTime) == (0..<10).map { $0 * 100 })
        #expect(second.pieces.map(\.sampleTime) == (10..<20).map { $0 * 100 })
    }

    @Test func `a listener may remove its own tap, edit and stop the engine`() throws {
        let (engine, player, _) = try playing(200_000)
        let recorder = Recorder()
        try engine.installTap(on: player, bus: 0, frameCount: 1000) { [weak engine] block in
            recorder.hear(block)
            guard let engine, recorder.pieces.count == 3 else { return }
            engine.removeTap(from: player, bus: 0)
            try? engine.attach(PlayerNode())
            engine.stop()
        }
        // More than fits into the tap, so that the renderer has to wait for the listener.
        let buffer = SampleBuffer(channelCount: 1, frameCapacity: 32_768)
        for _ in 0..<6 { try? engine.renderOffline(32_768, to: buffer.channels) }
        #expect(engine.runState == .stopped)
        #expect(recorder.pieces.prefix(3).map(\.sampleTime) == [0, 1000, 2000])
        #expect(recorder.pieces.enumerated().allSatisfy { $1.sampleTime == Int64($0 * 1000) })
    }

    @Test func `a renderer that waits for a listener goes on when the tap is removed by another thread`()
        throws
    {
        let (engine, player, renderer) = try playing(400_000)
        let entered = Signal()
        let mayLeave = Signal()
        try engine.installTap(on: player, bus: 0, frameCount: 8192) { _ in
            entered.signal()
            mayLeave.wait()
        }
        let remover = try NamedThread(.worker) {
            entered.wait()
            let helper = try? NamedThread(.worker) { engine.removeTap(from: player, bus: 0) }
            while engine.compiledPlanHasTap { sched_yield() }
            for _ in 0..<100 { mayLeave.signal() }
            helper?.join()
        }
        #expect(try renderer.render(300_000, blocks: [32_768])[0] == (0..<300_000).map { ramp($0, 0) })
        remover.join()
    }
}

extension AudioEngine {
    fileprivate var compiledPlanHasTap: Bool {
        (try? compiledSchedule().description.contains("tap")) ?? false
    }
}
