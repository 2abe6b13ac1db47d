/// A settings dictionary, read and checked.
///
/// Numbers may come as any type that Foundation takes for a number. Unknown keys are ignored.
struct AudioSettings {
    let formatID: AudioFormatID
    let sampleRateHz: Double
    let channelCount: AVAudioChannelCount
    /// Bits of a PCM sample, 64 for double precision; nil if the dictionary does not say.
    let bitDepth: Int?
    let isFloat: Bool
    /// The order of the bytes; nil if the dictionary does not say.
    let isBigEndian: Bool?
    let isNonInterleaved: Bool
    let channelLayout: AVAudioChannelLayout?
    let fileType: AudioFileTypeID?
    let bitDepthHint: Int?
    let bitRate: Int?
    let quality: Int?

    init(_ dictionary: [String: Any]) throws(AudioSettingsError) {
        let values = SettingsReader(dictionary)
        formatID = try values.required(AVFormatIDKey, values.integer(AVFormatIDKey, in: 0...UInt32.max))
        sampleRateHz = try values.required(AVSampleRateKey, values.number(AVSampleRateKey, in: 1...16e6))
        channelCount = try values.required(
            AVNumberOfChannelsKey, values.integer(AVNumberOfChannelsKey, in: 1...0xFFFF))
        let isFloat = try values.boolean(AVLinearPCMIsFloatKey) ?? false
        self.isFloat = isFloat
        let bitDepths = isFloat ? [16, 32, 64] : [8, 16, 24, 32]
        bitDepth = try values.integer(AVLinearPCMBitDepthKey, oneOf: bitDepths)
        isBigEndian = try values.boolean(AVLinearPCMIsBigEndianKey)
        isNonInterleaved = try values.boolean(AVLinearPCMIsNonInterleaved) ?? false
        fileType = try values.integer(AVAudioFileTypeKey, in: 0...UInt32.max)
        bitDepthHint = try values.integer(AVEncoderBitDepthHintKey, in: 8...32)
        quality = try values.integer(AVEncoderAudioQualityKey, in: 0...127)
        channelLayout = try values.layout(AVChannelLayoutKey, channelCount: channelCount)
        let wholeRate: Int? = try values.integer(AVEncoderBitRateKey, in: 0...100_000_000)
        let channelRate: Int? = try values.integer(AVEncoderBitRatePerChannelKey, in: 0...100_000_000)
        if wholeRate != nil && channelRate != nil { throw .contradiction(between: bitRateKeys) }
        bitRate = wholeRate ?? channelRate.map { [channelCount] in $0 * Int(channelCount) }
    }

    /// The format that the settings describe.
    func streamDescription() throws(AudioSettingsError) -> AudioStreamBasicDescription {
        var description = AudioStreamBasicDescription()
        description.mSampleRate = sampleRateHz
        description.mFormatID = formatID
        description.mChannelsPerFrame = channelCount
        guard formatID == kAudioFormatLinearPCM else {
            description.setCoding(bitDepthHint: bitDepthHint)
            return description
        }
        let bits = UInt32(bitDepth ?? (isFloat ? 32 : 16))
        description.mFormatFlags =
            kAudioFormatFlagIsPacked
            | (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
            | (isBigEndian == true ? kAudioFormatFlagIsBigEndian : 0)
        description.mBitsPerChannel = bits
        description.setLayoutInMemory(
            bytesPerSample: bits / 8, channelCount: channelCount, interleaved: !isNonInterleaved)
        return description
    }
}

private let bitRateKeys = [AVEncoderBitRateKey, AVEncoderBitRatePerChannelKey]
