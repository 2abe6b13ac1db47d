import CAVFDSP

/// A gain that follows its target along a straight line, so that a change makes no click.
///
/// The gain of a frame depends on how many frames have passed since the change and on nothing else.
@frozen
public struct GainRamp {
    /// How long a change takes.
    static var seconds: Double { @_noLocks get { 0.01 } }

    private var start: Float = 1
    private var target: Float = 1
    private var done: UInt32 = 0
    private var length: UInt32 = 0

    /// A gain that stands still.
    @_noLocks
    init(_ gain: Float = 1) {
        start = gain
        target = gain
    }

    /// The line of the current change; level where there is none.
    var line: avf_dsp_ramp {
        @_noLocks get {
            guard done < length else { return avf_dsp_ramp(start: target, step: 0, firstIndex: 0) }
            return avf_dsp_ramp(
                start: start, step: (target - start) / Float(max(1, length)), firstIndex: done)
        }
    }

    /// Frames until the target is reached.
    var remainingFrameCount: Int { @_noLocks get { Int(length - done) } }

    /// Whether the target is reached.
    var isSettled: Bool { @_noLocks get { done == length } }

    /// Frames for which `line` holds: for ever where nothing changes.
    var framesUntilTurn: Int { @_noLocks get { done < length ? Int(length - done) : .max } }

    /// The gain once the target is reached.
    var settled: Float { @_noLocks get { target } }

    /// Takes a new target: at once, or over `frameCount` frames from where the gain is now.
    @_noLocks
    mutating func follow(_ newTarget: Float, over frameCount: Int) {
        guard newTarget != target || frameCount == 0 else { return }
        start = length == done ? target : avf_dsp_ramp_value(line, 0)
        target = newTarget
        done = 0
        length = UInt32(frameCount)
    }

    /// output = gain · input, without moving on.
    @_noLocks
    func apply(
        to input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, _ frameCount: Int
    ) {
        let moving = min(frameCount, remainingFrameCount)
        if moving > 0 { avf_dsp_scale_ramp(output, input, line, moving) }
        guard moving < frameCount else { return }
        avf_dsp_scale(output + moving, input + moving, settled, frameCount - moving)
    }

    /// output += gain · input, without moving on.
    @_noLocks
    func add(
        _ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, _ frameCount: Int
    ) {
        let moving = min(frameCount, remainingFrameCount)
        if moving > 0 { avf_dsp_accumulate_ramp(output, input, line, moving) }
        guard moving < frameCount else { return }
        avf_dsp_accumulate(output + moving, input + moving, settled, frameCount - moving)
    }

    /// Moves on by the frames of a block.
    @_noLocks
    mutating func advance(_ frameCount: Int) {
        done = min(length, done + UInt32(frameCount))
    }
}

/// The linear gain of a level; −96 dB and less is silence.
@_noLocks
func linearGain(ofDecibels decibels: Float) -> Float {
    if decibels == 0 { return 1 }
    return decibels <= -96 ? 0 : Float(avf_dsp_pow(10, Double(decibels) / 20))
}
