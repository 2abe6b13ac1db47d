import AVFAudio
import Testing

struct AVAudioFormatTests {
    private let surround: AVAudioChannelLayout

    init() throws {
        surround = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    }

    @Test
    func `the standard format is deinterleaved native 32-bit floating point`() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
        let description = format.streamDescription.pointee
        #expect(format.isStandard && !format.isInterleaved)
        #expect(format.commonFormat == .pcmFormatFloat32)
        #expect(format.sampleRate == 44_100 && format.channelCount == 2 && format.channelLayout == nil)
        #expect(description.mFormatID == kAudioFormatLinearPCM && description.mFormatFlags == 41)
        #expect(description.mBytesPerFrame == 4 && description.mBytesPerPacket == 4)
        #expect(description.mFramesPerPacket == 1 && description.mBitsPerChannel == 32)
    }

    @Test(
        arguments: [
            (AVAudioCommonFormat.pcmFormatFloat32, 4, 9), (.pcmFormatFloat64, 8, 9), (.pcmFormatInt16, 2, 12),
            (.pcmFormatInt32, 4, 12),
        ] as [(AVAudioCommonFormat, UInt32, UInt32)])
    func `common formats count bytes by channel or by frame`(
        common: AVAudioCommonFormat, size: UInt32, flags: UInt32
    ) throws {
        let whole = try #require(
            AVAudioFormat(commonFormat: common, sampleRate: 8_000, channels: 2, interleaved: true))
        let apart = try #require(
            AVAudioFormat(commonFormat: common, sampleRate: 8_000, channels: 2, interleaved: false))
        #expect(whole.commonFormat == common && apart.commonFormat == common)
        #expect(whole.streamDescription.pointee.mBytesPerFrame == 2 * size)
        #expect(apart.streamDescription.pointee.mBytesPerFrame == size)
        #expect(whole.streamDescription.pointee.mFormatFlags == flags)
        #expect(apart.streamDescription.pointee.mFormatFlags == flags | kAudioFormatFlagIsNonInterleaved)
        #expect(whole != apart)
    }

    @Test
    func `more than two channels need a layout`() {
        var description = AudioStreamBasicDescription()
        description.mFormatID = kAudioFormatLinearPCM
        description.mChannelsPerFrame = 6
        #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 3) == nil)
        #expect(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 1, channels: 3, interleaved: true) == nil
        )
        #expect(AVAudioFormat(streamDescription: &description) == nil)
        #expect(AVAudioFormat(streamDescription: &description, channelLayout: nil) == nil)
        #expect(AVAudioFormat(streamDescription: &description, channelLayout: surround)?.channelCount == 6)
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: surround)
        #expect(format.channelCount == 6 && format.channelLayout == surround && format.isStandard)
    }

    @Test
    func `a layout must have the channels of the description`() {
        var description = AudioStreamBasicDescription()
        description.mChannelsPerFrame = 2
        #expect(AVAudioFormat(streamDescription: &description, channelLayout: surround) == nil)
    }

    @Test func `a description can be read from a format that nobody keeps`() {
        for rate in 1...1000 {
            let description = standardFormat(2, rate: Double(rate)).streamDescription
            #expect(description.pointee.mSampleRate == Double(rate))
        }
    }

    @Test(arguments: [Double.nan, .infinity, -1])
    func `a rate that is none gives no format, or one without a rate`(rate: Double) {
        #expect(AVAudioFormat(standardFormatWithSampleRate: rate, channels: 1) == nil)
        #expect(AVAudioFormat(standardFormatWithSampleRate: rate, channelLayout: surround).sampleRate == 0)
    }

    @Test
    func `the other format has samples of no size`() {
        #expect(
            AVAudioFormat(commonFormat: .otherFormat, sampleRate: 1, channels: 1, interleaved: true) == nil)
        let format = AVAudioFormat(
            commonFormat: .otherFormat, sampleRate: 48_000, interleaved: false, channelLayout: surround)
        #expect(format.commonFormat == .otherFormat)
        #expect(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1) == nil)
    }

    @Test
    func `interleaving makes no difference to mono`() {
        let whole = AVAudioFormat(
            commonFormat: .pcmFormatInt16, sampleRate: 1, channels: 1, interleaved: true)
        let apart = AVAudioFormat(
            commonFormat: .pcmFormatInt16, sampleRate: 1, channels: 1, interleaved: false)
        #expect(whole == apart)
        #expect(whole?.hash == apart?.hash)
    }

    @Test
    func `a mono or stereo layout equals none, others count`() throws {
        let plain = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        func format(_ tag: AudioChannelLayoutTag) throws -> AVAudioFormat {
            let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
            return AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        }
        #expect(try format(kAudioChannelLayoutTag_Stereo) == plain)
        #expect(try format(kAudioChannelLayoutTag_Stereo).hash == plain.hash)
        #expect(try format(kAudioChannelLayoutTag_Binaural) != plain)
        #expect(
            try format(kAudioChannelLayoutTag_Mono)
                == AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        #expect(try format(kAudioChannelLayoutTag_MPEG_5_1_A) != format(kAudioChannelLayoutTag_MPEG_5_1_B))
    }

    @Test
    func `flags that change no byte make no difference`() throws {
        var description = AudioStreamBasicDescription()
        description.mSampleRate = 44_100
        description.mFormatID = kAudioFormatLinearPCM
        description.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsNonInterleaved
        description.mBytesPerPacket = 4
        description.mFramesPerPacket = 1
        description.mBytesPerFrame = 4
        description.mChannelsPerFrame = 2
        description.mBitsPerChannel = 32
        let unpacked = try #require(AVAudioFormat(streamDescription: &description))
        description.mFormatFlags |= kAudioFormatFlagIsAlignedHigh
        let aligned = try #require(AVAudioFormat(streamDescription: &description))
        let standard = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)
        #expect(unpacked == standard && aligned == standard)
        description.mFormatFlags |= kAudioFormatFlagIsBigEndian
        #expect(AVAudioFormat(streamDescription: &description) != standard)
        #expect(AVAudioFormat(streamDescription: &description)?.commonFormat == .otherFormat)
    }

    @Test
    func `24 bits in 32 differ by their alignment`() {
        var description = AudioStreamBasicDescription()
        description.mSampleRate = 44_100
        description.mFormatID = kAudioFormatLinearPCM
        description.mFormatFlags = kAudioFormatFlagIsSignedInteger
        description.mBytesPerFrame = 4
        description.mChannelsPerFrame = 1
        description.mBitsPerChannel = 24
        let low = AVAudioFormat(streamDescription: &description)
        description.mFormatFlags |= kAudioFormatFlagIsAlignedHigh
        #expect(AVAudioFormat(streamDescription: &description) != low)
        #expect(low?.commonFormat == .otherFormat)
    }

    @Test
    func `the order of bytes makes no difference to single bytes`() {
        func format(bits: UInt32, _ flags: AudioFormatFlags) -> AVAudioFormat? {
            var description = AudioStreamBasicDescription()
            description.mFormatID = kAudioFormatLinearPCM
            description.mFormatFlags = kAudioFormatFlagIsSignedInteger | flags
            description.mBytesPerFrame = bits / 8
            description.mChannelsPerFrame = 1
            description.mBitsPerChannel = bits
            return AVAudioFormat(streamDescription: &description)
        }
        #expect(format(bits: 8, 0) == format(bits: 8, kAudioFormatFlagIsBigEndian))
        #expect(format(bits: 16, 0) != format(bits: 16, kAudioFormatFlagIsBigEndian))
    }

    @Test
    func `rate, channels and kind make a difference`() {
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)
        #expect(format != AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
        #expect(format != AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        #expect(
            format
                != AVAudioFormat(
                    commonFormat: .pcmFormatInt32, sampleRate: 48_000, channels: 2, interleaved: false))
        #expect(format?.isEqual("format") == false)
    }

    @Test
    func `the description says what a log needs`() throws {
        let standard = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let mono = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 8_000, channels: 1, interleaved: true))
        let aac = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
            ]))
        #expect(standard.description.hasPrefix("<AVAudioFormat 0x"))
        #expect(standard.description.hasSuffix(":  2 ch,  48000 Hz, Float32, deinterleaved>"))
        #expect(mono.description.hasSuffix(":  1 ch,   8000 Hz, Int16>"))
        #expect(aac.description.contains("'aac ' (0x00000000) 0 bits/channel"))
        #expect(aac.description.contains("1024 frames/packet"))
    }

    @Test
    func `a format survives an archive`() throws {
        let format = AVAudioFormat(
            commonFormat: .pcmFormatInt32, sampleRate: 96_000, interleaved: true, channelLayout: surround)
        format.magicCookie = Data([1, 2, 3])
        let data = try NSKeyedArchiver.archivedData(withRootObject: format, requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: AVAudioFormat.self, from: data)
        #expect(copy == format)
        #expect(copy?.channelLayout == surround)
        #expect(copy?.magicCookie == Data([1, 2, 3]))
    }
}
