import AVFEngine
import AVFGraph
import AVFPluginSandbox
import AVFRender
import Foundation
import TestPlugins
import Testing

extension ProcessTests {
    /// What an engine does around plugins in processes of their own.
    @Suite struct IsolatedEngineTests {
        private static func node(_ name: String, isolation: IsolationOptions? = .patient) throws -> UnitNode {
            UnitNode(plugin: try PluginFixture.facts(name), isolation: isolation)
        }

        private static func set(_ node: UnitNode, port: UInt64, _ value: Float) {
            if let index = node.descriptor.index(ofAddress: port) { node.parameters.store(value, at: index) }
        }

        @Test(arguments: [1, 2, 3, 6, 7, 8])
        func `a plugin that ends its process costs nobody else a sample, and is reported once`(deed: Int)
            throws
        {
            let plain = try IsolatedGraph([Self.node("rogue", isolation: nil)])
            let expected = try plain.render(blocks: 40)
            let graph = try IsolatedGraph([Self.node("rogue")])
            let output = try graph.render(blocks: 40) { block in
                if block == 10 { Self.set(graph.plugins[0], port: 2, Float(deed)) }
            }
            graph.engine.stop()
            #expect(output[1] == expected[1], "the other branch")
            #expect(output[0].prefix(640) == expected[0].prefix(640), "the plugin before its end")
            let events = graph.events.withLock { $0 }
            #expect(
                events.count == 1 && events[0].hasPrefix("lost rogue false: The plugin \"rogue\" "),
                "\(events)")
            #expect(graph.engine.lastError != nil)
        }

        @Test func `a chain of plugins is the same to the bit with and without processes`() throws {
            let names = ["gain", "delay", "worker", "gain"]
            let inside = try IsolatedGraph(names.map { try Self.node($0, isolation: nil) })
            let outside = try IsolatedGraph(names.map { try Self.node($0) })
            for graph in [inside, outside] { Self.set(graph.plugins[0], port: 2, 0.7) }
            #expect(try outside.render(blocks: 50) == inside.render(blocks: 50))
            #expect(outside.engine.graphLatencySeconds == inside.engine.graphLatencySeconds)
        }

        @Test func `a loss between two blocks offline is told by the thread that renders the next`() throws {
            let graph = try IsolatedGraph([Self.node("gain")])
            _ = try graph.render(blocks: 4)
            let tellers = Locked<[pthread_t]>([])
            graph.engine.setEventHandler { _ in tellers.withLock { $0.append(pthread_self()) } }
            let unit = try #require(try graph.plugins[0].hostedPlugin() as? IsolatedUnit)
            kill(try #require(unit.processID), SIGKILL)
            // Long enough for every thread of the engine to have its turn.
            let end = ContinuousClock.now + .milliseconds(100)
            while ContinuousClock.now < end, tellers.withLock(\.isEmpty) { sched_yield() }
            #expect(tellers.withLock { $0.isEmpty })
            _ = try graph.render(blocks: 40)
            #expect(tellers.withLock { $0 } == [pthread_self()])
        }

        @Test func `parallel branches stay together when a plugin with latency is lost`() throws {
            let graph = try IsolatedGraph([Self.node("delay")])
            _ = try graph.render(blocks: 4)
            #expect(graph.engine.graphLatencySeconds == 64.0 / 48_000)
            let unit = try #require(try graph.plugins[0].hostedPlugin() as? IsolatedUnit)
            kill(try #require(unit.processID), SIGKILL)
            _ = try graph.render(blocks: 40)
            #expect(graph.engine.graphLatencySeconds == 0)
        }

        @Test(arguments: [nil, IsolationOptions.patient])
        func `NaN is muted where it is and reported once, and the node recovers`(isolation: IsolationOptions?)
            throws
        {
            let graph = try IsolatedGraph([Self.node("spoiler", isolation: isolation)])
            let output = try graph.render(blocks: 20) { block in
                Self.set(graph.plugins[0], port: 2, (5..<8).contains(block) ? 1 : 0)
            }
            let plain = try IsolatedGraph([Self.node("spoiler", isolation: isolation)]).render(blocks: 20)
            // In the middle of each of three blocks.
            let spoilt = [5, 6, 7].map { $0 * 64 + 32 }
            for frame in output[0].indices {
                #expect(output[0][frame] == (spoilt.contains(frame) ? 0 : plain[0][frame]))
            }
            #expect(spoilt.allSatisfy { plain[0][$0] != 0 })
            let events = graph.events.withLock { $0 }
            #expect(events.count == 1 && events[0].contains("NaN"), "\(events)")
        }

        @Test func `the policy decides where a plugin runs, and a call overrides it`() throws {
            let fixture = try PluginFixture(names: ["gain", "delay"])
            let library = UnitLibrary(plugins: fixture.catalog)
            library.policy.isolation = .patient
            let (gain, delay) = (BundleFolder.uri("gain"), BundleFolder.uri("delay"))
            func place(_ uri: String, _ wish: PluginPlacement = .automatic) throws -> PluginPlacement? {
                try library.makeNode(identifier: uri, placement: wish).placement
            }
            #expect(try place(gain) == .outOfProcess, "nobody has tried it")
            library.policy.isolation.programPath = "/nowhere/avf-plugin-host"
            #expect(try place(gain) == .inProcess, "there is no program for it")
            #expect(try place(gain, .outOfProcess) == .outOfProcess, "that fails when it starts")
            library.policy.isolation.programPath = nil
            library.policy.hasPassed = { $0.uri == gain }
            #expect(try place(gain) == .inProcess)
            #expect(try place(delay) == .outOfProcess)
            #expect(try place(delay, .inProcess) == .inProcess)
            library.policy.placement = .outOfProcess
            #expect(try place(gain) == .outOfProcess)
            #expect(try library.makeNode(identifier: "gain").placement == nil, "native units stay")
        }

        @Test func `a node keeps its state when its plugin gets a new process`() throws {
            let node = try Self.node("keeper")
            try node.probe(sampleRateHz: 48_000, channelCount: 1, maximumFrameCount: 32)
            let before = try node.saveState()
            try node.probe(sampleRateHz: 48_000, channelCount: 1, maximumFrameCount: 64)
            #expect(try node.saveState() == before)
        }
    }
}
