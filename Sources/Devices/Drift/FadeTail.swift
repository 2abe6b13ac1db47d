import AVFRealtime
import CAVFDSP

/// Lets a sound that breaks off fade out from its last samples, and fade in again: 2 ms each.
package struct FadeTail: ~Copyable {
    private let fadeFrameCount: Int
    private let lastSamples: OwnedBuffer<Float>
    private var fadedOutCount: Int
    private var fadedInCount = 0

    /// The duration of a fade.
    private static let seconds = 0.002

    /// A tail of silence.
    package init(channelCount: Int, sampleRateHz: Double) {
        fadeFrameCount = max(1, Int(sampleRateHz * Self.seconds))
        lastSamples = OwnedBuffer(repeating: 0, count: channelCount)
        fadedOutCount = fadeFrameCount
    }

    /// Fades in if silence came before, from frame `first` on, and remembers how the block ends.
    @_noLocks
    package mutating func play(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int = 0, frameCount: Int
    ) {
        guard frameCount > first else { return }
        if fadedOutCount > 0 { fadedInCount = 0 }
        fadedOutCount = 0
        let count = min(frameCount - first, fadeFrameCount - fadedInCount)
        for channel in 0..<lastSamples.count {
            let start = channels[channel] + first
            for frame in 0..<count {
                start[frame] *= Float(fadedInCount + frame) / Float(fadeFrameCount)
            }
            lastSamples[channel] = channels[channel][frameCount - 1]
        }
        fadedInCount += count
    }

    /// Remembers how a block ends that is played as it is.
    @_noLocks
    package mutating func follow(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int
    ) {
        guard frameCount > 0 else { return }
        for channel in 0..<lastSamples.count { lastSamples[channel] = channels[channel][frameCount - 1] }
    }

    /// Fades from the last sample that was remembered over into a block that does not follow it.
    @_noLocks
    package func join(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
        for channel in 0..<lastSamples.count {
            let last = lastSamples[channel]
            for frame in 0..<min(frameCount, fadeFrameCount) {
                let share = Float(frame) / Float(fadeFrameCount)
                channels[channel][frame] = last + share * (channels[channel][frame] - last)
            }
        }
    }

    /// Tells that sound begins here: its first frames are as they are.
    @_noLocks
    package mutating func begin() { (fadedOutCount, fadedInCount) = (0, fadeFrameCount) }

    /// Tells that silence has been heard meanwhile: the next sound fades in.
    @_noLocks
    package mutating func forget() { fadedOutCount = fadeFrameCount }

    /// Writes silence from frame `first` on, after the rest of a fade from the last samples.
    @_noLocks
    package mutating func rest(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int = 0, frameCount: Int
    ) {
        guard frameCount > first else { return }
        let count = min(frameCount - first, fadeFrameCount - fadedOutCount)
        for channel in 0..<lastSamples.count {
            let start = channels[channel] + first
            for frame in 0..<count {
                let share = Float(fadeFrameCount - fadedOutCount - frame) / Float(fadeFrameCount)
                start[frame] = lastSamples[channel] * share
            }
            avf_dsp_clear(start + count, frameCount - first - count)
        }
        fadedOutCount += count
        // A fade that was cut short must not be heard again from its beginning.
        if fadedOutCount == 0 { fadedOutCount = 1 }
    }
}
