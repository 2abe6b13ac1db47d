import AVFAudio
import TestSupport

/// Formats of every kind: the common ones, and C structures that nobody would write down.
struct RandomFormats {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The next format; nil where what was drawn is none.
    mutating func next() -> AVAudioFormat? {
        var description = AudioStreamBasicDescription()
        description.mSampleRate = pick([0, 0.5, 8000, 22_050, 44_100, 48_000.5, 96_000, 2e7])
        description.mFormatID = pick([
            kAudioFormatLinearPCM, kAudioFormatLinearPCM, kAudioFormatLinearPCM, kAudioFormatMPEG4AAC,
            kAudioFormatFLAC, kAudioFormatAppleLossless, kAudioFormatULaw, kAudioFormatOpus, 0x1234_5678,
        ])
        let layout = Bool.random(using: &random) ? self.layout() : nil
        description.mChannelsPerFrame = layout?.channelCount ?? pick([0, 1, 1, 2, 2])
        if description.mFormatID == kAudioFormatLinearPCM {
            fillSamples(&description)
        } else {
            fillPackets(&description)
        }
        return AVAudioFormat(streamDescription: &description, channelLayout: layout)
    }

    private mutating func fillSamples(_ description: inout AudioStreamBasicDescription) {
        description.mBitsPerChannel = pick([0, 8, 16, 16, 20, 24, 32, 32, 64])
        let bytes = (description.mBitsPerChannel + 7) / 8 + pick([0, 0, 0, 1, 2])
        for flag: AudioFormatFlags in [
            kAudioFormatFlagIsFloat, kAudioFormatFlagIsBigEndian, kAudioFormatFlagIsSignedInteger,
            kAudioFormatFlagIsPacked, kAudioFormatFlagIsAlignedHigh, kAudioFormatFlagIsNonInterleaved,
            kAudioFormatFlagIsNonMixable, 3 << 7,
        ] where Bool.random(using: &random) { description.mFormatFlags |= flag }
        let isApart = description.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
        description.mBytesPerFrame = bytes * (isApart ? 1 : description.mChannelsPerFrame)
        description.mBytesPerPacket = description.mBytesPerFrame
        description.mFramesPerPacket = pick([1, 1, 1, 0])
    }

    private mutating func fillPackets(_ description: inout AudioStreamBasicDescription) {
        description.mFormatFlags = pick([0, 0, 1, 2, 3, 4, 99, 0x8000_0000])
        description.mFramesPerPacket = pick([0, 1, 576, 960, 1024, 1152, 4096])
        description.mBytesPerPacket = pick([0, 0, 1, 34, 417])
        description.mBytesPerFrame = pick([0, 0, 1, 2])
        description.mBitsPerChannel = pick([0, 0, 8, 16])
    }

    private mutating func layout() -> AVAudioChannelLayout? {
        guard Bool.random(using: &random) else {
            return AVAudioChannelLayout(
                layoutTag: pick([
                    kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo,
                    kAudioChannelLayoutTag_Binaural, kAudioChannelLayoutTag_MPEG_5_1_A,
                    kAudioChannelLayoutTag_MPEG_7_1_C, kAudioChannelLayoutTag_DiscreteInOrder | 31,
                    kAudioChannelLayoutTag_Unknown | 3,
                ]))
        }
        var plain = AudioChannelLayout()
        plain.mChannelLayoutTag = pick([
            kAudioChannelLayoutTag_UseChannelBitmap, kAudioChannelLayoutTag_UseChannelDescriptions,
        ])
        plain.mChannelBitmap = AudioChannelBitmap(rawValue: UInt32.random(in: 1..<1 << 18, using: &random))
        plain.mNumberChannelDescriptions = 1
        plain.mChannelDescriptions.mChannelLabel = pick([1, 3, 4, 42, 100])
        plain.mChannelDescriptions.mCoordinates.1 = pick([0, 0.5, -90])
        return AVAudioChannelLayout(layout: &plain)
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }
}
