import AVFEngine
import AVFGraph
import AVFPluginSandbox
import AVFRender
import TestPlugins
import Testing

extension ProcessTests {
    /// Plugins with more than one input bus in a graph, wherever they run.
    @Suite struct PluginGraphTests {
        private static let frameCount = 64
        private static let main: [[Float]] = [
            (0..<frameCount).map { Float($0) }, (0..<frameCount).map { Float(1000 - $0) },
        ]
        private static let key: [[Float]] = [(0..<frameCount).map { Float($0 * $0 % 7) }]

        // The plugin's outputs: right + 10 · key, and left.
        private static func expected(_ fed: Set<Int>) -> [[Float]] {
            let silence = [Float](repeating: 0, count: frameCount)
            let main = fed.contains(0) ? main : [silence, silence]
            let key = fed.contains(1) ? key[0] : silence
            return [zip(main[1], key).map { $0 + 10 * $1 }, main[0]]
        }

        @Test(
            arguments: [nil, IsolationOptions.patient],
            [[0], [0, 1], [1], []] as [Set<Int>])
        func `each bus of a plugin may be fed or not, whatever its channels`(
            isolation: IsolationOptions?, fed: Set<Int>
        ) throws {
            let engine = AudioEngine()
            let stereo = BusFormat(sampleRateHz: 48_000, channelCount: 2)
            try engine.enableManualRendering(.offline, format: stereo, maximumFrameCount: Self.frameCount)
            let plugin = UnitNode(plugin: try PluginFixture.facts("exchange"), isolation: isolation)
            try engine.attach(plugin)
            let players = try [Self.main, Self.key].enumerated().filter { fed.contains($0.offset) }.map {
                bus, channels in
                let player = PlayerNode()
                try engine.attach(player)
                let format = BusFormat(sampleRateHz: 48_000, channelCount: channels.count)
                try engine.connect(player, bus: 0, to: [(plugin, bus)], format: format)
                try player.schedule(Self.playable(channels))
                return player
            }
            try engine.connect(plugin, to: engine.outputNode, format: stereo)
            try engine.start()
            for player in players { try player.play() }
            let output = SampleBuffer(channelCount: 2, frameCapacity: Self.frameCount)
            try engine.renderOffline(Self.frameCount, to: output.channels)
            for (channel, samples) in Self.expected(fed).enumerated() {
                #expect(
                    Array(UnsafeBufferPointer(start: output.channels[channel], count: Self.frameCount))
                        == samples)
            }
        }

        @Test(arguments: ["exchange", "gain", "synth", "echo"])
        func `a plugin that works in a graph passes its trial`(name: String) throws {
            #expect(PluginGraphTrial(try PluginFixture.facts(name)).run() == .init("graph", .pass))
        }

        @Test func `a plugin that is not fit for a graph fails its trial, with the reason`() throws {
            let finding = PluginGraphTrial(try PluginFixture.facts("refusal")).run()
            #expect(finding.verdict == .fail && finding.detail.contains("no strings"), "\(finding)")
        }

        private static func playable(_ channels: [[Float]]) -> PlayableSamples {
            let buffer = SampleBuffer(channelCount: channels.count, frameCapacity: frameCount)
            for (channel, samples) in channels.enumerated() {
                for (frame, sample) in samples.enumerated() { buffer.channels[channel][frame] = sample }
            }
            return PlayableSamples(buffer, frameCount: frameCount)
        }
    }
}
