import CAVFDSP

/// A sine whose frequency grows by equal ratios or equal steps from frame to frame.
package struct Sweep {
    private var state = avf_dsp_sweep()
    private var remaining = 0
    /// Whether `begin` was ever called.
    package private(set) var hasBegun = false

    /// Silence.
    @_noLocks
    package init() {}

    /// Whether there is nothing to be played.
    package var hasEnded: Bool { @_noLocks get { remaining == 0 } }

    /// Starts at phase 0; frequencies are held below half of the sample rate.
    @_noLocks
    package mutating func begin(
        fromHz start: Double, toHz end: Double, seconds: Double, isLinear: Bool, sampleRateHz: Double
    ) {
        let frameCount = max(1, Int(seconds * sampleRateHz))
        // At half of the rate itself a sine's samples are all zero.
        let (first, last) = (min(start / sampleRateHz, 0.499), min(end / sampleRateHz, 0.499))
        let way = 1 / Double(frameCount)
        state = avf_dsp_sweep(
            periods: 0, increment: first, ratio: isLinear ? 1 : avf_dsp_pow(last / first, way),
            growth: isLinear ? (last - first) * way : 0)
        remaining = frameCount
        hasBegun = true
    }

    /// Writes the next frames, as far as the sweep goes, and says how many.
    @_noLocks
    package mutating func process(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        let count = min(frameCount, remaining)
        avf_dsp_sweep_run(output, &state, count)
        remaining -= count
        return count
    }
}
