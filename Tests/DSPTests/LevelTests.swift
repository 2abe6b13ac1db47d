import CAVFDSP
import Testing

@Suite struct LevelTests {
    @Test func `the peak of several channels is the largest of theirs, and NaN in one is NaN`() {
        var channels: [[Float]] = [[0.5, -0.25, 0], [0, -2, 1], [1, 1, 1]]
        #expect(peakOfAll(channels) == 2)
        channels[2][1] = .nan
        #expect(peakOfAll(channels).isNaN)
        #expect(avf_dsp_peak_of_all([], 0, 3) == 0)
    }

    private func peakOfAll(_ channels: [[Float]]) -> Float {
        let table = channels.map { samples in
            let copy = UnsafeMutablePointer<Float>.allocate(capacity: samples.count)
            copy.initialize(from: samples, count: samples.count)
            return copy
        }
        defer { table.forEach { $0.deallocate() } }
        return avf_dsp_peak_of_all(table, table.count, channels[0].count)
    }

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
