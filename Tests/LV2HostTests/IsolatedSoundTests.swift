import AVFEngine
import AVFPluginCatalog
import AVFPluginSandbox
import AVFRender
import Foundation
import TestPlugins
import TestSupport
import Testing

/// A plugin in a process of its own makes the samples that it makes in this one.
struct IsolatedSoundTests {
    /// Two harnesses around the same plugin, one of them with a process of its own.
    private struct Pair {
        let inside: UnitHarness
        let outside: UnitHarness

        init(
            _ facts: PluginFacts, inputs: [Int] = [1], outputs: [Int] = [1], limit: Int = 512,
            isolation: IsolationOptions? = .patient, listens: Bool = false
        ) throws {
            inside = try UnitHarness(
                facts, inputs: inputs, outputs: outputs, maximumFrameCount: limit, listens: listens)
            outside = try UnitHarness(
                facts, inputs: inputs, outputs: outputs, maximumFrameCount: limit, isolation: isolation,
                listens: listens)
            for harness in [inside, outside] { harness.unit.rendersOffline = true }
        }

        /// Renders the same block with both, as an engine does offline.
        func render(_ input: [[[Float]]], frameCount: Int) -> (inside: [[[Float]]], outside: [[[Float]]]) {
            inside.unit.service()
            outside.unit.service()
            return (
                inside.render(input, frameCount: frameCount), outside.render(input, frameCount: frameCount)
            )
        }
    }

    private static func noise(_ counts: [Int], _ frameCount: Int, _ random: inout SeededGenerator)
        -> [[[Float]]]
    {
        counts.map { count in
            (0..<count).map { _ in (0..<frameCount).map { _ in Float.random(in: -0.5...0.5, using: &random) }
            }
        }
    }

    /// Renders blocks of many lengths and moves parameters between them; the number of samples that differ.
    static func differences(
        _ facts: PluginFacts, inputs: [Int], outputs: [Int], blockCount: Int = 24, limit: Int = 512,
        isolation: IsolationOptions? = .patient
    ) throws -> Int {
        var random = SeededGenerator(seed: 3)
        let pair = try Pair(facts, inputs: inputs, outputs: outputs, limit: limit, isolation: isolation)
        var count = pair.inside.unit.latencyFrames == pair.outside.unit.latencyFrames ? 0 : 1
        for block in 0..<blockCount {
            let frameCount = block % 3 == 0 ? limit : Int.random(in: 1...limit, using: &random)
            for (index, spec) in pair.inside.parameters.specs.enumerated() where block % 4 == 3 {
                let range = max(spec.range.lowerBound, -1e4)...min(spec.range.upperBound, 1e4)
                guard !spec.isReadOnly, range.lowerBound < range.upperBound else { continue }
                let value = Float.random(in: range, using: &random)
                for harness in [pair.inside, pair.outside] { harness.parameters.store(value, at: index) }
            }
            if facts.summary.takesMIDI, block % 5 == 1 {
                let note = UInt8.random(in: 40...80, using: &random)
                let time = pair.inside.sampleTime + Int64(frameCount / 2)
                for harness in [pair.inside, pair.outside] {
                    _ = harness.unit.sendMIDI([0x90, note, 100], at: time)
                }
            }
            if block == blockCount / 2 {
                for harness in [pair.inside, pair.outside] { harness.unit.requestReset() }
            }
            let result = pair.render(noise(inputs, frameCount, &random), frameCount: frameCount)
            count += zip(result.inside.joined().joined(), result.outside.joined().joined())
                .count { $0.bitPattern != $1.bitPattern }
            count += (0..<pair.inside.parameters.count).count {
                pair.inside.parameters.load($0).bitPattern != pair.outside.parameters.load($0).bitPattern
            }
            count += pair.inside.unit.latencyFrames == pair.outside.unit.latencyFrames ? 0 : 1
        }
        return count + (pair.inside.unit.mutedBlockCount == pair.outside.unit.mutedBlockCount ? 0 : 1)
    }

    @Test(arguments: ["gain", "delay", "worker", "options", "switches", "spoiler"])
    func `a plugin of our own gives the same bits, meters and latency`(name: String) throws {
        #expect(try Self.differences(PluginFixture.facts(name), inputs: [1], outputs: [1]) == 0)
    }

