import CAVFDSP

/// What a converter would make of the samples: the largest magnitude at eight points in each frame.
///
/// Eight times the rate misses a steady tone's peak by at most 0.04 dB (0.12 dB a single one of 20 kHz),
/// where the four times of ITU-R BS.1770-4 miss 0.3 dB.
package struct TruePeakDetector: ~Copyable {
    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let samples: UnsafeMutablePointer<Float>
    private let filters: UnsafeMutablePointer<Float>
    private let channelCount: Int
    private let stride: Int

    private static var historyFrameCount: Int { @_noLocks get { Int(AVF_DSP_PEAK_TAPS) - 1 } }
    /// Frames by which a peak is known later than its sample.
    package static var latencyFrameCount: Int { @_noLocks get { Int(AVF_DSP_PEAK_TAPS) / 2 } }
    /// Frames that `levels` must have room for beyond those asked for.
    package static var spareFrameCount: Int { @_noLocks get { 8 } }

    /// A detector for blocks of at most that many frames. [control]
    package init(channelCount: Int, maximumFrameCount: Int) {
        self.channelCount = channelCount
        stride = Self.historyFrameCount + maximumFrameCount + Self.spareFrameCount
        samples = .allocate(capacity: max(1, channelCount * stride))
        samples.initialize(repeating: 0, count: channelCount * stride)
        let tapCount = Int(AVF_DSP_PEAK_TAPS)
        let sinc = KaiserSinc(tapCount: tapCount, passbandEnd: 0.86, stopbandStart: 1.14)
        let rows = (1...Int(AVF_DSP_PEAK_PHASES)).flatMap {
            sinc.row(phase: Double($0) / 8, tapCount: tapCount)
        }
        filters = .allocate(capacity: rows.count)
        for (index, weight) in rows.enumerated() { (filters + index).initialize(to: Float(weight)) }
    }

    deinit {
        samples.deallocate()
        filters.deallocate()
    }

    /// Forgets the past.
    @_noLocks
    package mutating func reset() { avf_dsp_clear(samples, channelCount * stride) }

    /// Where a channel's next samples go, before `process`.
    @_noLocks
    package func next(_ channel: Int) -> UnsafeMutablePointer<Float> {
        samples + channel * stride + Self.historyFrameCount
    }

    /// Writes the peaks of all channels, `latencyFrameCount` frames late, for the samples that have been put
    /// in.
    @_noLocks
    package mutating func process(levels: UnsafeMutablePointer<Float>, frameCount: Int) {
        avf_dsp_clear(levels, frameCount)
        for channel in 0..<channelCount {
            let start = samples + channel * stride
            avf_dsp_rise_to_true_peak(levels, start, filters, frameCount)
            avf_dsp_copy(start, start + frameCount, Self.historyFrameCount)
        }
    }
}
