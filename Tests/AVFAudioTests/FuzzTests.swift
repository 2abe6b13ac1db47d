import AVFAudio
import Synchronization
import Testing

struct FuzzTests {
    /// `make fuzz` asks for a million.
    private static let callCount =
        ProcessInfo.processInfo.environment["AVF_FUZZ_CALLS"].flatMap(Int.init) ?? 20_000
    private static let seed =
        ProcessInfo.processInfo.environment["AVF_FUZZ_SEED"].flatMap(UInt64.init) ?? 20_261_121

    @Test(.timeLimit(.minutes(30)))
    func `random calls from two threads and a renderer neither trap nor hang, and nothing is left of them`()
        throws
    {
        let remains = try Self.run()
        // A helper thread may still hold the last reference for a moment.
        let deadline = ContinuousClock.now.advanced(by: .seconds(20))
        while remains.contains(where: \.isThere), ContinuousClock.now < deadline { sched_yield() }
        #expect(remains.count(where: \.isThere) == 0)
    }

    private static func run() throws -> [Remains] {
        let playground = try Playground()
        let isDone = Atomic<Bool>(false)
        let (haveCalled, hasRendered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for number in 0..<2 {
            // A queue's threads may all be taken by other tests.
            Thread.detachNewThread {
                var random = SplitMix(state: seed &+ UInt64(number) &* 0x9E37)
                for _ in 0..<callCount / 2 { playground.call(&random) }
                haveCalled.signal()
            }
        }
        Thread.detachNewThread {
            while !isDone.load(ordering: .relaxed) { playground.render() }
            hasRendered.signal()
        }
        for _ in 0..<2 { haveCalled.wait() }
        isDone.store(true, ordering: .relaxed)
        hasRendered.wait()
        #expect(playground.refused.all.count > callCount / 20)
        #expect(playground.refused.all.allSatisfy { !$0.localizedDescription.isEmpty })
        playground.end()
        return playground.engines.map(Remains.init) + playground.nodes.map(Remains.init)
    }
}

/// Something that should be gone.
private final class Remains: @unchecked Sendable {  // A weak reference may be read by any thread.
    private weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }

    var isThere: Bool { object != nil }
}

/// A generator of numbers that are the same in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Two engines, and nodes that wander between them.
private final class Playground: Sendable {
    let refused = ErrorLog()
    let engines = [AVAudioEngine(), AVAudioEngine()]
    let nodes: [AVAudioNode]
    private let mode = standardFormat(2)

    init() throws {
        nodes =
            (0..<4).map { _ in AVAudioPlayerNode() } + (0..<3).map { _ in AVAudioMixerNode() }
            + (0..<3).map { _ in AVAudioUnitEffect(audioComponentDescription: gain) }
            + [
                AVAudioSourceNode { isSilence, _, _, _ in
                    isSilence.pointee = true
                    return noErr
                },
                AVAudioSourceNode(format: standardFormat(1, rate: 44_100)) { _, _, count, _ in
                    count % 5 == 0 ? -1 : noErr
                },
                AVAudioSinkNode { _, count, _ in count % 7 == 0 ? -2 : noErr },
            ]
        for engine in engines {
            engine.errorHandler = { [refused] in refused.add($0) }
            try engine.enableManualRenderingMode(.offline, format: mode, maximumFrameCount: 256)
        }
    }

    func render() {
        guard let target = AVAudioPCMBuffer(pcmFormat: mode, frameCapacity: 256) else { return }
        for engine in engines { _ = try? engine.renderOffline(64, to: target) }
    }

    /// Takes everything apart, so that nothing keeps anything alive.
    func end() {
        for engine in engines {
            engine.stop()
            for node in engine.attachedNodes { engine.detach(node) }
            engine.errorHandler = nil
        }
        for case let player as AVAudioPlayerNode in nodes { player.stop() }
    }

