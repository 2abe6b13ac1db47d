import CAVFDSP

/// What may be heard of what a plugin makes.
///
/// A sample that is no number, infinite, or louder than anything meant to be heard is silence; all others
/// stay what they are, so the sound does not depend on how it is cut into blocks. A block is silent as a
/// whole only where all of its samples are like that.
package enum SoundGuard {
    /// 560 dB above full scale, and still far from infinity.
    static var loudestPeak: Float { @_noLocks get { 1e28 } }

    /// Puts 0 in the place of the samples that may not be heard; false if there were any.
    @_noLocks
    @inline(__always)
    package static func clean(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ channelCount: Int, _ frameCount: Int
    ) -> Bool {
        // NaN fails the comparison too.
        if avf_dsp_peak_of_all(channels, channelCount, frameCount) <= loudestPeak { return true }
        for channel in 0..<channelCount { silenceUnfit(channels[channel], frameCount) }
        return false
    }

    @_noLocks
    @inline(never)
    private static func silenceUnfit(_ samples: UnsafeMutablePointer<Float>, _ frameCount: Int) {
        for frame in 0..<frameCount where !(samples[frame].magnitude <= loudestPeak) { samples[frame] = 0 }
    }
}
