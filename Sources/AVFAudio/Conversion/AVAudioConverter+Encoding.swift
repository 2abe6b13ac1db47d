import AVFMedia

// What concerns encoders only.

extension AVAudioConverter {
    /// The bits in each second that an encoder aims at; 0 unless this encodes to a lossy coding.
    ///
    /// What the coding cannot have becomes the nearest that it can. Unset, a rate at which most material is
    /// transparent: 96 kbit/s for each channel with AAC, 64 with Opus, 192 for both with MP3.
    public var bitRate: Int {
        get { encoder { $0.format.coding.isLossless ? 0 : get(\.bitRate) ?? $0.format.bitRate } ?? 0 }
        set { set(\.bitRate, newValue > 0 ? newValue : nil) }
    }

    /// How the bit rate may vary, an `AVAudioBitRateStrategy_` constant; nil unless this encodes.
    ///
    /// Opus and MP3 heed it; AAC keeps the rate in the long run whatever it says.
    public var bitRateStrategy: String? {
        get { encoder { get(\.bitRateStrategy) ?? $0.format.coding.usualStrategy } }
        set { set(\.bitRateStrategy, newValue) }
    }

    /// The bytes that a packet of the output may have.
    public var maximumOutputPacketSize: Int {
        encoder(\.largestPacketByteCount) ?? Int(outputFormat.streamDescription.pointee.mBytesPerPacket)
    }

    /// The bit rates that the encoder has at some rate and number of channels; nil unless this encodes.
    public var availableEncodeBitRates: [NSNumber]? {
        encoder { $0.format.coding.bitRates.map { NSNumber(value: $0) } }
    }

    /// The bit rates that the encoder has for `outputFormat`; nil unless this encodes.
    public var applicableEncodeBitRates: [NSNumber]? {
        encoder { encoding in
            encoding.format.applicableBitRates.map { NSNumber(value: $0) }
        }
    }

    /// The sample rates in hertz that the encoder has; nil unless this encodes.
    public var availableEncodeSampleRates: [NSNumber]? {
        encoder { ($0.format.coding.encoderSampleRatesHz ?? usualSampleRatesHz).map { NSNumber(value: $0) } }
    }

    /// The sample rates in hertz that the encoder has for this number of channels; nil unless this encodes.
    public var applicableEncodeSampleRates: [NSNumber]? { availableEncodeSampleRates }

    /// The arrangements of channels that the encoder has, as layout tags; nil unless this encodes.
    ///
    /// Channels that come in another order are put into the encoder's own by their labels.
    public var availableEncodeChannelLayoutTags: [NSNumber]? {
        encoder { $0.format.coding.layoutTags.map { NSNumber(value: $0) } }
    }

    /// Packets between those from which decoders can start; default 0, the encoder's choice.
    ///
    /// All encoders here make packets from which decoders can start, so it changes nothing.
    public var audioSyncPacketFrequency: Int {
        get { get(\.syncPacketFrequency) }
        set { set(\.syncPacketFrequency, max(0, newValue)) }
    }

    /// Where the material comes from; default `unspecified`.
    ///
    /// No encoder here makes use of it.
    public var contentSource: AVAudioContentSource {
        get { get(\.contentSource) }
        set { set(\.contentSource, newValue) }
    }

    /// What hints for the control of dynamics shall fit; default `none`.
    ///
    /// No encoder here makes use of it.
    public var dynamicRangeControlConfiguration: AVAudioDynamicRangeControlConfiguration {
        get { get(\.dynamicRangeControl) }
        set { set(\.dynamicRangeControl, newValue) }
    }
}

/// Those that encoders which take all rates are asked for.
private let usualSampleRatesHz = [
    8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
]

extension PacketCoding {
    fileprivate var usualStrategy: String {
        switch self {
        case .aac: AVAudioBitRateStrategy_LongTermAverage
        case .opus, .alac, .flac: AVAudioBitRateStrategy_Variable
        default: AVAudioBitRateStrategy_Constant
        }
    }

    /// Bits in each second, rising; none where there is no choice.
    fileprivate var bitRates: [Int] {
        let kilobits: [Int] =
            switch self {
            case .aac: [8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            case .opus: [6, 8, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256, 320, 450, 510]
            case .mpegLayer2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
            case .mpegLayer3: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            case .ac3, .enhancedAC3: [32, 48, 64, 96, 128, 192, 256, 320, 384, 448, 512, 640]
            default: []
            }
        return kilobits.map { 1000 * $0 }
    }

    fileprivate var layoutTags: [AudioChannelLayoutTag] {
        switch self {
        case .mpegLayer2, .mpegLayer3: [kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo]
        default:
            [
                kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_MPEG_3_0_B,
                kAudioChannelLayoutTag_MPEG_4_0_B, kAudioChannelLayoutTag_MPEG_5_0_D,
                kAudioChannelLayoutTag_MPEG_5_1_D,
            ]
        }
    }
}

extension PacketFormat {
    /// The coding's bit rates that this sample rate and these channels can have.
    fileprivate var applicableBitRates: [Int] {
        switch coding {
        // 6144 bits for each channel and 1024 frames: ISO 14496-3, 4.5.3.3.
        case .aac: coding.bitRates.filter { Double($0) <= 6 * sampleRateHz * Double(channelCount) }
        // ISO 11172-3 and 13818-3, 2.4.2.3: half rates have a table of their own.
        case .mpegLayer3:
            coding.bitRates.filter { sampleRateHz >= 32_000 ? $0 >= 32_000 : $0 <= 160_000 }
        default: coding.bitRates
        }
    }
}
