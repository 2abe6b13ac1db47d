import AVFEngine
import AVFLV2Host
import AVFPluginCatalog
import AVFPluginSandbox
import AVFRender
import Foundation
import TestPlugins
import Testing

extension ProcessTests {
    /// Plugins that misbehave in every way that we know of.
    @Suite struct IsolatedRogueTests {
        private static let blockCount = 14

        private static var options: IsolationOptions {
            var options = IsolationOptions.patient
            options.memoryLimitBytes = 256 << 20
            return options
        }

        /// For who hangs; others have as long as a busy machine takes.
        private static var impatient: IsolationOptions {
            var options = options
            options.startSeconds = 0.4
            options.offlineWaitSeconds = 0.4
            options.endSeconds = 0.4
            return options
        }

        /// What the branch beside a plugin sounds like when there is none.
        private static let expected = Result<[Float], any Error> {
            try IsolatedGraph([]).render(blocks: blockCount)[1]
        }

        @Test(arguments: Rogue.all)
        func `a plugin in a process of its own costs nobody else a sample, and its end is told`(
            rogue: Rogue
        ) throws {
            var options = rogue.hangs ? Self.impatient : Self.options
            if case .refused(let reason) = rogue.end {
                let error = #expect(throws: EngineError.self) { try Self.run(rogue, options) }
                #expect("\(try #require(error))".contains(reason), "\(String(describing: error))")
                return
            }
            options.startSeconds = 60
            try Self.judge(rogue, Self.run(rogue, options))
        }

        @Test(arguments: Rogue.all.filter(\.isTame))
        func `a plugin in this process costs nobody else a sample`(rogue: Rogue) throws {
            try Self.judge(rogue, Self.run(rogue, nil))
        }

        private static func judge(_ rogue: Rogue, _ heard: (other: [Float], events: [String])) throws {
            #expect(try heard.other == expected.get(), "the branch beside it")
            switch rogue.end {
            case .lost(let reason):
                #expect(heard.events.count == 1, "\(heard.events)")
                let event = heard.events.first ?? ""
                #expect(event.contains(reason) && event.contains("\"\(rogue.name)\""), "\(event)")
            case .told(let reason):
                #expect(heard.events.count == 1, "\(heard.events)")
                let event = heard.events.first ?? ""
                #expect(event.hasPrefix("failed: ") && event.contains(reason), "\(event)")
            case .refused, .unnoticed: #expect(heard.events == [])
            }
        }

        /// The branch beside the plugin, and what was reported.
        private static func run(
            _ rogue: Rogue, _ options: IsolationOptions?
        ) throws -> (other: [Float], events: [String]) {
            let graph = try IsolatedGraph([
                UnitNode(plugin: RogueFixture.facts(rogue.name), isolation: options)
            ])
            let other = try graph.render(blocks: blockCount)[1]
            let events = graph.events
            guard case .lost = rogue.end else {
                graph.engine.stop()
                return (other, events.withLock { $0 })
            }
            // What a plugin does while it is cleaned up comes later.
            try graph.detachPlugins()
            let end = ContinuousClock.now + .seconds(20)
            while ContinuousClock.now < end, events.withLock(\.isEmpty) { sched_yield() }
            return (other, events.withLock { $0 })
        }

        @Test(arguments: ["crash-in-save", "crash-in-restore"])
        func `a plugin that is lost over its state is an error, and its input passes`(name: String) throws {
            let harness = try UnitHarness(RogueFixture.facts(name), isolation: Self.options)
            harness.unit.rendersOffline = true
            harness.render([1, 2])
            let error = #expect(throws: PluginError.self) {
                try harness.unit.restoreState(harness.unit.saveState())
            }
            #expect("\(try #require(error))".contains("crashed"), "\(String(describing: error))")
            for _ in 0..<100 { harness.render([0, 0, 0]) }
            #expect(harness.render([1, 2]) == [1, 2])
        }

        @Test(arguments: ["overrun", "underrun"])
        func `what an instance writes beside its buffers hits no sibling, and is told`(name: String) throws {
            // A mono plugin on two channels: two instances, whose outputs lie one behind the other.
            let harness = try UnitHarness(
                RogueFixture.facts(name), inputs: [2], outputs: [2], maximumFrameCount: 64,
                isolation: Self.options)
            harness.unit.rendersOffline = true
            let input = (0..<2).map { channel in (0..<64).map { Float($0 + 100 * channel) } }
            for _ in 0..<Self.blockCount {
                #expect(harness.render([input], frameCount: 64) == [input])
            }
            #expect(harness.unit.takeFaults() == [.strayWrite])
            #expect(harness.unit.takeFaults() == [])
        }

        @Test func `a worker that does not come back is told, and the sound goes on`() throws {
            var options = Self.options
            options.startSeconds = 1.5
            let harness = try UnitHarness(RogueFixture.facts("hang-in-work"), isolation: options)
            var faults: [PluginFault] = []
            let end = ContinuousClock.now + .seconds(20)
            while faults.isEmpty, ContinuousClock.now < end {
                #expect(harness.render([1, 2]) == [1, 2])
                faults = harness.unit.takeFaults()
            }
            #expect(faults == [.stuckWorker(seconds: 1.5)])
            #expect(harness.render([1, 2]) == [1, 2])
        }

        @Test func `each instance of a mono plugin has the whole time to start`() throws {
            var options = Self.options
            options.startSeconds = 0.4
            // 30 ms each.
            let harness = try UnitHarness(
                RogueFixture.facts("slow-start"), inputs: [16], outputs: [16], isolation: options)
            harness.unit.rendersOffline = true
            let input = [[Float]](repeating: [1, 2], count: 16)
            #expect(harness.render([input], frameCount: 2) == [input])
        }

        @Test func `a plugin that has stored nothing may refuse to restore that`() throws {
            let facts = try RogueFixture.facts("no-state")
            let harness = try UnitHarness(facts)
            try harness.unit.restoreState(harness.unit.saveState())
            var state = try harness.unit.saveState()
            state.properties = [.init(key: "urn:a", type: "urn:b", flags: 3, value: [1])]
            #expect(throws: PluginError.stateFailed(uri: facts.uri, call: "restore", status: 1)) {
                try harness.unit.restoreState(state)
            }
        }

        @Test(arguments: [false, true])
        func `a plugin that stores nonsense has a state that can be kept and restored`(isolated: Bool) throws
        {
            let facts = try RogueFixture.facts("garbage-state")
            let first = try UnitHarness(facts, isolation: isolated ? Self.options : nil)
            let state = try UnitState(bytes: first.unit.saveState().bytes)
            let second = try UnitHarness(facts, isolation: isolated ? Self.options : nil)
            try second.unit.restoreState(state)
            #expect(second.render([1, 2]) == [1, 2])
        }
    }
}
