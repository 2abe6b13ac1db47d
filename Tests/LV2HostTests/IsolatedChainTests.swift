import AVFEngine
import AVFGraph
import AVFPluginCatalog
import AVFPluginSandbox
import AVFRender
import Foundation
import TestPlugins
import Testing

extension ProcessTests {
    /// Plugins that follow one another, in one process.
    @Suite struct IsolatedChainTests {
        private static func node(_ name: String, isolation: IsolationOptions? = .patient) throws -> UnitNode {
            UnitNode(plugin: try PluginFixture.facts(name), isolation: isolation)
        }

        private static func graph(_ names: [String], isolation: IsolationOptions? = .patient) throws
            -> IsolatedGraph
        {
            try IsolatedGraph(names.map { try node($0, isolation: isolation) })
        }

        private static func set(_ node: UnitNode, port: UInt64, _ value: Float) {
            if let index = node.descriptor.index(ofAddress: port) { node.parameters.store(value, at: index) }
        }

        private static func unit(_ node: UnitNode) throws -> IsolatedUnit {
            try #require(try node.hostedPlugin() as? IsolatedUnit)
        }

        private static func peak(_ samples: [Float]) -> Float { samples.map(abs).max() ?? 0 }

        private static func processes(_ nodes: [UnitNode]) throws -> [pid_t] {
            try nodes.map { try #require(try unit($0).processID) }
        }

        @Test func `plugins that follow one another share a process, and sound as without`() throws {
            let names = ["gain", "delay", "worker", "delay", "gain"]
            let (inside, outside) = (try Self.graph(names, isolation: nil), try Self.graph(names))
            for graph in [inside, outside] { Self.set(graph.plugins[0], port: 2, 0.7) }
            #expect(try outside.render(blocks: 50) == inside.render(blocks: 50))
            #expect(outside.engine.graphLatencySeconds == inside.engine.graphLatencySeconds)
            #expect(Set(try Self.processes(outside.plugins)).count == 1)
        }

        @Test func `who wants to live alone does, and the rest of the chain together`() throws {
            var alone = IsolationOptions.patient
            alone.dedicatedProcess = true
            let nodes = try [nil, nil, alone, nil, nil].map {
                try Self.node("delay", isolation: $0 ?? .patient)
            }
            let inside = try Self.graph(Array(repeating: "delay", count: 5), isolation: nil)
            let outside = try IsolatedGraph(nodes)
            #expect(try outside.render(blocks: 20) == inside.render(blocks: 20))
            let ids = try Self.processes(nodes)
            #expect(Set(ids.indices.filter { $0 != 2 }.map { ids[$0] }).count == 1)
            #expect(ids[2] != ids[0])
        }

        @Test func `scheduled steps and ramps in a chain are heard at their samples`() throws {
            let names = ["gain", "gain", "delay", "gain"]
            let graphs = [try Self.graph(names, isolation: nil), try Self.graph(names)]
            let outputs = try graphs.map { graph in
                for (index, node) in graph.plugins.enumerated() where index != 2 {
                    #expect(node.schedule(address: 2, value: 0.25, at: Int64(100 + 37 * index)))
                    #expect(node.schedule(address: 2, value: 1, at: Int64(600 + index), rampFrameCount: 300))
                }
                return try graph.render(blocks: 30)
            }
            #expect(outputs[0] == outputs[1])
        }

        @Test func `a chain is asked once for each block, whatever is scheduled in it`() throws {
            let graph = try Self.graph(["gain", "gain", "gain", "gain"])
            _ = try graph.render(blocks: 4)
            let first = try Self.unit(graph.plugins[0])
            let before = first.handOverCount
            for node in graph.plugins {
                for frame in [300, 301, 333, 700] {
                    #expect(node.schedule(address: 2, value: Float(frame) / 500, at: Int64(frame)))
                }
                #expect(node.schedule(address: 2, value: 0.5, at: 800, rampFrameCount: 500))
            }
            _ = try graph.render(blocks: 20)
            #expect(first.handOverCount == before + 20)
        }

        @Test func `a chain is asked once for each block after an edit somewhere else, too`() throws {
            let graph = try Self.graph(["gain", "gain", "gain"])
            _ = try graph.render(blocks: 4)
            let first = try Self.unit(graph.plugins[0])
            let (before, player, mixer) = (first.handOverCount, PlayerNode(), MixerNode())
            try graph.engine.attach(player)
            try graph.engine.attach(mixer)
            try graph.engine.connect(player, to: mixer, format: nil)
            _ = try graph.render(blocks: 20)
            #expect(first.handOverCount == before + 20)
        }

        @Test func `a plugin that joins or leaves a running chain costs its neighbours nothing`() throws {
            let graphs = [
                try Self.graph(["delay", "delay"], isolation: nil), try Self.graph(["delay", "delay"]),
            ]
            let outputs = try graphs.map { graph in
                let isIsolated = graph !== graphs[0]
                let (first, last) = (graph.plugins[0], graph.plugins[1])
                let new = try Self.node("delay", isolation: isIsolated ? .patient : nil)
                return try graph.render(blocks: 30) { block in
                    if block == 10 {
                        try? graph.engine.attach(new)
                        try? graph.engine.connect(first, to: new, format: nil)
                        try? graph.engine.connect(new, to: last, format: nil)
                        guard isIsolated else { return }
                        #expect((try? Set(Self.processes([first, new, last])))?.count == 1)
                    }
                    if block == 20 {
                        try? graph.engine.connect(first, to: last, format: nil)
                        try? graph.engine.detach(new)
                    }
                }
            }
            #expect(outputs[0] == outputs[1])
            #expect(graphs[1].events.withLock { $0.isEmpty })
        }

        @Test func `who crashes is named, and its neighbours go on together`() throws {
            let graph = try Self.graph(["gain", "rogue", "gain"])
            let (first, last) = (graph.plugins[0], graph.plugins[2])
            Self.set(first, port: 2, 0.5)
            Self.set(last, port: 2, 3)
            let before = try Self.processes([first, last])
            let expected = try Self.graph(["gain", "rogue", "gain"], isolation: nil).render(blocks: 20)
            let output = try graph.render(blocks: 20) { block in
                if block == 10 { Self.set(graph.plugins[1], port: 2, 1) }
            }
            #expect(output[1] == expected[1], "the other branch")
            func restarts() -> Int { graph.events.withLock { $0.count { $0.hasPrefix("restarted gain") } } }
            while restarts() < 2 { _ = try graph.render(blocks: 1) }
            // Blocks until the fades of both are over, and then some to compare.
            let rest = try graph.render(blocks: 60)[0].suffix(2000)
            let plain = try Self.graph(["gain", "gain"], isolation: nil)
            Self.set(plain.plugins[0], port: 2, 0.5)
            Self.set(plain.plugins[1], port: 2, 3)
            let whole = try plain.render(blocks: 40)[0]
            #expect(Self.peak(Array(rest)) == Self.peak(whole))
            let after = try Self.processes([first, last])
            #expect(after[0] == after[1])
            #expect(after[0] != before[0])
            let events = graph.events.withLock { $0 }
            let own = events.filter { $0.hasPrefix("lost rogue") }
            #expect(own.count == 1 && own[0].contains("crashed in run() (SIGSEGV)"), "\(events)")
            let innocent = events.filter { $0.hasPrefix("lost gain true") }
            #expect(innocent.count == 2, "\(events)")
            #expect(innocent.allSatisfy { $0.contains("shared with \"rogue\", which crashed") }, "\(events)")
            #expect(throws: PluginError.self) { try Self.unit(graph.plugins[1]).saveState() }
        }

        @Test(arguments: [3, 7, 4])
        func `who ends the process or hangs in a chain is named`(deed: Int) throws {
            var options = IsolationOptions.patient
            options.offlineWaitSeconds = 0.2
            let graph = try Self.graph(["gain", "rogue", "gain"], isolation: options)
            _ = try graph.render(blocks: 4)
            Self.set(graph.plugins[1], port: 2, Float(deed))
            var events: [String] = []
            while events.count(where: { $0.hasPrefix("lost") }) < 3 {
                _ = try graph.render(blocks: 1)
                events = graph.events.withLock { $0 }
            }
            #expect(events.contains { $0.hasPrefix("lost rogue false: The plugin \"rogue\" ") }, "\(events)")
            #expect(events.count { $0.contains("shared with \"rogue\"") } == 2, "\(events)")
        }

        @Test func `a plugin that crashes while it is cleaned up is named, whoever lived with it`() throws {
            setenv("AVF_TEST_DEED", "1", 1)
            defer { unsetenv("AVF_TEST_DEED") }
            let graph = try Self.graph(["gain", "rogue-end", "gain"])
            _ = try graph.render(blocks: 4)
            #expect(Set(try Self.processes(graph.plugins)).count == 1)
            try graph.detachPlugins()
            let events = graph.events
            let end = ContinuousClock.now + .seconds(20)
            while ContinuousClock.now < end, events.withLock(\.isEmpty) { sched_yield() }
            let told = events.withLock { $0 }
            #expect(
                told.count == 1 && told[0].contains("\"rogue-end\" crashed while it ended (SIGSEGV)"),
                "\(told)")
        }

