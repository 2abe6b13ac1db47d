import CAVFDSP

/// A periodic wave of amplitude 1 with little aliasing.
///
/// The phase is an integer that wraps: it never drifts, and how blocks are cut changes no bit. A new frequency
/// continues from the phase reached.
package struct Oscillator {
    private var phase = avf_dsp_phase(phase: 0, increment: 0)

    /// An oscillator at phase 0, silent until it has a frequency.
    @_noLocks
    package init() {}

    /// Sets the frequency; held between 0 and half of the sample rate.
    @_noLocks
    package mutating func setFrequency(_ frequencyHz: Double, sampleRateHz: Double) {
        let periodsPerFrame = min(max(0, frequencyHz / sampleRateHz), 0.5)
        phase.increment = UInt64(periodsPerFrame * 0x1p64)
    }

    /// Goes back to phase 0.
    @_noLocks
    package mutating func reset() {
        phase.phase = 0
    }

    /// Writes the next frames of a wave.
    @_noLocks
    package mutating func process(
        _ waveform: Waveform, into output: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        switch waveform {
        case .sine: avf_dsp_sine(output, phase, frameCount)
        case .sawtooth: avf_dsp_sawtooth(output, phase, frameCount)
        case .square: avf_dsp_square(output, phase, frameCount)
        case .triangle: avf_dsp_triangle(output, phase, frameCount)
        }
        phase.phase &+= phase.increment &* UInt64(frameCount)
    }
}
