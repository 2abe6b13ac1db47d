/// How much of each input channel each output channel gets when the counts differ.
///
/// Channels lie in the order of WAVE and SMPTE: 3 = L R C, 4 = L R Ls Rs, 5 = L R C Ls Rs, 6 = L R C LFE Ls
/// Rs, 7 = L R C LFE Cs Ls Rs, 8 = L R C LFE Lb Rb Ls Rs.
/// - Equal counts: each channel to its own place.
/// - Mono to more: a copy at unity to left and right.
/// - Three or more to stereo: ITU-R BS.775, annex 4: centre and surrounds at −3 dB, a single surround at
///   −6 dB, no LFE.
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
            gains = (0..<2).flatMap { side in (0..<count).map { Self.share(of: $0, in: count, side: side) } }
        case (let count, 1) where count >= 2:
            gains = (0..<count).map { input in
                let sides = (0..<2).map { Self.share(of: input, in: count, side: $0) }
                return 0.5 * (sides[0] + sides[1])
            }
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

    private static let minus3Decibels = Float(0.5).squareRoot()

    /// BS.775's share of a channel in one side of the stereo signal.
    private static func share(of channel: Int, in channelCount: Int, side: Int) -> Float {
        switch channel {
        case 0, 1: return channel == side ? 1 : 0
        default: break
        }
        let hasCentre = channelCount != 4
        let hasLowFrequencyChannel = channelCount >= 6
        if hasCentre, channel == 2 { return minus3Decibels }
        if hasLowFrequencyChannel, channel == 3 { return 0 }
        let firstSurround = 2 + (hasCentre ? 1 : 0) + (hasLowFrequencyChannel ? 1 : 0)
        let hasCentreSurround = (channelCount - firstSurround) % 2 == 1
        if hasCentreSurround, channel == firstSurround { return 0.5 }
        return (channelCount - 1 - channel) % 2 != side ? minus3Decibels : 0
    }
}
