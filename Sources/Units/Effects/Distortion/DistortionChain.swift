import AVFDSP
import AVFRender
import CAVFDSP

/// The stages of a distortion, over all channels.
struct DistortionChain: ~Copyable {
    private static var blockFrameCount: Int { @_noLocks get { 256 } }
    private static var phaseCount: Int { @_noLocks get { Int(AVF_DSP_OVERSAMPLING) } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let oversamplers: UnsafeMutablePointer<Oversampler>
    private let crushers: UnsafeMutablePointer<avf_dsp_crusher>
    /// The channels of a block, and under them those of the delayed dry sound.
    private let work: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let samples: UnsafeMutablePointer<Float>
    private let channelCount: Int
    private let sampleRateHz: Double
    private let rampFrameCount: Int
    private var echo: FeedbackDelay
    private var dryLine: DelayLine
    private var highPass: BiquadCascade
    private var first = PhaseAccumulator()
    private var second = PhaseAccumulator()
    private var firstHz = 0.0
    private var secondHz = 0.0
    private var ramps = DistortionRamps()
    private var isFresh = true

    init(_ configuration: UnitConfiguration) {
        channelCount = configuration.channelCount
        sampleRateHz = configuration.sampleRateHz
        rampFrameCount = Int(sampleRateHz * GainRamp.seconds)
        oversamplers = .allocate(capacity: max(1, channelCount))
        crushers = .allocate(capacity: max(1, channelCount))
        crushers.initialize(repeating: avf_dsp_crusher(held: 0, phase: 0), count: channelCount)
        for channel in 0..<channelCount {
            (oversamplers + channel).initialize(
                to: Oversampler(maximumFrameCount: Self.blockFrameCount))
        }
        // Two more blocks for the ring modulators' sines.
        let blockCount = 2 * channelCount + 2
        samples = .allocate(capacity: blockCount * Self.blockFrameCount)
        samples.initialize(repeating: 0, count: blockCount * Self.blockFrameCount)
        work = .allocate(capacity: blockCount)
        for block in 0..<blockCount {
            (work + block).initialize(to: samples + block * Self.blockFrameCount)
        }
        echo = FeedbackDelay(
            maximumDelayFrameCount: Int(0.5 * sampleRateHz) + 1,
            fadeFrameCount: Int(sampleRateHz * 0.05), channelCount: channelCount)
        dryLine = DelayLine(
            delayFrameCount: Oversampler.latencyFrameCount, channelCount: channelCount)
        highPass = BiquadCascade(sectionCount: 1, channelCount: channelCount)
    }

    deinit {
        oversamplers.deinitialize(count: channelCount)
        oversamplers.deallocate()
        crushers.deallocate()
        samples.deallocate()
        work.deallocate()
    }

    @_noLocks
    mutating func reset() {
        for channel in 0..<channelCount {
            oversamplers[channel].reset()
            crushers[channel] = avf_dsp_crusher(held: 0, phase: 0)
        }
        echo.reset()
        dryLine.reset()
        highPass.reset()
        first.reset()
        second.reset()
        isFresh = true
    }

    @_noLocks
    mutating func process(_ block: RenderBlock, _ settings: DistortionSettings) {
        follow(settings)
        let delay = Int(settings.delaySeconds * sampleRateHz + 0.5)
        var done = 0
        while done < block.frameCount {
            let turn = min(ramps.framesUntilTurn, echo.head(forDelay: delay))
            let count = min(min(block.frameCount - done, Self.blockFrameCount), turn)
            take(block, done, count)
            modulate(count)
            for channel in 0..<channelCount {
                avf_dsp_crush(
                    work[channel], crushers + channel, settings.crushShare, settings.crushStep,
                    ramps.crushMix.line, count)
                bend(channel, count)
            }
            highPass.process(input: UnsafePointer(work), output: UnsafePointer(work), frameCount: count)
            mix(into: block, done, count)
            ramps.advance(count)
            done += count
        }
    }

    @_noLocks
    private mutating func follow(_ settings: DistortionSettings) {
        ramps.follow(settings, over: isFresh ? 0 : rampFrameCount)
        tune(settings)
        // A square is never negative: without the high-pass its mean would reach the loudspeaker.
        let section = BiquadCoefficients.design(
            .highPass, frequencyHz: 10, quality: 0.707, sampleRateHz: sampleRateHz)
        highPass.set(0, section, isActive: settings.squared > 0)
        isFresh = false
    }

    @_noLocks
    private mutating func tune(_ settings: DistortionSettings) {
        guard settings.firstHz != firstHz || settings.secondHz != secondHz || isFresh else { return }
        (firstHz, secondHz) = (settings.firstHz, settings.secondHz)
        let frames = isFresh ? 0 : rampFrameCount
        first.setFrequency(firstHz, sampleRateHz: sampleRateHz, over: frames)
        second.setFrequency(secondHz, sampleRateHz: sampleRateHz, over: frames)
    }

    /// Keeps the dry sound for later, and runs the echo behind the gain.
    @_noLocks
    private mutating func take(_ block: RenderBlock, _ start: Int, _ count: Int) {
        for channel in 0..<channelCount {
            avf_dsp_copy(work[channelCount + channel], block.input[channel] + start, count)
            ramps.gain.apply(to: block.input[channel] + start, into: work[channel], count)
        }
        let dry = UnsafePointer(work + channelCount)
        dryLine.process(input: dry, output: dry, frameCount: count)
        echo.process(
            ramps.echo, input: UnsafePointer(work), output: UnsafePointer(work), first: 0, count: count)
    }

    @_noLocks
    private mutating func modulate(_ count: Int) {
        let (one, other) = (work[2 * channelCount], work[2 * channelCount + 1])
        first.sine(into: one, frameCount: count)
        second.sine(into: other, frameCount: count)
        for channel in 0..<channelCount {
            avf_dsp_ring_modulate(
                work[channel], one, other, ramps.ringMix.line, ramps.ringBalance.line, count)
        }
    }

    @_noLocks
    private func bend(_ channel: Int, _ count: Int) {
        oversamplers[channel].up(work[channel], frameCount: count)
        for phase in 0..<Self.phaseCount {
            avf_dsp_waveshape(
                oversamplers[channel].phase(phase), ramps.linear.line, ramps.squared.line,
                ramps.cubic.line, count)
        }
        oversamplers[channel].down(work[channel], frameCount: count)
    }

    @_noLocks
    private func mix(into block: RenderBlock, _ start: Int, _ count: Int) {
        for channel in 0..<channelCount {
            avf_dsp_crossfade(
                block.output[channel] + start, work[channelCount + channel], work[channel],
                ramps.mix.line, count)
        }
    }
}
