import AVFMedia

extension PacketFormat {
    /// The stream of packets that a format describes; nil for linear PCM and for unknown codings
    /// here.
    init?(_ format: AVAudioFormat) {
        let description = format.streamDescription.pointee
        guard let coding = PacketCoding(formatID: description.mFormatID), 1...8 ~= format.channelCount,
            1...768_000 ~= format.sampleRate
        else { return nil }
        self.init(coding, sampleRateHz: format.sampleRate, channelCount: Int(format.channelCount))
        bitCount = description.sourceBitDepth ?? 0
        framesPerPacket = Int(description.mFramesPerPacket)
        cookie = format.magicCookie.map(Array.init)
    }

    /// What an encoder shall make of linear PCM; nil for material of more bits than it can hold.
    func encoding(_ source: AVAudioFormat, _ options: ConverterOptions) -> PacketFormat? {
        var wanted = self
        wanted.cookie = nil
        if coding.isLossless {
            let bits = bitCount > 0 ? bitCount : source.commonFormat == .pcmFormatInt16 ? 16 : 24
            guard bits <= 24 else { return nil }
            wanted.bitCount = bits <= 16 ? 16 : 24
        }
        wanted.bitRate = options.bitRate.map { rate in max(1000, min(rate, 10_000_000)) }
        wanted.variation =
            switch options.bitRateStrategy {
            case AVAudioBitRateStrategy_Constant: .constant
            case AVAudioBitRateStrategy_LongTermAverage: .longTermAverage
            case AVAudioBitRateStrategy_VariableConstrained: .constrained
            case AVAudioBitRateStrategy_Variable: .free
            default: nil
            }
        return wanted
    }
}

extension AVAudioFormat {
    /// What lies between a decoder or encoder and the user's linear PCM: its rate and channels, and who they
    /// are for.
    convenience init?(_ coded: PCMFormat, speakers: UInt64) {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
        layout.mChannelBitmap = AudioChannelBitmap(rawValue: UInt32(truncatingIfNeeded: speakers))
        let arrangement = AVAudioChannelLayout(layout: &layout)
        let count = AVAudioChannelCount(coded.channelCount)
        guard count > 2 else {
            self.init(standardFormatWithSampleRate: coded.sampleRateHz, channels: count)
            return
        }
        let discrete = AVAudioChannelLayout(tag: kAudioChannelLayoutTag_DiscreteInOrder | count)
        self.init(
            standardFormatWithSampleRate: coded.sampleRateHz,
            channelLayout: arrangement.channelCount == count ? arrangement : discrete)
    }
}
