import CAVFDSP

/// A `Resampler` between samples of double precision.
final class FastRateConverter: RateConverter {
    private static let chunkFrameCount = 1024

    private let channelCount: Int
    private var resampler: Resampler
    private let input: [UnsafeMutablePointer<Float>]
    private let output: [UnsafeMutablePointer<Float>]

    init(
        inputRateHz: Double, outputRateHz: Double, channelCount: Int, quality: ResamplerQuality,
        phase: ResamplerPhase
    ) {
        self.channelCount = channelCount
        resampler = Resampler(
            inputRateHz: inputRateHz, outputRateHz: outputRateHz, channelCount: channelCount,
            quality: quality, phase: phase)
        input = (0..<channelCount).map { _ in .allocate(capacity: Self.chunkFrameCount) }
        output = (0..<channelCount).map { _ in .allocate(capacity: Self.chunkFrameCount) }
    }

    deinit {
        for memory in input + output { memory.deallocate() }
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
            let given = min(Self.chunkFrameCount, inputFrameCount - consumed)
            narrow(input, from: consumed, count: given)
            let (taken, made) = resampler.process(
                input: self.input, inputFrameCount: given, output: self.output, outputFrameCount: wanted)
            widen(output, from: produced, count: made)
            consumed += taken
            produced += made
            if taken == 0, made == 0 { break }
        }
        return (consumed, produced)
    }

    func restart() { resampler.reset() }

    private func narrow(_ source: UnsafePointer<UnsafeMutablePointer<Double>>?, from first: Int, count: Int) {
        for (index, target) in input.enumerated() {
            if let source {
                avf_dsp_double_to_float(target, source[index] + first, count)
            } else {
                target.update(repeating: 0, count: count)
            }
        }
    }

    private func widen(_ target: UnsafePointer<UnsafeMutablePointer<Double>>, from first: Int, count: Int) {
        for (index, source) in output.enumerated() {
            avf_dsp_float_to_double(target[index] + first, source, count)
        }
    }
}
