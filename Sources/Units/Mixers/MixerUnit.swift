import AVFRender
import CAVFDSP

/// Sums any number of inputs in bus order, each with its own volume, pan and channel count.
///
/// Channels: mono goes to every channel of the output, stereo into mono is the mean of both sides
/// (ITU-R BS.775's −6 dB of two equal signals), otherwise channel n goes to channel n and channels that one side
/// lacks are left out. Gain changes take 10 ms.
package final class MixerUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// How long a change of gain takes.
    private static let rampSeconds = 0.01

    /// Kept alive for the state's pointers.
    private let strips: [MixerStrip]
    private let state: UnsafeMutablePointer<MixerState>

    /// A mixer of these strips, one for each input bus of its step, whose sum passes through `master`.
    package init(strips: [MixerStrip], master: MixerStrip, sampleRateHz: Double) {
        self.strips = strips + [master]
        state = .allocate(capacity: 1)
        state.initialize(
            to: MixerState(
                strips: strips.map(\.state), master: master.state,
                rampFrameCount: Int(sampleRateHz * MixerUnit.rampSeconds)))
        super.init()
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    package override var allowsInPlace: Bool { false }

    package override func process(_ block: RenderBlock) { state.pointee.process(block) }
}

/// The render side of a mixer.
private struct MixerState: ~Copyable {
    private let strips: UnsafeMutablePointer<UnsafeMutablePointer<MixerStripState>>
    private let stripCount: Int
    private let master: UnsafeMutablePointer<MixerStripState>
    private let rampFrameCount: Int
    private var batch: PanBatch

    init(
        strips: [UnsafeMutablePointer<MixerStripState>], master: UnsafeMutablePointer<MixerStripState>,
        rampFrameCount: Int
    ) {
        self.strips = .allocate(capacity: max(1, strips.count))
        self.strips.initialize(from: strips, count: strips.count)
        stripCount = strips.count
        self.master = master
        self.rampFrameCount = rampFrameCount
        batch = PanBatch(capacity: strips.count)
    }

    deinit { strips.deallocate() }

    @_noLocks
    mutating func process(_ block: RenderBlock) {
        let output = block.output
        var isEmpty = true
        for index in 0..<min(stripCount, block.inputCount) {
            let strip = strips[index]
            let input = block.inputs[index]
            strip.pointee.begin(rampFrameCount: rampFrameCount)
            if !isEmpty, input.channelCount == 1, output.channelCount == 2, strip.pointee.isSettled {
                batch.append(input[0], strip.pointee.left.settled, strip.pointee.right.settled)
            } else {
                batch.add(to: output, block.frameCount)
                add(input, strip, to: output, block.frameCount, isFirst: isEmpty)
            }
            strip.pointee.end(block.frameCount)
            isEmpty = false
        }
        batch.add(to: output, block.frameCount)
        if isEmpty { clear(output, from: 0, block.frameCount) }
        scale(output, block.frameCount)
    }

    // MARK: - One input

    @_noLocks
    private func add(
        _ input: AudioBus, _ strip: UnsafeMutablePointer<MixerStripState>, to output: AudioBus,
        _ frameCount: Int, isFirst: Bool
    ) {
        if input.channelCount == 1, output.channelCount == 2 {
            pan(input[0], strip, to: output, frameCount, isFirst: isFirst)
        } else if input.channelCount == 2, output.channelCount == 1 {
            fold(input, strip, to: output[0], frameCount, isFirst: isFirst)
        } else {
            addByChannel(input, strip, to: output, frameCount, isFirst: isFirst)
        }
    }

    @_noLocks
    private func pan(
        _ source: UnsafeMutablePointer<Float>, _ strip: UnsafeMutablePointer<MixerStripState>,
        to output: AudioBus, _ frameCount: Int, isFirst: Bool
    ) {
        let left = strip.pointee.left
        let right = strip.pointee.right
        let moving = min(frameCount, max(left.remainingFrameCount, right.remainingFrameCount))
        if moving > 0 {
            if isFirst {
                avf_dsp_pan_ramp(output[0], output[1], source, left.line, right.line, moving)
            } else {
                avf_dsp_pan_accumulate_ramp(output[0], output[1], source, left.line, right.line, moving)
            }
        }
        guard moving < frameCount else { return }
        let rest = frameCount - moving
        if isFirst {
            avf_dsp_pan(
                output[0] + moving, output[1] + moving, source + moving, left.settled, right.settled, rest)
        } else {
            avf_dsp_pan_accumulate(
                output[0] + moving, output[1] + moving, source + moving, left.settled, right.settled, rest)
        }
    }

    @_noLocks
    private func fold(
        _ input: AudioBus, _ strip: UnsafeMutablePointer<MixerStripState>,
        to output: UnsafeMutablePointer<Float>, _ frameCount: Int, isFirst: Bool
    ) {
        mix(input[0], strip.pointee.all, 0.5, into: output, frameCount, isFirst: isFirst)
        mix(input[1], strip.pointee.all, 0.5, into: output, frameCount, isFirst: false)
    }

    @_noLocks
    private func addByChannel(
        _ input: AudioBus, _ strip: UnsafeMutablePointer<MixerStripState>, to output: AudioBus,
        _ frameCount: Int, isFirst: Bool
    ) {
        let shared =
            input.channelCount == 1 ? output.channelCount : min(input.channelCount, output.channelCount)
        for channel in 0..<shared {
            let source = input[input.channelCount == 1 ? 0 : channel]
            let gain = strip.pointee.gain(ofChannel: channel, of: output.channelCount)
            mix(source, gain, 1, into: output[channel], frameCount, isFirst: isFirst)
        }
        if isFirst { clear(output, from: shared, frameCount) }
    }

    /// Adds one channel, or stores it where nothing is there yet.
    @_noLocks
    private func mix(
        _ source: UnsafeMutablePointer<Float>, _ gain: GainRamp, _ share: Float,
        into output: UnsafeMutablePointer<Float>, _ frameCount: Int, isFirst: Bool
    ) {
        let moving = min(frameCount, gain.remainingFrameCount)
        if moving > 0 {
            var line = gain.line
            line.start *= share
            line.step *= share
            if isFirst {
                avf_dsp_scale_ramp(output, source, line, moving)
            } else {
                avf_dsp_accumulate_ramp(output, source, line, moving)
            }
        }
        guard moving < frameCount else { return }
        if isFirst {
            avf_dsp_scale(output + moving, source + moving, gain.settled * share, frameCount - moving)
        } else {
            avf_dsp_accumulate(output + moving, source + moving, gain.settled * share, frameCount - moving)
        }
    }

    // MARK: - The sum

    @_noLocks
    private func clear(_ output: AudioBus, from first: Int, _ frameCount: Int) {
        for channel in first..<max(first, output.channelCount) { avf_dsp_clear(output[channel], frameCount) }
    }

    @_noLocks
    private func scale(_ output: AudioBus, _ frameCount: Int) {
        master.pointee.begin(rampFrameCount: rampFrameCount)
        let gain = master.pointee.all
        if gain.remainingFrameCount > 0 || gain.settled != 1 {
            for channel in 0..<output.channelCount {
                mix(output[channel], gain, 1, into: output[channel], frameCount, isFirst: true)
            }
        }
        master.pointee.end(frameCount)
    }
}
