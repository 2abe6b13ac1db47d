import CAVFDSP

/// A `Resampler` between samples of double precision.
final class FastRateConverter: RateConverter {
    private static let chunkFrameCount = 1024

    private let channelCount: Int
    private var resampler: Resampler
    private let output: [UnsafeMutablePointer<Float>]

    init(
        inputRateHz: Double, outputRateHz: Double, channelCount: Int, quality: ResamplerQuality,
        phase: ResamplerPhase
    ) {
        self.channelCount = channelCount
        resampler = Resampler(
            inputRateHz: inputRateHz, outputRateHz: outputRateHz, channelCount: channelCount,
            quality: quality, phase: phase)
        output = (0..<channelCount).map { _ in .allocate(capacity: Self.chunkFrameCount) }
    }

    deinit {
        for memory in output { memory.deallocate() }
    }

    var lookaheadFrameCount: Int { resampler.lookaheadFrameCount }

    func neededFrameCount(forOutput frameCount: Int) -> Int {
        resampler.inputFrameCount(forOutput: frameCount)
    }

    func convert(
        _ input: UnsafePointer<UnsafeMutablePointer<Double>>?, inputFrameCount: Int,
        output: UnsafePointer<UnsafeMutablePointer<Double>>, outputFrameCount: Int
    ) -> (consumedFrameCount: Int, producedFrameCount: Int) {
        var (consumed, produced) = (0, 0)
        while produced < outputFrameCount {
            let wanted = min(Self.chunkFrameCount, outputFrameCount - produced)
            let (taken, made) = run(input, from: consumed, count: inputFrameCount - consumed, wanted: wanted)
            widen(output, from: produced, count: made)
            consumed += taken
            produced += made
            if taken == 0, made == 0 { break }
        }
        return (consumed, produced)
    }

    func restart() { resampler.reset() }

    /// Up to so many frames into `output`, of silence if there is no source.
    private func run(
        _ source: UnsafePointer<UnsafeMutablePointer<Double>>?, from first: Int, count: Int, wanted: Int
    ) -> (consumedFrameCount: Int, producedFrameCount: Int) {
        guard let source else {
            return resampler.process(
                doubles: nil, inputFrameCount: count, output: output, outputFrameCount: wanted)
        }
        return withUnsafeTemporaryAllocation(
            of: UnsafeMutablePointer<Double>.self, capacity: max(1, channelCount)
        ) { channels in
            guard let base = channels.baseAddress else { return (0, 0) }
            for channel in 0..<channelCount { channels[channel] = source[channel] + first }
            return resampler.process(
                doubles: base, inputFrameCount: count, output: output, outputFrameCount: wanted)
        }
    }

    private func widen(_ target: UnsafePointer<UnsafeMutablePointer<Double>>, from first: Int, count: Int) {
        for (index, source) in output.enumerated() {
            avf_dsp_float_to_double(target[index] + first, source, count)
        }
    }
}
