import AVFDSP
import AVFMedia

extension ChannelRouting {
    /// The routing between two formats: by the map if there is one, mixed down if that is wished, else by
    /// label.
    init(from input: AVAudioFormat, to output: AVAudioFormat, map: [Int]?, isMixedDown: Bool) {
        let inputCount = Int(input.channelCount)
        let outputCount = Int(output.channelCount)
        if map == nil, isMixedDown, outputCount < inputCount, outputCount <= 2 {
            self = Self.downmix(from: input, to: outputCount)
        } else {
            self.init(
                map: map ?? Self.standardMap(from: input, to: output), inputChannelCount: inputCount)
        }
    }

    /// The source of each output channel by default.
    ///
    /// Channels go where their label is. Mono goes to left and right. Without labels channel n goes to
    /// channel n.
    static func standardMap(from input: AVAudioFormat, to output: AVAudioFormat) -> [Int] {
        let inputCount = Int(input.channelCount)
        let outputCount = Int(output.channelCount)
        let (sources, targets) = (input.channelLabels, output.channelLabels)
        if inputCount == 1 {
            let sides = [kAudioChannelLabel_Left, kAudioChannelLabel_Right]
            let isSide = targets.map { labels in labels.map(sides.contains) }
            if let isSide, isSide.contains(true) { return isSide.map { $0 ? 0 : -1 } }
            return (0..<outputCount).map { $0 < 2 ? 0 : -1 }
        }
        if outputCount > 1, let sources, let targets {
            let map = targets.map { sources.firstIndex(of: $0) ?? -1 }
            if map.contains(where: { $0 >= 0 }) { return map }
        }
        return (0..<outputCount).map { $0 < inputCount ? $0 : -1 }
    }

    /// To stereo after ITU-R BS.775, or to mono as the mean of both sides.
    private static func downmix(from input: AVAudioFormat, to outputCount: Int) -> ChannelRouting {
        guard let labels = input.channelLabels else {
            return ChannelRouting(
                ChannelMixMatrix(
                    inputChannelCount: Int(input.channelCount), outputChannelCount: outputCount))
        }
        let sides = labels.map { DownmixPosition($0).stereoGains }
        let gains =
            outputCount == 2
            ? [sides.map(\.left), sides.map(\.right)] : [sides.map { ($0.left + $0.right) / 2 }]
        return ChannelRouting(
            outputs: gains.map { channel in
                channel.enumerated().filter { $0.element != 0 }.map {
                    Share(channel: $0.offset, gain: $0.element)
                }
            })
    }
}

extension DownmixPosition {
    /// The position that a label names.
    fileprivate init(_ label: AudioChannelLabel) {
        self =
            switch label {
            case kAudioChannelLabel_Left: .left
            case kAudioChannelLabel_Right: .right
            case kAudioChannelLabel_Center, kAudioChannelLabel_Mono: .center
            case kAudioChannelLabel_LeftSurround, kAudioChannelLabel_RearSurroundLeft,
                kAudioChannelLabel_LeftCenter:
                .leftSurround
            case kAudioChannelLabel_RightSurround, kAudioChannelLabel_RearSurroundRight,
                kAudioChannelLabel_RightCenter:
                .rightSurround
            case kAudioChannelLabel_CenterSurround: .centerSurround
            default: .other
            }
    }
}

extension AVAudioFormat {
    /// The label of each channel; nil for more than two without an arrangement that is known.
    fileprivate var channelLabels: [AudioChannelLabel]? {
        if let labels = channelLayout?.labels { return labels }
        guard channelLayout == nil else { return nil }
        return switch channelCount {
        case 1: [kAudioChannelLabel_Mono]
        case 2: [kAudioChannelLabel_Left, kAudioChannelLabel_Right]
        default: nil
        }
    }
}
