import AVFRender
import AVFUnits
import Testing

/// What every native unit must do: one test for each promise, one case for each unit.
@Suite struct ConformanceTests {
    /// Every unit that makes sound.
    static let symbols = UnitCatalog.all.filter { !$0.descriptor.outputBuses.isEmpty }
        .map(\.descriptor.identifier)

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
        let input = (0..<channels).map { noise(4096, seed: UInt64($0) + 3) }
        let first = run.process(input, blocks: blocks, inPlace: inPlace)
        disturb(run.parameters, seed: seed + 1)
        let second = run.process(input, blocks: blocks, inPlace: inPlace)
        return zip(first, second).map { $0 + $1 }
    }

    @Test(arguments: symbols, [[1], [17], [64], [4096], [1, 300, 7, 64]])
    func `the output does not depend on the block size`(symbol: String, blocks: [Int]) throws {
        #expect(try run(symbol, blocks: blocks) == run(symbol, blocks: [512]))
    }

    @Test(arguments: symbols)
    func `working in place gives the same samples`(symbol: String) throws {
        #expect(try run(symbol, blocks: [512], inPlace: true) == run(symbol, blocks: [512]))
    }

    @Test(arguments: symbols)
    func `a unit leaves its input as it was unless it works in place`(symbol: String) throws {
        let run = UnitRun(try entry(symbol))
        for seed in 1...5 {
            disturb(run.parameters, seed: UInt64(seed))
            _ = run.process([noise(4096, seed: 1), noise(4096, seed: 2)], blocks: [300, 64])
        }
        #expect(!run.hasWrittenInput)
    }

    @Test(arguments: symbols, [1, 2, 3, 8])
    func `every sample of every channel is written, and finite`(symbol: String, channels: Int) throws {
        for seed in 1...20 {
            let output = try run(symbol, blocks: [64], seed: UInt64(seed), channels: channels)
            #expect(areFinite(output), "parameters of seed \(seed)")
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
    func `silence in gives silence out once the tail that it declares has died`(symbol: String) throws {
        let entry = try entry(symbol)
        guard entry.descriptor.kind != .generator else { return }
        for seed in 5..<9 as Range<UInt64> {
            let run = UnitRun(entry)
            disturb(run.parameters, seed: seed)
            guard run.unit.tailSeconds < 20 else { continue }
            _ = run.process([noise(4096, seed: 1), noise(4096, seed: 2)])
            let frameCount = Int(48_000 * run.unit.tailSeconds) + run.unit.latencyFrames + 8192
            let silence = [[Float]](repeating: [Float](repeating: 0, count: frameCount), count: 2)
            let loudest = run.process(silence, blocks: [4096]).flatMap { $0.suffix(4096) }.map(abs).max()
            #expect(loudest ?? 1 < 1e-6, "parameters of seed \(seed)")
        }
    }

    @Test(arguments: symbols, [false, true])
    func `a sample that is no number is silence, and nothing remembers it`(
        symbol: String, inPlace: Bool
    ) throws {
        let entry = try entry(symbol)
        let broken: [Int: Float] = [100: .nan, 613: .infinity, 614: -.infinity]
        let clean = (0..<2).map { channel in
            noise(4096, seed: UInt64(channel) + 3).enumerated().map { broken[$0] == nil ? $1 : 0 }
        }
        let dirty = clean.map { $0.enumerated().map { broken[$0] ?? $1 } }
        let outputs = [clean, dirty].map { input in
            let run = UnitRun(entry)
            if entry.descriptor.inputPace == nil { disturb(run.parameters, seed: 7) }
            return run.process(input, inPlace: inPlace)
        }
        for (fromClean, fromDirty) in zip(outputs[0], outputs[1]) {
            #expect(fromClean.indices.allSatisfy { broken[$0] != nil || fromClean[$0] == fromDirty[$0] })
        }
    }

    @Test(arguments: symbols)
    func `a unit is as late as it says`(symbol: String) throws {
        let run = UnitRun(try entry(symbol), channelCount: 1)
        let latency = run.unit.latencyFrames
        guard latency > 0 else { return }
        let input = noise(16_384, seed: 4)
        let output = run.processMono(input)
        let alike = { (lag: Int) in
            zip(input, output.dropFirst(lag)).reduce(0) { $0 + Double($1.0) * Double($1.1) }
        }
        let here = alike(latency)
        for lag in max(0, latency - 40)...latency + 40 where lag != latency { #expect(here > alike(lag)) }
    }

    @Test(arguments: symbols)
    func `quiet remains of a sound cost no more than sound`(symbol: String) throws {
        let entry = try entry(symbol)
        guard entry.descriptor.kind != .generator else { return }
        // A million times smaller than the smallest normal number of single precision, had the CPU to keep
        // it.
        let loud = [noise(4096, seed: 1), noise(4096, seed: 2)]
        let faint = loud.map { $0.map { $0 * 1e-36 } }
        let run = UnitRun(entry)
        _ = run.process(loud)
        let best = { (input: [[Float]]) in
            (0..<5).map { _ in ContinuousClock().measure { _ = run.process(input) } }.min() ?? .zero
        }
        let (ofLoud, ofFaint) = (best(loud), best(faint))
        #expect(ofFaint / ofLoud < 4, "\(ofFaint) against \(ofLoud)")
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
            #expect(spec.range.contains(spec.defaultValue))
            guard !spec.isReadOnly else {
                parameters.store(spec.range.upperBound, at: index)
                #expect(parameters.load(index) == spec.defaultValue, "\(spec.name) can be written")
                continue
            }
            parameters.store(.infinity, at: index)
            #expect(parameters.load(index) == spec.range.upperBound)
            parameters.store(-.infinity, at: index)
            #expect(parameters.load(index) == spec.range.lowerBound)
            parameters.store(.nan, at: index)
            #expect(parameters.load(index) == spec.range.lowerBound)
        }
    }

    @Test func `the catalog's plugins are the units that hosts of plugins can run`() {
        let able = UnitCatalog.all.filter(\.descriptor.canBePlugin).map(\.descriptor.identifier)
        #expect(UnitCatalog.plugins.map(\.descriptor.identifier) == able)
    }

    @Test func `no two units share a symbol, a component or a parameter's address`() {
        let count = UnitCatalog.all.count
        #expect(Set(UnitCatalog.all.map(\.descriptor.identifier)).count == count)
        #expect(Set(UnitCatalog.all.map(\.descriptor.component)).count == count)
        for entry in UnitCatalog.all {
            let parameters = entry.descriptor.parameters
            #expect(Set(parameters.map(\.address)).count == parameters.count)
            #expect(Set(parameters.map(\.symbol)).count == parameters.count)
        }
    }
}