    @Test func `side chains, several channels and instances keep their places`() throws {
        let exchange = try PluginFixture.facts("exchange")
        #expect(try Self.differences(exchange, inputs: [2, 1], outputs: [2]) == 0)
        #expect(try Self.differences(PluginFixture.facts("delay"), inputs: [3], outputs: [3]) == 0)
    }

    @Test func `calls for memory in run() are counted, and nothing else's`() throws {
        let harness = try UnitHarness(PluginFixture.facts("hungry"), isolation: .patient)
        let unit = try #require(harness.unit as? IsolatedUnit)
        for _ in 0..<4 { harness.render([1]) }
        // Under a sanitizer nobody can count.
        guard let before = unit.allocationCount else { return }
        for _ in 0..<10 { harness.render([1]) }
        #expect(unit.allocationCount == before + 10 * 3 * 2, "three times taken and given back")
        harness.set(port: 2, 0)
        for _ in 0..<10 { harness.render([1]) }
        #expect(unit.allocationCount == before + 60)
    }

    @Test func `messages arrive at their frames`() throws {
        #expect(try Self.differences(PluginFixture.facts("synth"), inputs: [], outputs: [1]) == 0)
    }

    /// What `make deps` installs; left out without it.
    private static let installed = [
        "http://drobilla.net/plugins/mda/Ambience", "http://drobilla.net/plugins/mda/Delay",
        "http://drobilla.net/plugins/mda/Leslie", "http://drobilla.net/plugins/mda/DX10",
        "http://drobilla.net/plugins/mda/EPiano", "http://lv2plug.in/plugins/eg-amp",
        "http://lv2plug.in/plugins/eg-sampler",
    ]

