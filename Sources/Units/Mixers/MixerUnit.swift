import AVFDSP
import AVFRender
import CAVFDSP

/// Sums any number of inputs in bus order, each with its own volume, pan and channel count.
///
/// `ChannelMixMatrix` says which output channel gets how much of which input channel. Volume and pan follow
/// their targets in 10 ms; pan moves the first two channels of a stereo output.
package final class MixerUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// The strips of its inputs, kept alive for the state's pointers.
    package let inputStrips: [MixerStrip]
    private let master: MixerStrip
    private let state: UnsafeMutablePointer<MixerState>

    /// A mixer of these strips, one for each input bus of its step, whose sum passes through `master`.
    package init(
        strips: [MixerStrip], inputChannelCounts: [Int], outputChannelCount: Int, master: MixerStrip,
        sampleRateHz: Double
    ) {
        inputStrips = strips
        self.master = master
        state = .allocate(capacity: 1)
        state.initialize(
            to: MixerState(
                strips, inputChannelCounts: inputChannelCounts, outputChannelCount: outputChannelCount,
                master: master.state, rampFrameCount: Int(sampleRateHz * GainRamp.seconds)))
        super.init()
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    package override var allowsInPlace: Bool { false }

    package override func process(_ block: RenderBlock) { state.pointee.process(block) }
}

/// One input of a mixer: its strip, and the gain from each of its channels to each channel of the output.
private struct MixerInputState {
    let strip: UnsafeMutablePointer<MixerStripState>
    let channelCount: Int
    /// Of the mixer's: inputs with equally many channels share them.
    let gains: UnsafeMutablePointer<Float>

    @_noLocks
    func gain(from input: Int, to output: Int) -> Float { gains[output * channelCount + input] }
}

/// The gains from inputs with so many channels to the output.
private struct MixerGains {
    let channelCount: Int
    let gains: UnsafeMutablePointer<Float>

    init(inputChannelCount: Int, outputChannelCount: Int) {
        let matrix = ChannelMixMatrix(
            inputChannelCount: inputChannelCount, outputChannelCount: outputChannelCount)
        channelCount = matrix.inputChannelCount
        gains = .allocate(capacity: max(1, matrix.gains.count))
        gains.initialize(from: matrix.gains, count: matrix.gains.count)
    }
}

/// The render side of a mixer.
private struct MixerState: ~Copyable {
    private let inputs: UnsafeMutablePointer<MixerInputState>
    private let inputCount: Int
    /// One for each number of channels that an input has.
    private let gains: [MixerGains]
    private let master: UnsafeMutablePointer<MixerStripState>
    private let rampFrameCount: Int
    private var batch: PanBatch

    init(
        _ strips: [MixerStrip], inputChannelCounts: [Int], outputChannelCount: Int,
        master: UnsafeMutablePointer<MixerStripState>, rampFrameCount: Int
    ) {
        inputCount = min(strips.count, inputChannelCounts.count)
        inputs = .allocate(capacity: max(1, inputCount))
        var gains: [MixerGains] = []
        for index in 0..<inputCount {
            let channelCount = inputChannelCounts[index]
            let place = gains.firstIndex { $0.channelCount == channelCount } ?? gains.count
            if place == gains.count {
                gains.append(
                    MixerGains(inputChannelCount: channelCount, outputChannelCount: outputChannelCount))
            }
            (inputs + index).initialize(
                to: MixerInputState(
                    strip: strips[index].state, channelCount: channelCount, gains: gains[place].gains))
        }
        self.gains = gains
        self.master = master
        self.rampFrameCount = rampFrameCount
        batch = PanBatch(capacity: inputCount)
    }

    deinit {
        for table in gains { table.gains.deallocate() }
        inputs.deallocate()
    }

