import CAVFDSP
import Testing

@Suite struct LevelTests {
    @Test(arguments: MixTests.lengths)
    func `the peak is the largest magnitude`(frameCount: Int) {
        let samples = noise(frameCount, seed: 20)
        #expect(avf_dsp_peak(samples, frameCount) == samples.map(abs).max() ?? 0)
    }

    @Test(arguments: [0, 5, 40, 99])
    func `one infinite or NaN sample anywhere is found`(position: Int) {
        var peak: Float = -1
        var samples = noise(100, seed: 21)
        #expect(avf_dsp_is_finite(samples, 100, &peak))
        #expect(peak == samples.map(abs).max())
        samples[position] = -.infinity
        #expect(!avf_dsp_is_finite(samples, 100, &peak))
        #expect(peak == .infinity)
        samples[position] = -.nan
        #expect(!avf_dsp_is_finite(samples, 100, &peak))
        #expect(avf_dsp_peak(samples, 100).isNaN)
    }

    @Test(arguments: MixTests.lengths)
    func `the sum of squares is summed in double precision`(frameCount: Int) {
        let samples = noise(frameCount, seed: 22)
        let expected = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        #expect(abs(avf_dsp_sum_of_squares(samples, frameCount) - expected) <= 1e-12 * expected)
    }
}
