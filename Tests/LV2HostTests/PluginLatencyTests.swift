import AVFEngine
import AVFGraph
import AVFPluginSandbox
import AVFRender
import TestPlugins
import Testing

extension ProcessTests {
    /// A plugin that tells its latency with frames only, 48 of them unless its port 3 says otherwise.
    @Suite struct PluginLatencyTests {
        private static let places = [nil, IsolationOptions.patient]

        private static func node(_ isolation: IsolationOptions?) throws -> UnitNode {
            UnitNode(plugin: try PluginFixture.facts("lagger"), isolation: isolation)
        }

        private static func set(_ node: UnitNode, _ value: Float) {
            if let index = node.descriptor.index(ofAddress: 3) { node.parameters.store(value, at: index) }
        }

        //          ┌ plugin ┐
        // player ──┤        ├ mixer ─ out
        //          └────────┘
        /// The frames of the output that are not silent, and what they are, for an impulse on frame 0.
        private static func impulse(
            through node: UnitNode, blockSize: Int, beforeStart: () throws -> Void = {}
        ) throws -> [Int: Float] {
            let engine = AudioEngine()
            let mono = BusFormat(sampleRateHz: 48_000, channelCount: 1)
            try engine.enableManualRendering(.offline, format: mono, maximumFrameCount: blockSize)
            let player = PlayerNode()
            try engine.attach(player)
            try engine.attach(node)
            let mixer = engine.mainMixerNode
            try engine.connect(player, bus: 0, to: [(node, 0), (mixer, 1)], format: mono)
            try engine.connect(node, bus: 0, to: mixer, bus: 0, format: nil)
            let one = SampleBuffer(channelCount: 1, frameCapacity: 1)
            one.channels[0][0] = 1
            try player.schedule(PlayableSamples(one, frameCount: 1))
            try beforeStart()
            try engine.start()
            try player.play()
            var heard: [Int: Float] = [:]
            let output = SampleBuffer(channelCount: 1, frameCapacity: blockSize)
            for start in stride(from: 0, to: 256, by: blockSize) {
                try engine.renderOffline(blockSize, to: output.channels)
                for frame in 0..<blockSize where output.channels[0][frame] != 0 {
                    heard[start + frame] = output.channels[0][frame]
                }
            }
            return heard
        }

        @Test(arguments: places, [1, 16, 64, 256])
        func `a dry branch beside it is together with it from the first frame on`(
            isolation: IsolationOptions?, blockSize: Int
        ) throws {
            #expect(try Self.impulse(through: Self.node(isolation), blockSize: blockSize) == [48: 2])
        }

        @Test(arguments: places)
        func `what was set before the start counts, whenever the plugin was made`(
            isolation: IsolationOptions?
        ) throws {
            let early = try Self.node(isolation)
            Self.set(early, 20)
            #expect(try Self.impulse(through: early, blockSize: 64) == [20: 2])
            let late = try Self.node(isolation)
            try late.probe(sampleRateHz: 48_000, channelCount: 1, maximumFrameCount: 64)
            #expect(late.latencyFrames == 48)
            Self.set(late, 20)
            #expect(try Self.impulse(through: late, blockSize: 64) { Self.set(late, 33) } == [33: 2])
        }

        @Test(arguments: places)
        func `a restored state's latency holds from the first frame on`(isolation: IsolationOptions?) throws {
            let source = try Self.node(nil)
            Self.set(source, 7)
            let state = try source.saveState()
            let node = try Self.node(isolation)
            let heard = try Self.impulse(through: node, blockSize: 64) { try node.restoreState(state) }
            #expect(heard == [7: 2])
        }

        @Test(arguments: places)
        func `the silence that it was asked with leaves nothing behind`(isolation: IsolationOptions?) throws {
            let harness = try UnitHarness(PluginFixture.facts("lagger"), isolation: isolation)
            harness.unit.rendersOffline = true
            harness.render([1])
            #expect(harness.value(port: 4) == 1, "runs since the activation")
        }

        @Test(arguments: places)
        func `a state that is restored while it sounds moves no latency that stays`(
            isolation: IsolationOptions?
        ) throws {
            let harness = try UnitHarness(PluginFixture.facts("lagger"), isolation: isolation)
            harness.unit.rendersOffline = true
            harness.render([1])
            try harness.unit.restoreState(harness.unit.saveState())
            #expect(harness.unit.latencyFrames == 48)
            harness.render([1])
            #expect(harness.value(port: 4) == 2, "the sound was cut")
        }
    }
}
