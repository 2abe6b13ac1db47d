// The keys and values of settings dictionaries. The strings are those of Apple's frameworks.

/// The coding, an integer such as `kAudioFormatLinearPCM`.
public let AVFormatIDKey: String = "AVFormatIDKey"

/// The sample rate in hertz, a number.
public let AVSampleRateKey: String = "AVSampleRateKey"

/// The number of channels, an integer.
public let AVNumberOfChannelsKey: String = "AVNumberOfChannelsKey"

/// The bits of a PCM sample: 8, 16, 24 or 32.
public let AVLinearPCMBitDepthKey: String = "AVLinearPCMBitDepthKey"

/// Whether PCM samples begin with the highest byte, a Boolean.
public let AVLinearPCMIsBigEndianKey: String = "AVLinearPCMIsBigEndianKey"

/// Whether PCM samples are floating point, a Boolean.
public let AVLinearPCMIsFloatKey: String = "AVLinearPCMIsFloatKey"

/// Whether each channel has memory of its own, a Boolean; files ignore it.
public let AVLinearPCMIsNonInterleaved: String = "AVLinearPCMIsNonInterleaved"

/// The kind of file, an `AudioFileTypeID`; without it the extension of the name decides.
public let AVAudioFileTypeKey: String = "AVAudioFileTypeKey"

/// The work an encoder may do, an `AVAudioQuality` as integer.
public let AVEncoderAudioQualityKey: String = "AVEncoderQualityKey"

/// The work for a variable bit rate, an `AVAudioQuality` as integer.
public let AVEncoderAudioQualityForVBRKey: String = "AVEncoderQualityForVBRKey"

/// The bits in each second, an integer; not together with the rate for each channel.
public let AVEncoderBitRateKey: String = "AVEncoderBitRateKey"

/// The bits in each second for each channel, an integer.
public let AVEncoderBitRatePerChannelKey: String = "AVEncoderBitRatePerChannelKey"

/// How the bit rate may vary, an `AVAudioBitRateStrategy_` constant.
public let AVEncoderBitRateStrategyKey: String = "AVEncoderBitRateStrategyKey"

/// The bits of the material, 8 to 32.
public let AVEncoderBitDepthHintKey: String = "AVEncoderBitDepthHintKey"

/// The way of rate conversion, an `AVSampleRateConverterAlgorithm_` constant.
public let AVSampleRateConverterAlgorithmKey: String = "AVSampleRateConverterAlgorithmKey"

/// The work a rate converter may do, an `AVAudioQuality` as integer.
public let AVSampleRateConverterAudioQualityKey: String = "AVSampleRateConverterQualityKey"

/// The arrangement of the channels: `Data` that holds an `AudioChannelLayout`.
public let AVChannelLayoutKey: String = "AVChannelLayoutKey"

/// Every packet has the same size.
public let AVAudioBitRateStrategy_Constant: String = "AVAudioBitRateStrategy_Constant"

/// The average is kept over a long time.
public let AVAudioBitRateStrategy_LongTermAverage: String = "AVAudioBitRateStrategy_LongTermAverage"

/// The rate varies within limits.
public let AVAudioBitRateStrategy_VariableConstrained: String = "AVAudioBitRateStrategy_VariableConstrained"

/// The rate varies as the material asks.
public let AVAudioBitRateStrategy_Variable: String = "AVAudioBitRateStrategy_Variable"

/// The usual converter.
public let AVSampleRateConverterAlgorithm_Normal: String = "AVSampleRateConverterAlgorithm_Normal"

/// The most exact converter.
public let AVSampleRateConverterAlgorithm_Mastering: String = "AVSampleRateConverterAlgorithm_Mastering"

/// The converter with the least delay.
public let AVSampleRateConverterAlgorithm_MinimumPhase: String = "AVSampleRateConverterAlgorithm_MinimumPhase"
