import AVFDSP
import Glibc
import Testing

@Suite struct ResamplerTests {
    static let pairs: [(Double, Double)] = [
        (44_100, 48_000), (48_000, 44_100), (48_000, 96_000), (96_000, 44_100), (192_000, 8_000),
        (8_000, 48_000),
        (44_100, 48_001), (48_000, 48_000 * 1.0594630943592953), (22_050, 44_100 / 3.7),
    ]

    private func sine(_ frequencyHz: Double, at sampleRateHz: Double, _ frameCount: Int) -> [Float] {
        (0..<frameCount).map { Float(0.9 * sin(2 * .pi * frequencyHz * Double($0) / sampleRateHz)) }
    }

    /// Everything a resampler makes of a signal, the rest drained.
    private func resample(
        _ channels: [[Float]], _ resampler: inout Resampler, cuts: [Range<Int>]? = nil
    ) -> [[Float]] {
        let frameCount = channels[0].count
        let input = PlanarSignal(channels)
        let total = resampler.outputFrameCount(forInput: frameCount)
        let output = PlanarSignal(channelCount: channels.count, frameCount: total)
        var made = 0
        for cut in cuts ?? [0..<frameCount] {
            var taken = 0
            while taken < cut.count {
                let (consumed, produced) = input.from(cut.lowerBound + taken) { source in
                    output.from(made) { target in
                        resampler.process(
                            input: source, inputFrameCount: cut.count - taken, output: target,
                            outputFrameCount: min(total - made, cut.count))
                    }
                }
                guard consumed + produced > 0 else { break }
                taken += consumed
                made += produced
            }
        }
        output.from(made) { resampler.drain(output: $0, outputFrameCount: total - made) }
        return (0..<channels.count).map { output[$0] }
    }

    /// Level of the difference from the ideal sine of the output rate, its edges left out.
    private func errorDecibels(_ output: [Float], _ frequencyHz: Double, at sampleRateHz: Double) -> Double {
        let inner = output.count / 4..<output.count * 3 / 4
        var error = 0.0
        var signal = 0.0
        for frame in inner {
            let ideal = 0.9 * sin(2 * .pi * frequencyHz * Double(frame) / sampleRateHz)
            error += pow(Double(output[frame]) - ideal, 2)
            signal += ideal * ideal
        }
        return 10 * log10(error / signal)
    }

    @Test(arguments: pairs)
    func `a sine stays the same sine, in level and phase, within -120 dB`(
        inputRateHz: Double, outputRateHz: Double
    ) {
        for share in [0.02, 0.3, 0.75, 0.9] {
            let frequencyHz = share * min(inputRateHz, outputRateHz) / 2
            let frameCount = Int(max(inputRateHz / 10, 3000 * inputRateHz / outputRateHz))
            var resampler = Resampler(inputRateHz: inputRateHz, outputRateHz: outputRateHz, channelCount: 1)
            let output = resample([sine(frequencyHz, at: inputRateHz, frameCount)], &resampler)
            #expect(errorDecibels(output[0], frequencyHz, at: outputRateHz) < -120)
        }
    }

    @Test func `medium keeps 15 kHz within -95 dB`() {
        var resampler = Resampler(
            inputRateHz: 44_100, outputRateHz: 48_000, channelCount: 1, quality: .medium)
        let output = resample([sine(15_000, at: 44_100, 8000)], &resampler)
        #expect(errorDecibels(output[0], 15_000, at: 48_000) < -95)
    }

    @Test(arguments: [22_100.0, 22_500, 23_000, 23_900])
    func `what the lower rate cannot hold is gone by 120 dB`(frequencyHz: Double) {
        var resampler = Resampler(inputRateHz: 48_000, outputRateHz: 44_100, channelCount: 1)
        let output = resample([sine(frequencyHz, at: 48_000, 8000)], &resampler)[0]
        let inner = output[2000..<5000].map { Double($0) }
        let level = 10 * log10(inner.reduce(0) { $0 + $1 * $1 } / Double(inner.count) / (0.405))
        #expect(level < -120)
    }

