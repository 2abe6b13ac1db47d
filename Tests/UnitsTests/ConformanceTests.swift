import AVFRender
import AVFUnits
import Testing

/// What every native unit must do: one test for each promise, one case for each unit.
@Suite struct ConformanceTests {
    static let symbols = UnitCatalog.all.map(\.descriptor.identifier)

    private func entry(_ symbol: String) throws -> UnitEntry { try #require(UnitCatalog[symbol]) }

    /// Parameters away from their defaults, the same for each run: settings that do something.
    private func disturb(_ parameters: ParameterBlock, seed: UInt64) {
        for (index, value) in noise(parameters.count, seed: seed).enumerated() {
            let range = parameters.specs[index].range
            parameters.store(
                range.lowerBound + (value + 0.5) * (range.upperBound - range.lowerBound), at: index)
        }
    }

    private func run(
        _ symbol: String, blocks: [Int], inPlace: Bool = false, seed: UInt64 = 7, channels: Int = 2
    ) throws -> [[Float]] {
        let run = UnitRun(try entry(symbol), channelCount: channels)
        disturb(run.parameters, seed: seed)
        let input = (0..<channels).map { noise(2048, seed: UInt64($0) + 3) }
        let first = run.process(input, blocks: blocks, inPlace: inPlace)
        disturb(run.parameters, seed: seed + 1)
        let second = run.process(input, blocks: blocks, inPlace: inPlace)
        return zip(first, second).map { $0 + $1 }
    }

    @Test(arguments: symbols, [[1], [17], [64], [2048], [1, 300, 7, 64]])
    func `the output does not depend on the block size`(symbol: String, blocks: [Int]) throws {
        #expect(try run(symbol, blocks: blocks) == run(symbol, blocks: [512]))
    }

    @Test(arguments: symbols)
    func `working in place gives the same samples`(symbol: String) throws {
        #expect(try run(symbol, blocks: [512], inPlace: true) == run(symbol, blocks: [512]))
    }

    @Test(arguments: symbols, [1, 2, 3, 8])
    func `every sample of every channel is written, and finite`(symbol: String, channels: Int) throws {
        for seed in 1...20 {
            let output = try run(symbol, blocks: [64], seed: UInt64(seed), channels: channels)
            #expect(output.joined().allSatisfy { $0.isFinite }, "parameters of seed \(seed)")
        }
    }

    @Test(arguments: symbols)
    func `after a reset a unit is as new`(symbol: String) throws {
        let used = UnitRun(try entry(symbol))
        let fresh = UnitRun(try entry(symbol))
        for unit in [used, fresh] { disturb(unit.parameters, seed: 9) }
        let input = [noise(1000, seed: 1), noise(1000, seed: 2)]
        _ = used.process(input)
        used.unit.requestReset()
        #expect(used.process(input) == fresh.process(input))
    }

    @Test(arguments: symbols)
    func `silence in gives silence out once the tail has died`(symbol: String) throws {
        let entry = try entry(symbol)
        guard entry.descriptor.kind != .generator else { return }
        let run = UnitRun(entry)
        disturb(run.parameters, seed: 5)
        _ = run.process([noise(4096, seed: 1), noise(4096, seed: 2)])
        let silence = [[Float]](repeating: [Float](repeating: 0, count: 480_000), count: 2)
        let tail = run.process(silence).map { $0.suffix(4096) }
        #expect(tail.joined().allSatisfy { abs($0) < 1e-6 })
    }

    @Test(arguments: symbols, [8000.0, 44_100, 96_000, 192_000])
    func `every parameter at both ends is stable at every rate`(symbol: String, rate: Double) throws {
        let entry = try entry(symbol)
        let input = [noise(4096, seed: 1), noise(4096, seed: 2)]
        for end in [Float.infinity, -.infinity] {
            let run = UnitRun(entry, sampleRateHz: rate)
            for index in 0..<run.parameters.count { run.parameters.store(end, at: index) }
            let output = run.process(input).joined()
            #expect(output.allSatisfy { $0.isFinite && abs($0) < 1e6 }, "all parameters at \(end)")
        }
    }

    @Test(arguments: symbols)
    func `every parameter keeps to its range and ignores what is no number`(symbol: String) throws {
        let parameters = UnitRun(try entry(symbol)).parameters
        for (index, spec) in parameters.specs.enumerated() {
            parameters.store(.infinity, at: index)
            #expect(parameters.load(index) == spec.range.upperBound)
            parameters.store(-.infinity, at: index)
            #expect(parameters.load(index) == spec.range.lowerBound)
            parameters.store(.nan, at: index)
            #expect(parameters.load(index) == spec.range.lowerBound)
            #expect(spec.range.contains(spec.defaultValue))
        }
    }

    @Test func `no two units share a symbol, a component or a parameter's address`() {
        #expect(Set(Self.symbols).count == Self.symbols.count)
        #expect(Set(UnitCatalog.all.map(\.descriptor.component)).count == Self.symbols.count)
        for entry in UnitCatalog.all {
            let parameters = entry.descriptor.parameters
            #expect(Set(parameters.map(\.address)).count == parameters.count)
            #expect(Set(parameters.map(\.symbol)).count == parameters.count)
        }
    }
}