    @Test(arguments: installed)
    func `an installed plugin gives the same bits`(uri: String) throws {
        let last = uri.split(separator: "/").last.map(String.init) ?? ""
        let bundle = last.hasPrefix("eg-") ? last : "mda"
        let facts = try InstalledBundle.facts(bundle, uri: uri)
        let inputs = facts.descriptor(sampleRateHz: 48_000).inputBuses.map {
            $0.isSideChain ? facts.summary.sideChainCount : facts.summary.audioInputCount
        }
        #expect(
            try Self.differences(facts, inputs: inputs, outputs: [facts.summary.audioOutputCount], limit: 256)
                == 0)
    }

    @Test func `a state goes through a process as it goes without one`() throws {
        let facts = try PluginFixture.facts("keeper")
        let pair = try Pair(facts)
        for harness in [pair.inside, pair.outside] {
            harness.set(port: 2, 7)
            harness.set(port: 8, 1)
        }
        _ = pair.render([[[1, 2, 3]]], frameCount: 3)
        let inside = try pair.inside.unit.saveState()
        let outside = try pair.outside.unit.saveState()
        #expect(outside.parameters == inside.parameters)
        #expect(outside.properties.map(\.key) == inside.properties.map(\.key))
        let copy = try UnitHarness(facts, isolation: .patient)
        copy.unit.rendersOffline = true
        #expect(try copy.unit.restoreState(inside) == UnitState.Gaps())
        #expect(copy.value(port: 2) == 7)
        copy.render([1])
        #expect([3, 4, 5].map { copy.value(port: $0) } == [7, 7, 1], "the number, its file, its object")
        var gap = inside
        gap.parameters["nothing"] = 1
        #expect(try copy.unit.restoreState(gap).unknownParameters == ["nothing"])
        let other = UnitState(identifier: "urn:other")
        #expect(throws: PluginError.badState(.otherUnit(expected: facts.uri, found: "urn:other"))) {
            try copy.unit.restoreState(other)
        }
    }

    @Test func `messages of a plugin come out of its process whole and at their frames`() throws {
        let pair = try Pair(PluginFixture.facts("echo"), inputs: [], outputs: [1], listens: true)
        var random = SeededGenerator(seed: 5)
        let long: [UInt8] = [0xF0] + (0..<200).map { UInt8($0 % 128) } + [0xF7]
        for _ in 0..<50 {
            let frameCount = Int.random(in: 1...512, using: &random)
            var time = pair.inside.sampleTime
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                time += Int64.random(in: 0...40, using: &random)
                let note = [0x90, UInt8.random(in: 0...127, using: &random), 100]
                let message = Bool.random(using: &random) ? note : long
                for harness in [pair.inside, pair.outside] {
                    #expect(harness.unit.sendMIDI(message, at: time))
                }
            }
            _ = pair.render([], frameCount: frameCount)
        }
        let made = [pair.inside, pair.outside].map { $0.messages.map { "\($0.sampleTime): \($0.bytes)" } }
        #expect(made[0] == made[1] && made[0].count > 300)
        #expect((pair.outside.unit as? IsolatedUnit)?.isAlive == true)
    }

    @Test func `a preset with values and files goes through a process as it goes without one`() throws {
        let facts = try PluginFixture.facts("keeper")
        let folder = try BundleFolder()
        let first = try UnitHarness(facts)
        first.set(port: 2, 0.1)
        first.set(port: 8, 1)
        first.render([1])
        try first.unit.saveState().write(
            presetBundle: folder.path + "/saved.lv2", name: "A", pluginBundle: facts.summary.bundle)
        let values = try [nil, IsolationOptions.patient].map { isolation -> [Float] in
            let node = UnitNode(plugin: facts, isolation: isolation)
            let gaps = try node.loadPreset(at: folder.path + "/saved.lv2")
            #expect(gaps == UnitState.Gaps())
            try node.writePreset(toBundle: folder.path + "/again-\(isolation == nil).lv2", name: "B")
            let other = try UnitHarness(facts, isolation: isolation)
            other.unit.rendersOffline = true
            let again = folder.path + "/again-\(isolation == nil).lv2"
            try other.unit.restoreState(UnitState(presetAt: again, pluginURI: facts.uri))
            other.set(port: 2, 0)
            other.render([1])
            return [3, 4, 5].map { other.value(port: $0) }
        }
        #expect(values == [[0.1, 0.1, 1], [0.1, 0.1, 1]], "the number, its file, its object")
    }

    @Test func `bypass and free-wheeling reach the plugin`() throws {
        let harness = try UnitHarness(PluginFixture.facts("switches"), isolation: .patient)
        harness.unit.rendersOffline = true
        harness.render([1])
        #expect([harness.value(port: 4), harness.value(port: 5)] == [1, 1])
        harness.unit.isBypassed = true
        harness.render([1])
        #expect(harness.value(port: 4) == 0)
    }

    @Test func `a live plugin's worker works beside its blocks`() throws {
        let harness = try UnitHarness(PluginFixture.facts("worker"), isolation: .patient)
        var patience = 2000
        while harness.value(port: 4) < 3, patience > 0 {
            patience -= 1
            harness.render([1])
        }
        #expect(harness.value(port: 4) >= 3, "replies")
    }

    @Test func `what the plugin says comes across, also when it refuses to start`() throws {
        let facts = try PluginFixture.facts("refusal")
        let refusal = PluginError.instantiateFailed(
            uri: facts.uri, sampleRateHz: 48_000, log: "no strings at 48000 Hz")
        #expect(throws: refusal) { try UnitHarness(facts, isolation: .patient) }
    }

    @Test func `a missing binary is the same error as without a process`() throws {
        let folder = try BundleFolder()
        try folder.add("plain", body: BundleFolder.plainBody)
        let facts = try PluginCatalog(searchPath: SearchPath(folder.path), cachePath: nil)
            .plugin(uri: BundleFolder.uri("plain"))
        let path = folder.path + "/plain.lv2/plugin.so"
        #expect(throws: PluginError.missingBinary(uri: facts.uri, path: path)) {
            try UnitHarness(facts, isolation: .patient)
        }
    }

    @Test func `wrong channels are refused before a process is made`() throws {
        var options = IsolationOptions.patient
        options.programPath = "/nowhere/at/all"
        #expect {
            try UnitHarness(PluginFixture.facts("exchange"), inputs: [5], outputs: [2], isolation: options)
        } throws: {
            if case PluginError.channelMismatch = $0 { true } else { false }
        }
    }
}

extension IsolationOptions {
    /// Limits for a busy machine: a test is never late because others work.
    static var patient: IsolationOptions {
        var options = IsolationOptions()
        options.liveWaitShare = 4000
        options.offlineWaitSeconds = 60
        options.hangSeconds = 60
        options.startSeconds = 60
        return options
    }
}
