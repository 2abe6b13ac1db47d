import AVFDSP
import AVFMedia

/// What the user of an `AVAudioConverter` has chosen.
struct ConverterOptions {
    var channelMap: [Int]?
    var magicCookie: Data?
    var isMixedDown = false
    var isDithered = false
    var rateQuality = AVAudioQuality.medium.rawValue
    var rateAlgorithm: String? = AVSampleRateConverterAlgorithm_Normal
    var primeMethod = AVAudioConverterPrimeMethod.normal
    var primeInfo: AVAudioConverterPrimeInfo?
    var bitRate: Int?
    var bitRateStrategy: String?
    var syncPacketFrequency = 0
    var contentSource = AVAudioContentSource.unspecified
    var dynamicRangeControl = AVAudioDynamicRangeControlConfiguration.none

    /// What of this concerns linear PCM.
    func pcmOptions(from input: AVAudioFormat, to output: AVAudioFormat) -> PCMConverter.Options {
        let routing = ChannelRouting(from: input, to: output, map: channelMap, isMixedDown: isMixedDown)
        var options = PCMConverter.Options(routing: routing)
        options.isDithered = isDithered
        options.quality = quality
        options.phase = rateAlgorithm == AVSampleRateConverterAlgorithm_MinimumPhase ? .minimum : .linear
        options.priming =
            switch primeMethod {
            case .pre: .past(frameCount: primeInfo.map { Int($0.leadingFrames) } ?? 0)
            case .normal: .aligned
            case .none: .delayed
            }
        return options
    }

    private var quality: ResamplerQuality {
        if rateAlgorithm == AVSampleRateConverterAlgorithm_Mastering { return .best }
        return switch rateQuality {
        case ..<AVAudioQuality.low.rawValue: .draft
        case ..<AVAudioQuality.medium.rawValue: .medium
        case ..<AVAudioQuality.max.rawValue: .high
        default: .best
        }
    }
}
