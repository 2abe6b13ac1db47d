import AVFDSP
import CAVFDSP

/// A slow sine that modulates parameters of an effect, ahead on the second channel of each pair by the
/// spread.
///
/// sin(φ + s) = sin φ · cos s + cos φ · sin s, so that another spread is gone to without a step.
struct LFO: ~Copyable {
    /// The most frames of one call.
    static var blockFrameCount: Int { @_noLocks get { 256 } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let sine: UnsafeMutablePointer<Float>
    private let turned: UnsafeMutablePointer<Float>
    private let sampleRateHz: Double
    private let rampFrameCount: Int
    private var accumulator = PhaseAccumulator()
    private var rateHz = Float.nan
    private var spreadDegrees = Float.nan
    private var inPhase = GainRamp()
    private var ahead = GainRamp(0)

    init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        rampFrameCount = Int(sampleRateHz * GainRamp.seconds)
        sine = .allocate(capacity: Self.blockFrameCount)
        turned = .allocate(capacity: Self.blockFrameCount)
        sine.initialize(repeating: 0, count: Self.blockFrameCount)
        turned.initialize(repeating: 0, count: Self.blockFrameCount)
    }

    deinit {
        sine.deallocate()
        turned.deallocate()
    }

    @_noLocks
    mutating func reset() {
        accumulator.reset()
        (rateHz, spreadDegrees) = (.nan, .nan)
    }

    /// Takes the rate and the spread that are wanted; at once where nothing was heard before.
    @_noLocks
    mutating func follow(rateHz: Float, spreadDegrees: Float) {
        if self.rateHz != rateHz {
            accumulator.setFrequency(Double(rateHz), sampleRateHz: sampleRateHz)
            self.rateHz = rateHz
        }
        if self.spreadDegrees != spreadDegrees {
            let frames = self.spreadDegrees.isNaN ? 0 : rampFrameCount
            let radians = Double(spreadDegrees) * .pi / 180
            inPhase.follow(Float(avf_dsp_cos(radians)), over: frames)
            ahead.follow(Float(avf_dsp_sin(radians)), over: frames)
            self.spreadDegrees = spreadDegrees
        }
    }

    /// The sine of the next frames, −1…1, as a channel sees it; `advance` goes on.
    @_noLocks
    mutating func wave(_ channel: Int, _ frameCount: Int) -> UnsafeMutablePointer<Float> {
        let line = accumulator.line
        avf_dsp_sine(sine, line, frameCount)
        guard channel % 2 == 1 else { return sine }
        var quarterAhead = line
        quarterAhead.phase &+= 1 << 62
        avf_dsp_sine(turned, quarterAhead, frameCount)
        inPhase.apply(to: sine, into: sine, frameCount)
        ahead.apply(to: turned, into: turned, frameCount)
        avf_dsp_add(sine, turned, frameCount)
        return sine
    }

    @_noLocks
    mutating func advance(_ frameCount: Int) {
        accumulator.advance(frameCount)
        inPhase.advance(frameCount)
        ahead.advance(frameCount)
    }
}
