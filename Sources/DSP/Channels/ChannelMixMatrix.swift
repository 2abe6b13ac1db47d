/// How much of each input channel each output channel gets when the counts differ.
///
/// Channels lie in the order of WAVE and SMPTE, as `DownmixPosition.standard` has it.
/// - Equal counts: each channel to its own place.
/// - Mono to more: a copy at unity to left and right.
/// - Three or more to stereo: ITU-R BS.775, annex 4, without the low-frequency channel.
/// - To mono: the mean of both sides of that stereo, so that two equal sides keep their level.
/// - Else: channel n to channel n; what one side lacks is left out.
package struct ChannelMixMatrix: Equatable, Sendable {
    /// Channels that come in.
    package let inputChannelCount: Int
    /// Channels that go out.
    package let outputChannelCount: Int
    /// Linear gains: output channel o gets `gains[o * inputChannelCount + i]` of input channel i.
    package let gains: [Float]

    /// The standard matrix between two channel counts.
    package init(inputChannelCount: Int, outputChannelCount: Int) {
        self.inputChannelCount = inputChannelCount
        self.outputChannelCount = outputChannelCount
        switch (inputChannelCount, outputChannelCount) {
        case (let count, 2) where count > 2:
            let sides = DownmixPosition.standard(channelCount: count).map { $0.stereoGains }
            gains = sides.map { Float($0.left) } + sides.map { Float($0.right) }
        case (let count, 1) where count >= 2:
            let sides = DownmixPosition.standard(channelCount: count).map { $0.stereoGains }
            gains = sides.map { Float(0.5 * ($0.left + $0.right)) }
        case (1, let count):
            gains = (0..<max(0, count)).map { $0 < 2 ? 1 : 0 }
        default:
            gains = (0..<max(0, outputChannelCount)).flatMap { output in
                (0..<max(0, inputChannelCount)).map { $0 == output ? 1 : 0 }
            }
        }
    }

    /// The gain from one input channel to one output channel.
    package subscript(output output: Int, input input: Int) -> Float {
        gains[output * inputChannelCount + input]
    }
}
