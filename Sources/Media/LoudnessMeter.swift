import CAVFLoudness

/// Measures loudness after ITU-R BS.1770 and EBU R 128.
///
/// One thread at a time; not for a render thread (blocks are kept in memory that grows).
package final class LoudnessMeter: @unchecked Sendable {
    // Sendable: no state is shared but with the one thread that uses the meter at a time.

    /// The channel counts that can be measured.
    package static let channelCounts = 1...64

    private var state: UnsafeMutablePointer<ebur128_state>?
    private let channelCount: Int
    private let measuresTruePeak: Bool
    private let interleaved: SampleScratch

    /// A meter for one signal; channels count as left, right, centre, (none), left and right surround.
    ///
    /// - Parameters:
    ///   - sampleRateHz: Frames in each second.
    ///   - channelCount: 1...64.
    ///   - measuresTruePeak: Whether to find peaks between samples too, at some cost.
    /// - Throws: `invalidSampleRate`, `invalidChannelCount` (1...64), `outOfMemory`.
    package init(
        sampleRateHz: Double, channelCount: Int, measuresTruePeak: Bool = false
    ) throws(MediaError) {
        let name = "loudness meter"
        guard AudioFileFormat.sampleRatesHz.contains(sampleRateHz) else {
            throw .invalidSampleRate(name, sampleRateHz: sampleRateHz)
        }
        guard Self.channelCounts.contains(channelCount) else {
            throw .invalidChannelCount(name, channelCount: channelCount)
        }
        let wanted = measuresTruePeak ? EBUR128_MODE_TRUE_PEAK : EBUR128_MODE_SAMPLE_PEAK
        let mode = EBUR128_MODE_I.rawValue | EBUR128_MODE_S.rawValue | wanted.rawValue
        guard
            let state = ebur128_init(
                UInt32(channelCount), UInt(sampleRateHz.rounded()), Int32(mode))
        else { throw .outOfMemory }
        self.state = state
        self.channelCount = channelCount
        self.measuresTruePeak = measuresTruePeak
        interleaved = SampleScratch(channelCount: channelCount)
    }

    deinit { ebur128_destroy(&state) }

    /// Hears a block, one memory block per channel, from `offset` frames into each.
    ///
    /// - Throws: `outOfMemory`.
    package func add(
        _ channels: UnsafePointer<UnsafePointer<Float>>, offset: Int = 0, frameCount: Int
    ) throws(MediaError) {
        let samples = interleaved.samples(Float.self)
        var done = 0
        while done < frameCount {
            let count = min(interleaved.frameCount, frameCount - done)
            PlanarLayout.interleave(
                samples, channels, offset: offset + done, channelCount: channelCount, frameCount: count)
            guard ebur128_add_frames_float(state, samples, count) == 0 else { throw .outOfMemory }
            done += count
        }
    }

    /// Loudness of everything heard so far with the gates of BS.1770, in LUFS; −∞ for silence.
    package var integratedLUFS: Double {
        var value = -Double.infinity
        return ebur128_loudness_global(state, &value) == 0 ? value : -.infinity
    }

    /// Loudness of the last three seconds, in LUFS; −∞ for silence.
    package var shortTermLUFS: Double {
        var value = -Double.infinity
        return ebur128_loudness_shortterm(state, &value) == 0 ? value : -.infinity
    }

    /// The highest magnitude heard so far in any channel, 1 at full scale: between the samples if asked for.
    package var peakLinear: Double {
        var highest = 0.0
        for channel in 0..<UInt32(channelCount) {
            var value = 0.0
            let status =
                measuresTruePeak
                ? ebur128_true_peak(state, channel, &value) : ebur128_sample_peak(state, channel, &value)
            if status == 0 { highest = max(highest, value) }
        }
        return highest
    }
}
