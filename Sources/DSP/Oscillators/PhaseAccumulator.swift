import CAVFDSP

/// The phase of something periodic, as an integer that wraps: it never drifts, and cutting blocks changes no
/// bit.
package struct PhaseAccumulator {
    private var state = avf_dsp_phase(phase: 0, increment: 0, glide: 0)
    private var target: UInt64 = 0
    private var glideFrameCount = 0

    /// Phase 0, standing still until there is a frequency.
    @_noLocks
    package init() {}

    /// Goes to a frequency, held between 0 and half of the sample rate: at once, or gliding over some frames.
    @_noLocks
    package mutating func setFrequency(_ frequencyHz: Double, sampleRateHz: Double, over frameCount: Int = 0)
    {
        let periodsPerFrame = min(max(0, frequencyHz / sampleRateHz), 0.5)
        target = UInt64(periodsPerFrame * 0x1p64)
        glideFrameCount = frameCount
        if frameCount > 0 {
            state.glide = Int64(truncatingIfNeeded: target &- state.increment) / Int64(frameCount)
        } else {
            state.glide = 0
            state.increment = target
        }
    }

    /// Goes back to phase 0, at the frequency that is wanted.
    @_noLocks
    package mutating func reset() {
        state = avf_dsp_phase(phase: 0, increment: target, glide: 0)
        glideFrameCount = 0
    }

    /// Where the next frames are, as far as `framesUntilTurn`.
    package var line: avf_dsp_phase { @_noLocks get { state } }

    /// Frames for which `line` holds: for ever where nothing glides.
    package var framesUntilTurn: Int { @_noLocks get { glideFrameCount > 0 ? glideFrameCount : .max } }

    /// Moves on by frames that `framesUntilTurn` allows.
    @_noLocks
    package mutating func advance(_ frameCount: Int) {
        state = avf_dsp_phase_after(state, frameCount)
        guard glideFrameCount > 0 else { return }
        glideFrameCount -= frameCount
        guard glideFrameCount == 0 else { return }
        state.increment = target
        state.glide = 0
    }

    /// Writes the sine of the next frames' phases.
    @_noLocks
    package mutating func sine(into output: UnsafeMutablePointer<Float>, frameCount: Int) {
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, framesUntilTurn)
            avf_dsp_sine(output + done, state, count)
            advance(count)
            done += count
        }
    }
}
