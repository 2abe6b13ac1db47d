import AVFMedia

extension AVAudioChannelLayout {
    /// The layout of a file's channels; nil for one or two of the usual kind.
    convenience init?(_ format: AudioFileFormat) {
        let count = format.channelCount
        let unknown = kAudioChannelLayoutTag_DiscreteInOrder | AudioChannelLayoutTag(count)
        guard let speakers = format.speakers else {
            guard count > 2 else { return nil }
            self.init(layoutTag: unknown)
            return
        }
        let labels = speakers.map(\.label)
        let tag = ChannelLabels.tag(of: labels)
        guard count > 2 || tag == nil else { return nil }
        self.init(labels: labels)
    }
}

extension AudioStreamBasicDescription {
    /// What the bytes of a file mean.
    init(_ format: AudioFileFormat) {
        self.init()
        mSampleRate = format.sampleRateHz
        mChannelsPerFrame = UInt32(clamping: format.channelCount)
        mFormatID = format.formatID
        guard isLinearPCM else {
            setCoding(bitDepthHint: format.encoding.integerBitCount)
            return
        }
        let bits = UInt32(format.encoding.pcmBitCount)
        let isUnsigned = format.encoding == .int8 && !format.isBigEndian
        let kind = format.encoding.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
        mFormatFlags = kAudioFormatFlagIsPacked | (isUnsigned ? 0 : kind)
        if format.isBigEndian && bits > 8 { mFormatFlags |= kAudioFormatFlagIsBigEndian }
        mBitsPerChannel = bits
        setLayoutInMemory(bytesPerSample: bits / 8, channelCount: mChannelsPerFrame, interleaved: true)
    }
}

/// Ogg Vorbis (`'vorb'`), for which Apple has no number; an addition of ours.
public let kAudioFormatVorbis: AudioFormatID = 0x766F_7262

extension AudioFileFormat {
    /// The coding in Apple's numbers; `'????'` for those that have none.
    fileprivate var formatID: AudioFormatID {
        container == .flac ? kAudioFormatFLAC : encoding.formatID
    }

    fileprivate var isBigEndian: Bool {
        switch byteOrder {
        case .big: true
        case .little: false
        case .native: [.aiff, .caf, .au].contains(container)
        }
    }
}

extension AudioEncoding {
    fileprivate var isFloat: Bool { self == .float32 || self == .float64 }

    fileprivate var pcmBitCount: Int {
        switch self {
        case .float32: 32
        case .float64: 64
        default: integerBitCount ?? 0
        }
    }
}