    @Test(arguments: pairs, [1, 2, 3])
    func `how the stream is cut changes no bit`(pair: (Double, Double), channelCount: Int) {
        let channels = (0..<channelCount).map { noise(5000, seed: UInt64($0)) }
        var resampler = Resampler(inputRateHz: pair.0, outputRateHz: pair.1, channelCount: channelCount)
        let whole = resample(channels, &resampler)
        for longest in [3, 100, 2000] {
            resampler.reset()
            let pieces = resample(
                channels, &resampler, cuts: randomCuts(5000, longest: longest, seed: UInt64(longest)))
            for channel in 0..<channelCount { #expect(pieces[channel].bits == whole[channel].bits) }
        }
    }

    @Test(arguments: pairs)
    func `inputFrameCount is exactly what an output takes`(inputRateHz: Double, outputRateHz: Double) {
        var resampler = Resampler(inputRateHz: inputRateHz, outputRateHz: outputRateHz, channelCount: 1)
        let input = PlanarSignal([noise(60_000, seed: 3)])
        let output = PlanarSignal(channelCount: 1, frameCount: 512)
        for frameCount in [1, 1, 7, 64, 512, 0, 33, 512] {
            let needed = resampler.inputFrameCount(forOutput: frameCount)
            let (consumed, produced) = resampler.process(
                input: input.pointers, inputFrameCount: 60_000, output: output.pointers,
                outputFrameCount: frameCount)
            #expect(consumed == needed)
            #expect(produced == frameCount)
        }
        let needed = resampler.inputFrameCount(forOutput: 100)
        let (consumed, produced) = resampler.process(
            input: input.pointers, inputFrameCount: needed - 1, output: output.pointers, outputFrameCount: 100
        )
        #expect(consumed == needed - 1)
        #expect(produced < 100)
    }

    @Test func `equal rates hand the samples on to the bit`() {
        let channels = [noise(4000, seed: 5), noise(4000, seed: 6)]
        var resampler = Resampler(inputRateHz: 48_000, outputRateHz: 48_000, channelCount: 2)
        #expect(resampler.lookaheadFrameCount == 0)
        #expect(resample(channels, &resampler, cuts: randomCuts(4000, longest: 300, seed: 1)) == channels)
    }

    @Test func `an input of n frames lasts n times the ratio of the rates, rounded up`() {
        let resampler = Resampler(inputRateHz: 44_100, outputRateHz: 48_000, channelCount: 1)
        #expect(resampler.outputFrameCount(forInput: 0) == 0)
        #expect(resampler.outputFrameCount(forInput: 1) == 2)
        #expect(resampler.outputFrameCount(forInput: 147) == 160)
        #expect(resampler.outputFrameCount(forInput: 148) == 162)
        #expect(resampler.outputFrameCount(forInput: 147_000_000_000_000) == 160_000_000_000_000)
    }

    @Test func `a constant stays constant in every phase`() {
        var resampler = Resampler(inputRateHz: 44_100, outputRateHz: 48_000, channelCount: 1)
        let output = resample([[Float](repeating: 1, count: 2000)], &resampler)[0]
        #expect(output[300..<1800].allSatisfy { abs($0 - 1) < 1e-6 })
    }

    @Test(arguments: pairs)
    func `what is no number counts as silence, and spreads nowhere`(pair: (Double, Double)) {
        var clean = noise(3000, seed: 9)
        for place in [700, 1500, 1501, 2222] { clean[place] = 0 }
        var broken = clean
        (broken[700], broken[1500], broken[1501], broken[2222]) = (.nan, .infinity, -.infinity, .nan)
        var resampler = Resampler(inputRateHz: pair.0, outputRateHz: pair.1, channelCount: 1)
        let expected = resample([clean], &resampler)
        resampler.reset()
        let cuts = randomCuts(3000, longest: 77, seed: 2)
        #expect(resample([broken], &resampler, cuts: cuts)[0].bits == expected[0].bits)
    }

    @Test func `sixteen outputs at once are the sums of each output's own weights`() {
        // An impulse at each place in turn shows every weight: each output is a row of the filter.
        for pair in [(48_000.0, 16_000.0), (44_100, 48_000), (3, 2)] {
            var resampler = Resampler(inputRateHz: pair.0, outputRateHz: pair.1, channelCount: 1)
            let together = resample([noise(4000, seed: 4)], &resampler)[0]
            resampler.reset()
            let apart = resample(
                [noise(4000, seed: 4)], &resampler, cuts: (0..<4000).map { $0..<$0 + 1 })[0]
            #expect(together.bits == apart.bits)
        }
    }
}