    @_noLocks
    mutating func process(_ block: RenderBlock) {
        let output = block.output
        let count = min(inputCount, block.inputCount)
        for index in 0..<count {
            let (source, strip) = (block.inputs[index], inputs[index].strip)
            strip.pointee.begin(rampFrameCount: rampFrameCount)
            if index > 0, strip.pointee.isStill, source.channelCount == 1, output.channelCount == 2 {
                batch.append(source[0], strip.pointee.left.settled, strip.pointee.right.settled)
            } else {
                batch.add(to: output, block.frameCount)
                add(source, inputs + index, to: output, block.frameCount, isFirst: index == 0)
            }
            strip.pointee.end(block.frameCount)
        }
        batch.add(to: output, block.frameCount)
        if count == 0 {
            for channel in 0..<output.channelCount { avf_dsp_clear(output[channel], block.frameCount) }
        }
        scale(output, block.frameCount)
    }

    // MARK: - One input

    @_noLocks
    private func add(
        _ source: AudioBus, _ input: UnsafePointer<MixerInputState>, to output: AudioBus, _ frameCount: Int,
        isFirst: Bool
    ) {
        if source.channelCount == 1, output.channelCount == 2 {
            pan(source[0], input.pointee.strip, to: output, frameCount, isFirst: isFirst)
        } else {
            addByMatrix(source, input, to: output, frameCount, isFirst: isFirst)
        }
    }

    /// Mono into stereo: both sides in one pass.
    @_noLocks
    private func pan(
        _ source: UnsafeMutablePointer<Float>, _ strip: UnsafeMutablePointer<MixerStripState>,
        to output: AudioBus, _ frameCount: Int, isFirst: Bool
    ) {
        var left = strip.pointee.left
        var right = strip.pointee.right
        var done = 0
        while done < frameCount {
            // A line goes on for ever: each piece ends where one of the two sides arrives.
            let count = min(frameCount - done, min(left.framesUntilTurn, right.framesUntilTurn))
            let isMoving = left.remainingFrameCount > 0 || right.remainingFrameCount > 0
            panPiece(
                source + done, left, right, to: output[0] + done, output[1] + done, count, isMoving: isMoving,
                isFirst: isFirst)
            left.advance(count)
            right.advance(count)
            done += count
        }
    }

    @_noLocks
    private func panPiece(
        _ source: UnsafeMutablePointer<Float>, _ left: GainRamp, _ right: GainRamp,
        to leftOutput: UnsafeMutablePointer<Float>, _ rightOutput: UnsafeMutablePointer<Float>, _ count: Int,
        isMoving: Bool, isFirst: Bool
    ) {
        switch (isMoving, isFirst) {
        case (true, true): avf_dsp_pan_ramp(leftOutput, rightOutput, source, left.line, right.line, count)
        case (true, false):
            avf_dsp_pan_accumulate_ramp(leftOutput, rightOutput, source, left.line, right.line, count)
        case (false, true):
            avf_dsp_pan(leftOutput, rightOutput, source, left.settled, right.settled, count)
        case (false, false):
            avf_dsp_pan_accumulate(leftOutput, rightOutput, source, left.settled, right.settled, count)
        }
    }

    /// The first channel that reaches an output channel is stored, the others are added.
    @_noLocks
    private func addByMatrix(
        _ source: AudioBus, _ input: UnsafePointer<MixerInputState>, to output: AudioBus, _ frameCount: Int,
        isFirst: Bool
    ) {
        for channel in 0..<output.channelCount {
            let gain = input.pointee.strip.pointee.gain(ofChannel: channel, of: output.channelCount)
            var isEmpty = isFirst
            for place in 0..<min(source.channelCount, input.pointee.channelCount) {
                let share = input.pointee.gain(from: place, to: channel)
                guard share != 0 else { continue }
                mix(source[place], gain, share, into: output[channel], frameCount, isFirst: isEmpty)
                isEmpty = false
            }
            if isEmpty { avf_dsp_clear(output[channel], frameCount) }
        }
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
