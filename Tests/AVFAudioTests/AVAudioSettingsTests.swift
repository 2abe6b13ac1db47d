import AVFAudio
import Testing

struct AVAudioSettingsTests {
    private let stereo: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
    ]

    private func format(_ changes: [String: Any]) -> AVAudioFormat? {
        AVAudioFormat(settings: stereo.merging(changes) { $1 })
    }

    @Test
    func `three keys have strings that differ from their names`() {
        #expect(AVFormatIDKey == "AVFormatIDKey")
        #expect(AVEncoderAudioQualityKey == "AVEncoderQualityKey")
        #expect(AVEncoderAudioQualityForVBRKey == "AVEncoderQualityForVBRKey")
        #expect(AVSampleRateConverterAudioQualityKey == "AVSampleRateConverterQualityKey")
        #expect(AVAudioQuality.high.rawValue == 0x60 && AVAudioQuality.max.rawValue == 0x7F)
    }

    @Test
    func `numbers of any type are numbers`() {
        #expect(format([:])?.sampleRate == 48_000)
        #expect(format([AVSampleRateKey: Float(8_000), AVNumberOfChannelsKey: UInt8(1)])?.channelCount == 1)
        #expect(format([AVFormatIDKey: Int(kAudioFormatLinearPCM)]) == format([:]))
        #expect(format([AVLinearPCMIsFloatKey: NSNumber(value: true)])?.commonFormat == .pcmFormatFloat32)
        #expect(format([:])?.commonFormat == .pcmFormatInt16)
    }

    @Test(
        arguments: [
            [AVSampleRateKey: "fast"], [AVNumberOfChannelsKey: 0], [AVNumberOfChannelsKey: 3],
            [AVNumberOfChannelsKey: -1], [AVNumberOfChannelsKey: 1e20], [AVLinearPCMBitDepthKey: 7],
            [AVLinearPCMBitDepthKey: 64], [AVLinearPCMBitDepthKey: 24, AVLinearPCMIsFloatKey: true],
            [AVLinearPCMBitDepthKey: 8, AVLinearPCMIsFloatKey: true], [AVSampleRateKey: Double.nan],
            [AVSampleRateKey: -1], [AVLinearPCMIsFloatKey: "yes"], [AVChannelLayoutKey: Data([1])],
            [AVChannelLayoutKey: 5], [AVFormatIDKey: -1],
            [AVEncoderBitRateKey: 1, AVEncoderBitRatePerChannelKey: 1],
        ] as [[String: any Sendable]])
    func `values that cannot be give no format`(changes: [String: any Sendable]) {
        #expect(format(changes) == nil)
    }

    @Test(arguments: [AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey])
    func `settings without a coding, a rate or channels give no format`(key: String) {
        #expect(AVAudioFormat(settings: stereo.filter { $0.key != key }) == nil)
        #expect(AVAudioFormat(settings: [:]) == nil)
    }

    @Test
    func `encoder keys are ignored by formats`() {
        #expect(
            format([AVEncoderAudioQualityKey: AVAudioQuality.max.rawValue, "a key of mine": "?"])
                == format([:]))
    }

    @Test
    func `a layout fits its channels or gives no format`() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let data = Data(bytes: layout.layout, count: MemoryLayout<AudioChannelLayout>.size)
        #expect(format([AVNumberOfChannelsKey: 6, AVChannelLayoutKey: data])?.channelLayout == layout)
        #expect(format([AVNumberOfChannelsKey: 6]) == nil)
        #expect(format([AVNumberOfChannelsKey: 2, AVChannelLayoutKey: data]) == nil)
    }

    @Test
    func `a format gives the settings that give it back`() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_7_1_C))
        let formats = [
            AVAudioFormat(standardFormatWithSampleRate: 44_100, channelLayout: layout),
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true),
            format([AVLinearPCMBitDepthKey: 24, AVLinearPCMIsBigEndianKey: true]),
            format([AVFormatIDKey: kAudioFormatFLAC, AVEncoderBitDepthHintKey: 24]),
            format([AVFormatIDKey: kAudioFormatULaw]),
        ]
        for format in formats {
            let format = try #require(format)
            #expect(AVAudioFormat(settings: format.settings) == format)
        }
        let settings = try #require(formats[1]?.settings)
        #expect(settings[AVSampleRateKey] as? Double == 16_000)
        #expect(settings[AVNumberOfChannelsKey] as? Int == 1)
        #expect(settings[AVLinearPCMIsFloatKey] as? Bool == false)
        #expect(settings[AVLinearPCMBitDepthKey] as? UInt32 == 16)
    }

    @Test
    func `floating point has 16, 32 or 64 bits`() throws {
        for bits: UInt32 in [16, 32, 64] {
            let made = try #require(format([AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: true]))
            let description = made.streamDescription.pointee
            #expect(description.mBitsPerChannel == bits && description.mBytesPerFrame == 2 * bits / 8)
            #expect(description.mFormatFlags == kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked)
            let common: [UInt32: AVAudioCommonFormat] = [32: .pcmFormatFloat32, 64: .pcmFormatFloat64]
            #expect(made.commonFormat == common[bits, default: .otherFormat])
        }
    }

    @Test
    func `a file of 16-bit floating point is refused`() throws {
        let folder = try ScratchFolder()
        let settings = try #require(
            format([AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: true])?.settings)
        #expect(throws: NSError.self) {
            try AVAudioFile(forWriting: folder.file("half.wav"), settings: settings)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `every format is the one that its settings give, layout and details included`(seed: UInt64) throws {
        var formats = RandomFormats(seed: seed)
        for _ in 0..<2000 {
            guard let format = formats.next() else { continue }
            let copy = AVAudioFormat(settings: format.settings)
            #expect(copy == format, "\(format.streamDescription.pointee) \(format.settings)")
            #expect(copy?.hash == format.hash && copy?.channelLayout == format.channelLayout)
        }
    }

    @Test(arguments: [
        AVAudioCommonFormat.pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32,
    ])
    func `the common formats need Apple's keys only`(common: AVAudioCommonFormat) throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let keys: Set = [
            AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVChannelLayoutKey, AVLinearPCMBitDepthKey,
            AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved,
        ]
        for interleaved in [true, false] {
            let format = AVAudioFormat(
                commonFormat: common, sampleRate: 48_000, interleaved: interleaved, channelLayout: layout)
            #expect(Set(format.settings.keys) == keys)
            #expect(AVAudioFormat(settings: format.settings) == format)
        }
    }

    @Test
    func `settings that a program has changed mean what they say`() throws {
        var description = AudioStreamBasicDescription()
        description.mSampleRate = 44_100
        description.mFormatID = kAudioFormatLinearPCM
        description.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsAlignedHigh
        description.mBytesPerFrame = 8
        description.mChannelsPerFrame = 2
        description.mBitsPerChannel = 24
        var settings = try #require(AVAudioFormat(streamDescription: &description)?.settings)
        settings[AVSampleRateKey] = 8000
        let changed = try #require(AVAudioFormat(settings: settings))
        #expect(changed.sampleRate == 8000 && changed.streamDescription.pointee.mBytesPerFrame == 6)
    }
}
