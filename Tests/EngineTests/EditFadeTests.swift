import AVFDevices
import AVFEngine
import AVFGraph
import AVFRealtime
import AVFRender
import AVFUnits
import Testing

@Suite struct EditFadeTests {
    /// A source of one value for ever.
    private final class Constant: FrameSource, Sendable {
        func fill(_ request: FrameRequest) -> FrameAnswer {
            for channel in 0..<request.channelCount {
                for frame in 0..<request.frameCount { request.channels[channel][frame] = 0.5 }
            }
            return .filled
        }
    }

    /// Plays 0.5 through the main mixer on a device whose clock runs while `body` edits; what was heard.
    private func heard(fades: Bool = true, _ body: (AudioEngine, SourceNode) throws -> Void) throws -> [Float]
    {
        let device = VirtualClockDevice()
        let engine = AudioEngine(backend: device)
        engine.fadesEdits = fades
        let source = SourceNode(format: format(2)) { _ in Constant() }
        try engine.attach(source)
        try engine.connect(source, to: engine.mainMixerNode, format: format(2))
        try engine.start()
        let isDone = Flag()
        let clock = try NamedThread(.worker) { while !isDone.isSet { device.advance(frameCount: 64) } }
        while engine.renderedFrameCount < 1000 { _ = engine.runState }
        try body(engine, source)
        let end = engine.renderedFrameCount + 2000
        while engine.renderedFrameCount < end { _ = engine.runState }
        isDone.set()
        clock.join()
        return device.playedChannels[0]
    }

    private func largestStep(_ output: [Float]) -> Float {
        zip(output, output.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }

    @Test func `a source that is cut from a mixer on a device fades out`() throws {
        let output = try heard { engine, source in try engine.disconnectOutput(source) }
        #expect(output.first == 0.5 && output.last == 0)
        #expect(largestStep(output) <= 0.5 / 479)
    }

    @Test func `one that is cut and comes back fades in`() throws {
        let output = try heard { engine, source in
            try engine.disconnectOutput(source)
            try engine.connect(source, to: engine.mainMixerNode, format: format(2))
        }
        #expect(output.first == 0.5 && output.last == 0.5 && output.contains(0))
        #expect(largestStep(output) <= 0.5 / 479)
    }

    @Test func `a mixer that leaves the graph and comes back is heard with its inputs`() throws {
        let output = try heard { engine, source in
            let group = MixerNode(name: "group")
            try engine.attach(group)
            try engine.connect(source, to: group, format: format(2))
            try engine.connect(group, to: engine.mainMixerNode, format: format(2))
            let end = engine.renderedFrameCount + 2000
            while engine.renderedFrameCount < end { _ = engine.runState }
            try engine.disconnectOutput(group)
            try engine.connect(group, to: engine.mainMixerNode, format: format(2))
        }
        #expect(output.last == 0.5)
    }

    @Test func `without fades an edit is a cut`() throws {
        let output = try heard(fades: false) { engine, source in try engine.disconnectOutput(source) }
        #expect(largestStep(output) == 0.5)
    }

    @Test func `in manual rendering an edit is a cut`() throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine)
        let source = SourceNode(format: format(2)) { _ in Constant() }
        try engine.attach(source)
        try engine.connect(source, to: engine.mainMixerNode, format: format(2))
        try engine.start()
        let before = try renderer.render(100)[0]
        try engine.disconnectOutput(source)
        #expect(before + (try renderer.render(100)[0]) == (0..<200).map { $0 < 100 ? 0.5 : 0 })
    }

    @Test func `a player that is connected while the device plays begins with its first frame as it is`()
        throws
    {
        let output = try heard { engine, source in
            let player = PlayerNode()
            try engine.attach(player)
            try engine.connect(player, to: engine.mainMixerNode, format: format(2))
            try player.schedule(samples(100, channels: 2) { _, _ in 0.25 })
            try player.play()
        }
        #expect(output.filter { $0 == 0.75 }.count == 100)
    }
}
