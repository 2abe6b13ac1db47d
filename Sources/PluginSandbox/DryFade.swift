import AVFRender

/// What is heard of an isolated plugin when its sound is not there: the input, or silence.
///
/// Plain memory for the render thread; whoever makes it frees it. The way from wet to dry begins where the
/// plugin's sound ended and takes 5 ms, and so does the way back: neither clicks.
struct DryFade {
    private static let seconds = 0.005

    /// Frames of a whole fade.
    private let length: Int
    /// How far the plugin is faded in, in frames.
    private var wetness: Int
    /// Whether the input goes to the output; else there is silence.
    private let passesInput: Bool
    /// The plugin's last sample in each output channel, through all buses.
    private let held: UnsafeMutablePointer<Float>
    private let channelCount: Int

    /// A fade that is all wet.
    init(sampleRateHz: Double, channelCount: Int, passesInput: Bool) {
        length = max(1, Int(sampleRateHz * Self.seconds))
        wetness = length
        self.passesInput = passesInput
        self.channelCount = channelCount
        held = .allocate(capacity: max(1, channelCount))
        held.initialize(repeating: 0, count: max(1, channelCount))
    }

    func deallocate() { held.deallocate() }

    /// Whether all of the plugin is heard.
    var isWet: Bool { @_noLocks get { wetness == length } }

    /// The block holds the plugin's sound: all of it is heard, unless it was gone a moment ago.
    @_noLocks
    mutating func wet(_ block: RenderBlock) {
        var channel = 0
        for bus in 0..<block.outputCount {
            for index in 0..<block.outputs[bus].channelCount where channel < channelCount {
                let samples = block.outputs[bus].channels[index]
                if wetness < length {
                    fadeIn(samples, dry(block, bus: bus, channel: index), block.frameCount)
                }
                held[channel] = samples[block.frameCount &- 1]
                channel &+= 1
            }
        }
        wetness = min(length, wetness &+ block.frameCount)
    }

    /// The plugin gave nothing: the input is heard, or silence, behind the rest of the plugin's sound.
    @_noLocks
    mutating func dry(_ block: RenderBlock) {
        var channel = 0
        for bus in 0..<block.outputCount {
            for index in 0..<block.outputs[bus].channelCount {
                let last = channel < channelCount ? held[channel] : 0
                fadeOut(
                    block.outputs[bus].channels[index], dry(block, bus: bus, channel: index), last,
                    block.frameCount)
                channel &+= 1
            }
        }
        wetness = max(0, wetness &- block.frameCount)
    }

    @_noLocks
    private func fadeIn(
        _ samples: UnsafeMutablePointer<Float>, _ dry: UnsafeMutablePointer<Float>?, _ frameCount: Int
    ) {
        for frame in 0..<min(frameCount, length &- wetness) {
            let share = Float(wetness &+ frame) / Float(length)
            let input = dry.map { $0[frame] } ?? 0
            samples[frame] = input + (samples[frame] - input) * share
        }
    }

    @_noLocks
    private func fadeOut(
        _ samples: UnsafeMutablePointer<Float>, _ dry: UnsafeMutablePointer<Float>?, _ last: Float,
        _ frameCount: Int
    ) {
        for frame in 0..<frameCount {
            let share = Float(max(0, wetness &- frame)) / Float(length)
            let input = dry.map { $0[frame] } ?? 0
            samples[frame] = share == 0 ? input : input + (last - input) * share
        }
    }

    /// The input channel that belongs to an output channel: the same one, or a mono input's only one.
    @_noLocks
    private func dry(_ block: RenderBlock, bus: Int, channel: Int) -> UnsafeMutablePointer<Float>? {
        guard passesInput, bus == 0, block.inputCount > 0 else { return nil }
        let input = block.inputs[0]
        if channel < input.channelCount { return input.channels[channel] }
        return input.channelCount == 1 ? input.channels[0] : nil
    }
}
