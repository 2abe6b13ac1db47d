import AVFPluginCatalog
import AVFRender
import Foundation
import TestPlugins
import Testing

/// The host adds nothing and takes nothing away.
struct DirectRunTests {
    /// Noise that is the same everywhere.
    private static func noise(_ count: Int, seed: UInt32) -> [Float] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(Int32(bitPattern: state)) / 4_294_967_296
        }
    }

    private static func rendered(_ facts: PluginFacts, _ input: [[Float]], blockSize: Int, position: Float)
        throws
        -> (hosted: [[Float]], direct: [[Float]])
    {
        let outputs = facts.summary.audioOutputCount
        let harness = try UnitHarness(facts, inputs: [input.count], outputs: [outputs])
        var controls: [Int: Float] = [:]
        for parameter in harness.descriptor.parameters where !parameter.spec.isReadOnly {
            let range = parameter.spec.range
            let value = parameter.spec.clamp(
                range.lowerBound + position * (range.upperBound - range.lowerBound))
            controls[Int(parameter.address)] = value
            harness.set(port: parameter.address, value ?? 0)
        }
        var hosted = [[Float]](repeating: [], count: outputs)
        for start in stride(from: 0, to: input[0].count, by: blockSize) {
            let end = min(start + blockSize, input[0].count)
            let block = harness.render([input.map { Array($0[start..<end]) }], frameCount: end - start)
            for channel in 0..<outputs { hosted[channel] += block[0][channel] }
        }
        let direct = DirectRun.render(
            uri: facts.uri, bundle: facts.summary.bundle, controls: controls, input: input,
            blockSize: blockSize,
            sampleRateHz: 48_000)
        return (hosted, try #require(direct))
    }

    static let installed = [
        ("eg-amp", "http://lv2plug.in/plugins/eg-amp"), ("mda", "http://drobilla.net/plugins/mda/Ambience"),
        ("mda", "http://drobilla.net/plugins/mda/Delay"),
        ("mda", "http://drobilla.net/plugins/mda/Overdrive"),
        ("mda", "http://drobilla.net/plugins/mda/Bandisto"),
        ("mda", "http://drobilla.net/plugins/mda/Limiter"),
        ("mda", "http://drobilla.net/plugins/mda/Leslie"),
    ]

    @Test(arguments: installed, [64, 512])
    func `an installed plugin sounds as in a plain loop, to the bit`(
        _ plugin: (bundle: String, uri: String), blockSize: Int
    ) throws {
        let facts = try InstalledBundle.facts(plugin.bundle, uri: plugin.uri)
        let input = (0..<facts.summary.audioInputCount).map { Self.noise(4800, seed: UInt32($0)) }

        let result = try Self.rendered(facts, input, blockSize: blockSize, position: 0.4)

        #expect(result.hosted == result.direct)
        #expect(result.direct.joined().contains { $0 != 0 })
    }

    @Test func `a plugin written for the test sounds as in a plain loop, to the bit`() throws {
        let facts = try PluginFixture.facts("gain")
        let result = try Self.rendered(
            facts, [Self.noise(1000, seed: 7).map { $0 / 3 }], blockSize: 96, position: 0.3)
        #expect(result.hosted == result.direct)
    }
}
