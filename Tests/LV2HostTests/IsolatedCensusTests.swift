import AVFEngine
import AVFPluginCatalog
import AVFPluginSandbox
import AVFRender
import Foundation
import TestPlugins
import Testing

/// Checks over bundles that a machine happens to have: run by hand, with the folders in the environment.
@Suite(.serialized) struct IsolatedCensusTests {
    /// `rt-*` test bundles: a folder with `bad` in it.
    private static let broken = ProcessInfo.processInfo.environment["AVF_TEST_BROKEN_BUNDLES"]
    /// A search path, such as `/usr/lib/lv2`.
    private static let installed = ProcessInfo.processInfo.environment["AVF_TEST_LV2_PATH"]

    private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    @Test(.enabled(if: broken != nil))
    func `no plugin that misbehaves costs anybody else a sample`() throws {
        let folder = try #require(Self.broken) + "/bad"
        let catalog = PluginCatalog(searchPath: SearchPath(folder), cachePath: nil)
        var options = IsolationOptions()
        options.startSeconds = 2
        options.offlineWaitSeconds = 0.5
        options.memoryLimitBytes = 256 << 20
        let expected = try IsolatedGraph([]).render(blocks: 100)[1]
        for summary in catalog.plugins() {
            let name = summary.uri.split(separator: "/").last ?? ""
            do {
                let output = try Self.run(try catalog.plugin(uri: summary.uri), options)
                // The others wait for a plugin that claims latency.
                #expect(output.other == expected || name == "latency-liar", "\(name)")
                Self.say("\(name): \(output.events)")
            } catch {
                Self.say("\(name): refused: \(error)")
            }
        }
    }

    /// The branch beside the plugin, and what was reported.
    private static func run(
        _ facts: PluginFacts, _ options: IsolationOptions
    ) throws -> (other: [Float], events: [String]) {
        let graph = try IsolatedGraph([UnitNode(plugin: facts, isolation: options)])
        if let arm = graph.plugins[0].descriptor.index(ofSymbol: "arm") {
            graph.plugins[0].parameters.store(1, at: arm)
        }
        let other = try graph.render(blocks: 100)[1]
        try graph.detachPlugins()
        let events = graph.events
        // What a plugin does while it is cleaned up comes later.
        let end = ContinuousClock.now + .milliseconds(facts.uri.contains("-on-") ? 2500 : 100)
        while ContinuousClock.now < end, events.withLock(\.isEmpty) { sched_yield() }
        return (other, events.withLock { $0 })
    }

    /// Any value: says how long chains take.
    private static let timing = ProcessInfo.processInfo.environment["AVF_TEST_CHAIN_TIMES"]

    @Test(.enabled(if: timing != nil))
    func `a chain in one process takes less time than in many`() throws {
        var alone = IsolationOptions.patient
        alone.dedicatedProcess = true
        let facts = try PluginFixture.facts("gain")
        let ways: [(String, Int, IsolationOptions?)] = [
            ("in this process", 8, nil), ("one plugin", 1, .patient), ("one process", 8, .patient),
            ("a process each", 8, alone),
        ]
        var medians: [Double] = []
        for (name, count, isolation) in ways {
            let graph = try IsolatedGraph(
                (0..<count).map { _ in UnitNode(plugin: facts, isolation: isolation) })
            _ = try graph.render(blocks: 100)
            let times = try (0..<2000).map { _ -> Double in
                let start = ContinuousClock.now
                _ = try graph.render(blocks: 1)
                return (ContinuousClock.now - start) / .microseconds(1)
            }
            .sorted()
            medians.append(times[1000])
            Self.say("\(count) plugins, \(name): median \(Int(times[1000])) µs, p99 \(Int(times[1980])) µs")
        }
        #expect(medians[2] < medians[3])
    }

    @Test(.enabled(if: timing != nil))
    func `a chain takes about as long with ramps as without`() throws {
        let facts = try PluginFixture.facts("gain")
        for (name, isolation) in [("in this process", nil), ("one process", IsolationOptions.patient)] {
            for ramps in [false, true] {
                let graph = try IsolatedGraph(
                    (0..<8).map { _ in UnitNode(plugin: facts, isolation: isolation) })
                _ = try graph.render(blocks: 100)
                for node in graph.plugins where ramps {
                    _ = node.schedule(
                        address: 2, value: 0.5, at: RenderEvent.immediately, rampFrameCount: 1 << 30)
                }
                let times = try (0..<2000).map { _ -> Double in
                    let start = ContinuousClock.now
                    _ = try graph.render(blocks: 1)
                    return (ContinuousClock.now - start) / .microseconds(1)
                }
                .sorted()
                Self.say(
                    "8 plugins, \(name), \(ramps ? "ramps" : "steady"): median \(Int(times[1000])) µs, "
                        + "p99 \(Int(times[1980])) µs")
            }
        }
    }

    @Test(.enabled(if: installed != nil))
    func `every installed plugin gives the same bits with and without a process`() throws {
        let catalog = PluginCatalog(searchPath: SearchPath(try #require(Self.installed)), cachePath: nil)
        var same = 0
        for summary in catalog.plugins() {
            let facts = try catalog.plugin(uri: summary.uri)
            let inputs = facts.descriptor(sampleRateHz: 48_000).inputBuses.map {
                $0.isSideChain ? facts.summary.sideChainCount : facts.summary.audioInputCount
            }
            do {
                let outputs = [facts.summary.audioOutputCount]
                let count = try IsolatedSoundTests.differences(facts, inputs: inputs, outputs: outputs)
                if count == 0 {
                    same += 1
                } else {
                    let own = try IsolatedSoundTests.differences(
                        facts, inputs: inputs, outputs: outputs, isolation: nil)
                    Self.say("\(facts.uri): \(count) differences, \(own) between two in this process")
                }
            } catch {
                Self.say("\(facts.uri): \(error)")
            }
        }
        Self.say("\(same) of \(catalog.plugins().count) plugins are the same to the bit")
        #expect(same == catalog.plugins().count)
    }
}
