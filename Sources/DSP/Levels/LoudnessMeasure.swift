import CAVFDSP

/// Measures the loudness of a signal after ITU-R BS.1770 and EBU R 128, and the peaks between its samples.
package struct LoudnessMeasure: ~Copyable {
    private static var blockFrameCount: Int { @_noLocks get { 256 } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let rows: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let levels: UnsafeMutablePointer<Float>
    private let channelCount: Int
    private let stepFrameCount: Int
    private let weighted: ChannelRows
    private var filters: BiquadCascade
    private var peaks: TruePeakDetector
    private var gate = LoudnessGate()
    private var energy = 0.0
    private var doneFrameCount = 0
    /// The highest peak between samples since it was made or reset; 1 at full scale.
    package private(set) var truePeak: Float = 0

    /// A measure that has heard nothing. [control]
    ///
    /// Channels count as left, right, centre, bass, left and right surround; of four channels two are
    /// surround ones, of five there are no bass effects.
    package init(channelCount: Int, sampleRateHz: Double) {
        self.channelCount = channelCount
        stepFrameCount = max(1, Int((sampleRateHz / 10).rounded()))
        weighted = ChannelRows(channelCount: channelCount, frameCount: Self.blockFrameCount)
        filters = BiquadCascade(sectionCount: 2, channelCount: channelCount)
        let weighting = BiquadCoefficients.loudnessWeighting(sampleRateHz: sampleRateHz)
        filters.set(0, weighting.shelf, isActive: true)
        filters.set(1, weighting.highPass, isActive: true)
        peaks = TruePeakDetector(channelCount: channelCount, maximumFrameCount: Self.blockFrameCount)
        let room = Self.blockFrameCount + TruePeakDetector.spareFrameCount
        levels = .allocate(capacity: room)
        levels.initialize(repeating: 0, count: room)
        rows = .allocate(capacity: max(1, channelCount))
        for channel in 0..<channelCount { (rows + channel).initialize(to: levels) }
    }

    deinit {
        rows.deallocate()
        levels.deallocate()
    }

    /// Loudness of the last 400 ms in LUFS; −120 for silence.
    package var momentary: Double { @_noLocks get { gate.momentary } }
    /// Loudness of the last 3 s in LUFS; −120 for silence.
    package var shortTerm: Double { @_noLocks get { gate.shortTerm } }
    /// Gated loudness in LUFS of everything since it was made or reset; −120 for silence.
    package var integrated: Double { @_noLocks get { gate.integrated } }

    /// Forgets everything.
    @_noLocks
    package mutating func reset() {
        filters.reset()
        peaks.reset()
        gate.reset()
        (energy, doneFrameCount, truePeak) = (0, 0, 0)
    }

    /// Hears the next frames.
    @_noLocks
    package mutating func hear(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int
    ) {
        var done = 0
        while done < frameCount {
            let most = min(Self.blockFrameCount, stepFrameCount - doneFrameCount)
            let count = min(frameCount - done, most)
            for channel in 0..<channelCount { rows[channel] = channels[channel] + done }
            hear(count)
            done += count
        }
    }

    /// Hears so many frames of the rows, which do not pass the end of a step.
    @_noLocks
    private mutating func hear(_ count: Int) {
        for channel in 0..<channelCount { avf_dsp_copy(peaks.next(channel), rows[channel], count) }
        peaks.process(levels: levels, frameCount: count)
        truePeak = max(truePeak, avf_dsp_peak(levels, count))
        filters.process(input: rows, output: weighted.rows, frameCount: count)
        for channel in 0..<channelCount {
            energy += weight(channel) * avf_dsp_sum_of_squares(weighted[channel], count)
        }
        doneFrameCount += count
        guard doneFrameCount == stepFrameCount else { return }
        gate.add(energy / Double(stepFrameCount))
        (energy, doneFrameCount) = (0, 0)
    }

    /// Surround channels weigh more and the bass effects nothing.
    @_noLocks
    private func weight(_ channel: Int) -> Double {
        let firstSurround = channelCount == 4 ? 2 : channelCount == 5 ? 3 : 4
        if channel >= firstSurround { return channel < firstSurround + 2 ? 1.41 : 0 }
        return channel == 3 ? 0 : 1
    }
}
