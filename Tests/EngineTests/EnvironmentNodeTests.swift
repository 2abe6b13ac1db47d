import AVFDevices
import AVFEngine
import AVFGraph
import AVFRealtime
import AVFRender
import AVFUnits
import Testing

/// Environments on a device: what edits cut and bring, and what comes later.
@Suite struct EnvironmentNodeTests {
    /// A source of one value for ever.
    private final class Constant: FrameSource, Sendable {
        func fill(_ request: FrameRequest) -> FrameAnswer {
            for channel in 0..<request.channelCount {
                for frame in 0..<request.frameCount { request.channels[channel][frame] = 0.5 }
            }
            return .filled
        }
    }

    private struct Scene {
        let engine: AudioEngine
        let environment: EnvironmentNode
        let source: SourceNode
    }

    /// Plays 0.5 from the right on a device whose clock runs while `body` edits; what the right side heard.
    ///
    /// Straight on the device, no mixer's inputs fade behind the environment.
    private func heard(throughMixer: Bool = true, _ body: (Scene) throws -> Void) throws -> [Float] {
        let device = VirtualClockDevice()
        let engine = AudioEngine(backend: device)
        let scene = Scene(
            engine: engine, environment: EnvironmentNode(),
            source: SourceNode(format: format(1)) { _ in Constant() })
        try engine.attach(scene.source)
        try engine.attach(scene.environment)
        scene.source.changePlacement { $0.position = SIMD3(1, 0, 0) }
        let end: EngineNode = throughMixer ? engine.mainMixerNode : engine.outputNode
        try engine.connect(scene.environment, to: end, format: format(2))
        try engine.connect(scene.source, to: scene.environment, format: format(1))
        try engine.start()
        let isDone = Flag()
        let clock = try NamedThread(.worker) { while !isDone.isSet { device.advance(frameCount: 64) } }
        while engine.renderedFrameCount < 1000 { _ = engine.runState }
        try body(scene)
        let last = engine.renderedFrameCount + 4000
        while engine.renderedFrameCount < last { _ = engine.runState }
        isDone.set()
        clock.join()
        return device.playedChannels[1]
    }

    private func largestStep(_ output: [Float]) -> Float {
        zip(output, output.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }

    /// The steepest frame of a fade of 15 cells of 64 frames, whose curve is 3t² − 2t³.
    private static let steepest: Float = 0.5 * 1.5 / (15 * 64) * 1.01

    @Test func `a source that is cut from an environment fades out`() throws {
        let output = try heard { try $0.engine.disconnectOutput($0.source) }
        #expect(output.first == 0.5 && output.last == 0)
        #expect(largestStep(output) <= Self.steepest)
    }

    @Test func `one that comes back fades in`() throws {
        let output = try heard { scene in
            try scene.engine.disconnectOutput(scene.source)
            try scene.engine.connect(scene.source, to: scene.environment, format: format(1))
        }
        #expect(output.first == 0.5 && output.last == 0.5 && output.contains(0))
        #expect(largestStep(output) <= Self.steepest)
    }

    @Test func `an environment that leaves the graph and comes back is heard`() throws {
        let output = try heard { scene in
            try scene.engine.disconnectOutput(scene.environment)
            try scene.engine.connect(scene.environment, to: scene.engine.mainMixerNode, format: format(2))
        }
        #expect(output.contains(0) && output.last == 0.5)
    }

    @Test func `another layout fades in after the old one has faded out`() throws {
        let output = try heard(throughMixer: false) { scene in
            scene.environment.arrangement = .loudspeakers(.init(azimuthsDegrees: [-90, 90]))
            try scene.engine.setOutputFormat(format(2), of: scene.environment, bus: 0)
        }
        #expect(output.first == 0.5 && output.last == 0.5 && output.contains { $0 < 0.01 })
        // All that the old layout's mixer makes fades along a line of 10 ms, its room, too.
        #expect(largestStep(output) <= 0.5 / 479)
    }

    @Test func `measured ears come while the device plays, without a click`() throws {
        let output = try heard { scene in
            scene.source.changePlacement { $0.algorithm = .hrtf }
            let end = scene.engine.renderedFrameCount + 48_000_000
            while !scene.environment.hasChosenHRTF, scene.engine.renderedFrameCount < end {
                _ = scene.engine.runState
            }
            #expect(scene.environment.hasChosenHRTF)
        }
        // At 0 Hz the near ear hears the sphere at about 1, and both sets are equalised to about that.
        #expect(output.last.map { $0 > 0.3 && $0 < 0.8 } ?? false, "\(output.last ?? 0)")
        #expect(largestStep(output) <= 4 * Self.steepest)
    }

    @Test func `what an edit takes back is an environment's input again`() throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine)
        let (environment, source) = (EnvironmentNode(), SourceNode(format: format(1)) { _ in Constant() })
        try engine.attach(source)
        try engine.attach(environment)
        source.changePlacement { $0.position = SIMD3(1, 0, 0) }
        try engine.connect(environment, to: engine.mainMixerNode, format: format(2))
        try engine.connect(source, to: environment, format: format(1))
        let input = environment.input(0)
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try engine.performChanges {
                try engine.disconnectOutput(source)
                throw Refusal()
            }
        }
        #expect(environment.input(0) === input)
        try engine.start()
        #expect(try renderer.render(100)[1][99] == 0.5)
    }
}