    func call(_ random: inout SplitMix) {
        let engine = engines[Int.random(in: 0..<8, using: &random) == 0 ? 1 : 0]
        let all = nodes + [engine.mainMixerNode, engine.outputNode, engine.inputNode]
        let (first, second) = (all[pick(all.count, &random)], all[pick(all.count, &random)])
        let bus = [0, 0, 0, 1, 5, -1, 70_000][pick(7, &random)]
        switch pick(26, &random) {
        case 0, 1, 2: engine.attach(first)
        case 3: engine.detach(first)
        case 4, 5, 6: engine.connect(first, to: second, format: format(&random))
        case 7: engine.connect(first, to: second, fromBus: 0, toBus: bus, format: format(&random))
        case 8: engine.connect(first, to: [.init(node: second, bus: bus)], fromBus: bus, format: nil)
        case 9: engine.disconnectNodeInput(first, bus: bus)
        case 10: engine.disconnectNodeOutput(first)
        case 11: first.installTap(onBus: bus, bufferSize: 64, format: format(&random)) { _, _ in }
        case 12: first.removeTap(onBus: bus)
        case 13: try? engine.start()
        case 14: pick(4, &random) == 0 ? engine.stop() : engine.pause()
        case 15: pick(4, &random) == 0 ? engine.reset() : first.reset()
        case 16: transact(engine, first, second, bus)
        case 17: remode(engine, &random)
        case 18: read(first, bus, engine)
        case 19:
            let format = format(&random) ?? mode
            engine.inputNode.setManualRenderingInputPCMFormat(format) { _ in nil }
        case 20: _ = first.tapBuffers(onBus: bus, bufferSize: 100, bufferingPolicy: .bufferingNewest(1))
        default: play(first, second, &random)
        }
    }

    private func pick(_ count: Int, _ random: inout SplitMix) -> Int {
        Int.random(in: 0..<count, using: &random)
    }

    private func format(_ random: inout SplitMix) -> AVAudioFormat? {
        [
            nil, nil, nil, standardFormat(1), standardFormat(2), standardFormat(2, rate: 44_100),
            standardFormat(6),
        ][
            pick(7, &random)]
    }

    private func transact(_ engine: AVAudioEngine, _ first: AVAudioNode, _ second: AVAudioNode, _ bus: Int) {
        try? engine.performChanges {
            engine.attach(first)
            engine.connect(first, to: second, format: nil)
            engine.disconnectNodeInput(second, bus: bus)
        }
    }

    private func remode(_ engine: AVAudioEngine, _ random: inout SplitMix) {
        guard pick(5, &random) == 0 else { return }
        engine.stop()
        if pick(2, &random) == 0 { engine.disableManualRenderingMode() }
        try? engine.enableManualRenderingMode(.offline, format: mode, maximumFrameCount: 256)
    }

    private func read(_ node: AVAudioNode, _ bus: Int, _ engine: AVAudioEngine) {
        _ = (node.inputFormat(forBus: bus), node.outputFormat(forBus: bus), node.lastRenderTime, node.latency)
        _ = (node.outputPresentationLatency, node.numberOfInputs, node.engine, engine.attachedNodes.count)
        _ = engine.outputConnectionPoints(for: node, outputBus: bus)
        _ = engine.inputConnectionPoint(for: node, inputBus: bus)
    }

    private func play(_ first: AVAudioNode, _ second: AVAudioNode, _ random: inout SplitMix) {
        if let effect = first as? AVAudioUnitEffect {
            effect.bypass = pick(2, &random) == 0
            effect[parameter: "gain"] = Float(pick(200, &random)) - 100
        }
        guard let player = first as? AVAudioPlayerNode else { return }
        player.pan = Float(pick(5, &random)) - 2
        player.destination(forMixer: second, bus: 0)?.volume = 0.5
        let channels = AVAudioChannelCount(1 + pick(2, &random))
        switch pick(8, &random) {
        case 0: player.play()
        case 1: player.pause()
        case 2: player.stop()
        case 3:
            player.play(
                at: AVAudioTime(sampleTime: Int64.random(in: -9...(.max), using: &random), atRate: 44_100))
        case 4:
            player.scheduleBuffer(buffer(300, channels: channels, ramp), at: nil, options: .loops) {
                player.stop()
            }
        case 5: player.scheduleBuffer(buffer(30, channels: channels, ramp), at: nil, options: .interrupts)
        case 6: player.scheduleBuffer(buffer(0, channels: channels, ramp), at: AVAudioTime(hostTime: 5))
        default: player.scheduleBuffer(buffer(100, channels: channels, ramp)) { player.pause() }
        }
    }
}