        @Test func `a node that goes to another engine leaves the process of the first`() throws {
            let graph = try Self.graph(["gain", "gain"])
            _ = try graph.render(blocks: 4)
            let hostProcess = graph.plugins[1]
            try graph.engine.detach(hostProcess)
            let other = try IsolatedGraph([hostProcess])
            _ = try other.render(blocks: 4)
            let ids = try Self.processes(graph.plugins)
            #expect(ids[0] != ids[1])
        }

        /// Four players, each through a chain of its own, rendered by so many threads.
        private static func branches(threads: Int, isolation: IsolationOptions?) throws -> [Float] {
            let format = BusFormat(sampleRateHz: 48_000, channelCount: 1)
            let engine = AudioEngine()
            engine.renderThreadCount = threads
            try engine.enableManualRendering(.offline, format: format, maximumFrameCount: 64)
            for branch in 0..<4 {
                let player = PlayerNode()
                let nodes: [EngineNode] =
                    try [player]
                    + ["delay", "worker", "gain"].map {
                        try node($0, isolation: isolation)
                    }
                for node in nodes { try engine.attach(node) }
                for (node, next) in zip(nodes, nodes.dropFirst() + [engine.mainMixerNode]) {
                    try engine.connect(node, to: next, format: format)
                }
                try engine.start()
                let samples = SampleBuffer(channelCount: 1, frameCapacity: 700)
                for frame in 0..<700 { samples.channels[0][frame] = Float((frame * 31 + branch * 7) % 101) }
                try player.schedule(PlayableSamples(samples, frameCount: 700), loops: true)
                try player.play()
            }
            let buffer = SampleBuffer(channelCount: 1, frameCapacity: 64)
            var output: [Float] = []
            // Blocks are shared by threads from the 512th on, if they take long enough.
            for _ in 0..<1100 {
                try engine.renderOffline(64, to: buffer.channels)
                output += UnsafeBufferPointer(start: buffer.channels[0], count: 64)
            }
            return output
        }

        @Test func `chains that several threads render sound as those that one renders`() throws {
            let alone = try Self.branches(threads: 1, isolation: nil)
            #expect(alone.contains { $0 != 0 })
            for threads in [1, 3] {
                #expect(try Self.branches(threads: threads, isolation: .patient) == alone)
            }
        }

        @Test func `a hundred plugins in one graph sound the same twice, and out of process`() throws {
            let names = (0..<100).map { ["gain", "delay", "gain", "worker"][$0 % 4] }
            let outputs = try [nil, nil, IsolationOptions.patient].map { isolation in
                let graph = try Self.graph(names, isolation: isolation)
                for (index, node) in graph.plugins.enumerated() where index % 4 == 0 {
                    Self.set(node, port: 2, index % 8 == 0 ? 0.8 : 1.25)
                }
                return try graph.render(blocks: 40)
            }
            #expect(outputs[0][0].contains { $0 != 0 })
            #expect(outputs[1] == outputs[0])
            #expect(outputs[2] == outputs[0])
        }
    }
}
