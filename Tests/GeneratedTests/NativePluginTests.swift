import AVFLV2Host
import AVFPluginCatalog
import AVFRender
import AVFUnits
import Foundation
import Testing

@Suite struct NativePluginTests {
    static let symbols = UnitCatalog.plugins.map(\.descriptor.identifier)

    @Test(arguments: symbols)
    func `the plugin has the unit's parameters with their ranges`(symbol: String) throws {
        let unit = try #require(UnitCatalog[symbol]).descriptor
        let plugin = try facts(unit).descriptor(sampleRateHz: 48_000)
        #expect(plugin.name == unit.name)
        #expect(plugin.parameters.map(\.symbol) == unit.parameters.map(\.symbol))
        for (ours, theirs) in zip(unit.parameters.map(\.spec), plugin.parameters.map(\.spec)) {
            #expect(theirs.name == ours.name)
            #expect(theirs.range == ours.range)
            #expect(theirs.isReadOnly || theirs.defaultValue == ours.defaultValue)
            #expect(theirs.namedValues.sorted { $0.value < $1.value } == ours.namedValues)
            #expect(theirs.isInteger == ours.isInteger)
            #expect(theirs.isLogarithmic == ours.isLogarithmic)
            #expect((theirs.unit == .boolean) == (ours.unit == .boolean))
        }
    }

    @Test(arguments: symbols)
    func `every port's symbol is its own and a word that LV2 allows`(symbol: String) throws {
        let ports = PluginPortLayout(try #require(UnitCatalog[symbol])).ports.map(\.symbol)
        #expect(Set(ports).count == ports.count)
        for port in ports {
            let first = try #require(port.first)
            #expect(first.isLetter || first == "_")
            #expect(port.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        }
    }

    @Test(arguments: symbols, [[512], [1, 300, 7, 64], [4096]])
    func `the plugin sounds like the unit`(symbol: String, blocks: [Int]) throws {
        let entry = try #require(UnitCatalog[symbol])
        let (native, plugin) = try pair(entry)
        for (index, parameter) in entry.descriptor.parameters.enumerated() {
            let spec = parameter.spec
            // Delays are kept shorter than the signal.
            let top = spec.unit == .samples ? min(spec.range.upperBound, 1000) : spec.range.upperBound
            let value = spec.range.lowerBound + 0.4 * (top - spec.range.lowerBound)
            native.parameters.store(value, at: index)
            plugin.parameters.store(value, at: index)
        }
        let signal = noise(10_000)
        let expected = native.render(signal, blocks: blocks)
        let heard = plugin.render(signal, blocks: blocks)
        let isSilent = ["silence", "midiTranspose", "sampler"].contains(symbol)
        #expect(expected[0].contains { $0 != 0 } == !isSilent)
        for channel in 0..<2 {
            let difference = zip(expected[channel], heard[channel]).map { abs($0 - $1) }.max() ?? 1
            #expect(difference <= 1e-6)
        }
    }

    @Test(arguments: symbols)
    func `a plugin that is not enabled delays its input by its latency and no more`(symbol: String) throws {
        let entry = try #require(UnitCatalog[symbol])
        let facts = try facts(entry.descriptor)
        let harness = try UnitHarness(facts.descriptor(sampleRateHz: 48_000)) { configuration, parameters in
            let unit = try PluginUnit(facts, configuration, parameters: parameters)
            unit.isBypassed = true
            return unit
        }
        let signal = noise(3000)
        let heard = harness.render(signal, blocks: [512, 2000])
        let late = [Float](repeating: 0, count: harness.latencyFrames)
        let passed = signal.map { late + $0.dropLast(late.count) }
        #expect(heard == (entry.descriptor.inputBuses.isEmpty ? signal.map { $0.map { _ in 0 } } : passed))
    }

    @Test func `the library shows nothing but the LV2 entry point`() throws {
        let library = try BuiltPlugins.shared.get().library
        let tool = Process()
        tool.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        tool.arguments = ["nm", "-D", "--defined-only", "--extern-only", library]
        let output = Pipe()
        tool.standardOutput = output
        try tool.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let names = text.split(separator: "\n").compactMap { $0.split(separator: " ").last }
        #expect(names == ["lv2_descriptor"])
    }

    private func facts(_ unit: UnitDescriptor) throws -> PluginFacts {
        try BuiltPlugins.shared.get().catalog.plugin(uri: unit.pluginURI)
    }

    private func pair(_ entry: UnitEntry) throws -> (native: UnitHarness, plugin: UnitHarness) {
        let facts = try facts(entry.descriptor)
        return (
            UnitHarness(entry.descriptor) { entry.make($0, $1) },
            try UnitHarness(facts.descriptor(sampleRateHz: 48_000)) {
                try PluginUnit(facts, $0, parameters: $1)
            }
        )
    }
}
