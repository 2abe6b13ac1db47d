import CAVFDSP

/// A periodic wave of amplitude 1 without aliases below 0.79 of half of the sample rate.
///
/// How blocks are cut changes no bit. A new frequency continues from the phase reached.
package struct Oscillator {
    private var accumulator = PhaseAccumulator()
    private var steps: avf_dsp_steps

    /// An oscillator at phase 0, silent until it has a frequency. [control]
    package init() { steps = BandlimitedStepTable.shared.steps }

    /// Goes to a frequency, held between 0 and half of the sample rate: at once, or gliding over some frames.
    @_noLocks
    package mutating func setFrequency(_ frequencyHz: Double, sampleRateHz: Double, over frameCount: Int = 0)
    {
        accumulator.setFrequency(frequencyHz, sampleRateHz: sampleRateHz, over: frameCount)
    }

    /// Goes back to phase 0.
    @_noLocks
    package mutating func reset() { accumulator.reset() }

    /// Writes the next frames of a wave; only a pulse looks at the ramp, its width in periods.
    @_noLocks
    package mutating func process(
        _ waveform: Waveform, width: avf_dsp_ramp = avf_dsp_ramp(start: 0.5, step: 0, firstIndex: 0),
        into output: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, accumulator.framesUntilTurn)
            write(waveform, width, done, output + done, count)
            accumulator.advance(count)
            done += count
        }
    }

    @_noLocks
    private mutating func write(
        _ waveform: Waveform, _ width: avf_dsp_ramp, _ first: Int, _ output: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        var ramp = width
        ramp.firstIndex += UInt32(first)
        switch waveform {
        case .sine: avf_dsp_sine(output, accumulator.line, count)
        case .sawtooth: avf_dsp_sawtooth(output, accumulator.line, &steps, count)
        case .square:
            let half = avf_dsp_ramp(start: 0.5, step: 0, firstIndex: 0)
            avf_dsp_pulse(output, accumulator.line, half, &steps, count)
        case .triangle: avf_dsp_triangle(output, accumulator.line, &steps, count)
        case .pulse: avf_dsp_pulse(output, accumulator.line, ramp, &steps, count)
        }
    }
}
