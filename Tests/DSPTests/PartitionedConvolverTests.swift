import AVFDSP
import CAVFDSP
import Glibc
import Testing

/// Convolution by partitions against the sum of products in double precision.
@Suite struct PartitionedConvolverTests {
    private func run(
        _ convolver: inout PartitionedConvolver, _ input: [[Float]], blocks: [Int] = [512]
    ) -> [[Float]] {
        let (channelCount, frameCount) = (input.count, input[0].count)
        let rows = ChannelRows(channelCount: channelCount, frameCount: frameCount)
        let places = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channelCount)
        defer { places.deallocate() }
        for channel in 0..<channelCount { rows[channel].update(from: input[channel], count: frameCount) }
        var (done, block) = (0, 0)
        while done < frameCount {
            let count = min(blocks[block % blocks.count], frameCount - done)
            for channel in 0..<channelCount { (places + channel).initialize(to: rows[channel] + done) }
            convolver.process(input: places, output: places, frameCount: count)
            done += count
            block += 1
        }
        return (0..<channelCount).map { Array(UnsafeBufferPointer(start: rows[$0], count: frameCount)) }
    }

    private func mono(_ taps: [Float]) -> PartitionedConvolver {
        PartitionedConvolver([ConvolutionPath(input: 0, output: 0, taps: taps)], channelCount: 1)
    }

    /// Σ taps[k] · input[n − k] in double precision.
    private func direct(_ taps: [Float], _ input: [Float], at frame: Int) -> Double {
        taps.withUnsafeBufferPointer { taps in
            input.withUnsafeBufferPointer { input in
                var sum = 0.0
                var tap = 0
                while tap < taps.count, tap <= frame {
                    sum += Double(taps[tap]) * Double(input[frame - tap])
                    tap += 1
                }
                return sum
            }
        }
    }

    @Test(arguments: [1, 63, 64, 65, 1023, 1024, 1025, 8192, 8193, 20_000])
    func `the output is the sum of products, as exactly as single precision can be`(tapCount: Int) {
        let taps = noise(tapCount, seed: 1)
        let input = noise(30_000, seed: 2)
        var convolver = mono(taps)
        let output = run(&convolver, [input])[0]
        let tolerance = 6e-7 * Double(output.map(abs).max() ?? 0)
        for frame in [0, 1, 63, 64, 65, 127, 128, 1023, 1024, 4096]
            + Array(stride(from: 5, to: 30_000, by: 397))
        {
            #expect(abs(Double(output[frame]) - direct(taps, input, at: frame)) < tolerance, "frame \(frame)")
        }
    }

    @Test func `an impulse gives the impulse response, at once`() {
        let taps = noise(20_000, seed: 3)
        var convolver = mono(taps)
        let output = run(&convolver, [[1] + [Float](repeating: 0, count: 29_999)], blocks: [64])[0]
        #expect(zip(output, taps).allSatisfy { abs($0 - $1) < 2e-6 })
        #expect(output[0] == taps[0])
        #expect(output.dropFirst(taps.count).allSatisfy { abs($0) < 2e-6 })
    }

    @Test(arguments: [[1], [17], [64], [30_000], [1, 300, 7, 64, 1024]])
    func `cutting the stream changes no bit`(blocks: [Int]) {
        let paths = [
            ConvolutionPath(input: 0, output: 0, taps: noise(12_000, seed: 4)),
            ConvolutionPath(input: 1, output: 0, taps: noise(300, seed: 5)),
            ConvolutionPath(input: 1, output: 1, taps: noise(2000, seed: 6)),
        ]
        let input = [noise(20_000, seed: 7), noise(20_000, seed: 8)]
        var whole = PartitionedConvolver(paths, channelCount: 2)
        var cut = PartitionedConvolver(paths, channelCount: 2)
        #expect(run(&whole, input) == run(&cut, input, blocks: blocks))
    }

    @Test func `paths cross from channel to channel, and an output without one is silent`() {
        let taps = noise(1500, seed: 9)
        let input = [noise(5000, seed: 10), noise(5000, seed: 11), noise(5000, seed: 12)]
        var convolver = PartitionedConvolver(
            [
                ConvolutionPath(input: 2, output: 0, taps: taps),
                ConvolutionPath(input: 0, output: 1, taps: taps),
                ConvolutionPath(input: 1, output: 1, taps: [0.5]),
                ConvolutionPath(input: 3, output: 1, taps: [1]),
            ], channelCount: 3)
        let output = run(&convolver, input)
        for frame in stride(from: 0, to: 5000, by: 61) {
            #expect(abs(Double(output[0][frame]) - direct(taps, input[2], at: frame)) < 1e-5)
            let both = direct(taps, input[0], at: frame) + 0.5 * Double(input[1][frame])
            #expect(abs(Double(output[1][frame]) - both) < 1e-5)
        }
        #expect(output[2].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [100, 64, 5000, 9000, 13_333])
    func `after a reset it is as new`(frameCount: Int) {
        let taps = noise(15_000, seed: 13)
        var used = mono(taps)
        var fresh = mono(taps)
        _ = run(&used, [noise(frameCount, seed: 14)])
        used.reset()
        let input = [noise(25_000, seed: 15)]
        #expect(run(&used, input) == run(&fresh, input))
    }

    @Test func `without a path there is silence`() {
        var convolver = PartitionedConvolver([], channelCount: 2)
        let output = run(&convolver, [noise(1000, seed: 1), noise(1000, seed: 2)])
        #expect(output.joined().allSatisfy { $0 == 0 })
    }
}
