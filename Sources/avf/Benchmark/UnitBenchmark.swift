import AVFConsole
import AVFEngine

/// One unit at one block size.
struct UnitBenchmark {
    private let argument: UnitArgument
    private let sampleRateHz: Double
    private let blockSize: Int

    /// How often every block is made.
    private static let passCount = 3

    init(_ argument: UnitArgument, sampleRateHz: Double, blockSize: Int) {
        self.argument = argument
        self.sampleRateHz = sampleRateHz
        self.blockSize = blockSize
    }

    /// Runs it for so many seconds of noise, and some of silence, from the start each time: block for block
    /// it does the same then.
    ///
    /// - Throws: `Failure` if the unit cannot be made or does not start.
    func run(seconds: Double) throws(Failure) -> BenchmarkRow {
        let noiseCount = max(10, Int(seconds * sampleRateHz) / blockSize)
        let silenceCount = max(10, noiseCount / 4)
        var passes: [Pass] = []
        for _ in 0..<Self.passCount {
            passes.append(try pass(noiseCount: noiseCount, silenceCount: silenceCount))
        }
        return row(passes)
    }

    /// The times of one run, and what else was seen.
    private struct Pass {
        let noise: [Double]
        let silence: [Double]
        let heapCallCount: Int?
        let denormalCount: Int
    }

    private func pass(noiseCount: Int, silenceCount: Int) throws(Failure) -> Pass {
        let graph = try BenchmarkGraph(argument, sampleRateHz: sampleRateHz, blockSize: blockSize)
        // The first blocks meet cold caches, and plugins that do their set-up late.
        for _ in 0..<max(2, noiseCount / 10) { _ = try graph.render() }
        var noise: [Double] = []
        var silence: [Double] = []
        noise.reserveCapacity(noiseCount)
        silence.reserveCapacity(silenceCount)
        for _ in 0..<noiseCount { noise.append(try graph.render()) }
        graph.silence()
        for _ in 0..<silenceCount { silence.append(try graph.render()) }
        graph.stop()
        return Pass(
            noise: noise, silence: silence, heapCallCount: graph.heapCallCount,
            denormalCount: graph.denormalCount)
    }

    private func row(_ passes: [Pass]) -> BenchmarkRow {
        let best = Self.best(passes.map(\.noise)).sorted()
        let silence = Self.best(passes.map(\.silence)).sorted()
        let all = passes.flatMap(\.noise)
        let median = best[best.count / 2]
        // A tail has died away in the second half of the silence, or has become denormal.
        return BenchmarkRow(
            blockSize: blockSize, sampleRateHz: sampleRateHz,
            meanMicroseconds: best.reduce(0, +) / Double(best.count), medianMicroseconds: median,
            worstMicroseconds: best.last ?? 0, longestMicroseconds: all.max() ?? 0,
            silenceRatio: silence[silence.count / 2] / max(median, 1e-3),
            heapCallCount: passes.compactMap(\.heapCallCount).max(),
            denormalCount: passes.map(\.denormalCount).max() ?? 0)
    }

    /// The least time of each block.
    private static func best(_ passes: [[Double]]) -> [Double] {
        guard let first = passes.first else { return [] }
        return first.indices.map { block in passes.map { $0[block] }.min() ?? 0 }
    }
}
