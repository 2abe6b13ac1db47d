extension AudioSettings {
    /// The dictionary that describes a format.
    ///
    /// Its numbers are `NSNumber`s, which cast to any type of number.
    static func dictionary(of format: AVAudioFormat) -> [String: Any] {
        dictionary(of: format.streamDescription.pointee, layout: format.channelLayout)
    }

    /// The dictionary that describes a format by its parts.
    static func dictionary(
        of description: AudioStreamBasicDescription, layout: AVAudioChannelLayout?
    ) -> [String: Any] {
        var settings: [String: Any] = [
            AVFormatIDKey: NSNumber(value: description.mFormatID),
            AVSampleRateKey: NSNumber(value: description.mSampleRate),
            AVNumberOfChannelsKey: NSNumber(value: description.mChannelsPerFrame),
        ]
        if let layout { settings[AVChannelLayoutKey] = layout.data }
        if description.isLinearPCM {
            let flags = description.mFormatFlags
            settings[AVLinearPCMBitDepthKey] = NSNumber(value: description.mBitsPerChannel)
            settings[AVLinearPCMIsFloatKey] = NSNumber(value: flags & kAudioFormatFlagIsFloat != 0)
            settings[AVLinearPCMIsBigEndianKey] = NSNumber(value: flags & kAudioFormatFlagIsBigEndian != 0)
            settings[AVLinearPCMIsNonInterleaved] = NSNumber(
                value: flags & kAudioFormatFlagIsNonInterleaved != 0)
        } else if let bits = description.sourceBitDepth {
            settings[AVEncoderBitDepthHintKey] = NSNumber(value: bits)
        }
        return settings
    }

    /// What Apple's keys cannot say of a format, such as samples that are aligned in more memory than they
    /// need: all of its C structure.
    static func details(of format: AVAudioFormat) -> [String: Any] {
        [detailsKey: Data(bytes: format.streamDescription, count: byteCount)]
    }

    /// The details in a dictionary whose other values are those that they have; nil if there are none, or if
    /// the program has changed the other values since.
    static func exactDescription(
        in settings: [String: Any], layout: AVAudioChannelLayout?
    ) -> AudioStreamBasicDescription? {
        guard let data = settings[detailsKey] as? Data, data.count == byteCount else { return nil }
        var description = AudioStreamBasicDescription()
        _ = withUnsafeMutableBytes(of: &description) { data.copyBytes(to: $0) }
        let agrees = dictionary(of: description, layout: layout).allSatisfy { key, value in
            guard let value = value as? NSNumber else { return true }
            return value == settings[key] as? NSNumber
        }
        return agrees ? description : nil
    }

    private static let detailsKey = "AVFAudioStreamDescription"
    private static let byteCount = MemoryLayout<AudioStreamBasicDescription>.size
}

extension AudioStreamBasicDescription {
    private static let sourceBitDepths: [(flag: AudioFormatFlags, bits: Int)] = [
        (kAppleLosslessFormatFlag_16BitSourceData, 16), (kAppleLosslessFormatFlag_20BitSourceData, 20),
        (kAppleLosslessFormatFlag_24BitSourceData, 24), (kAppleLosslessFormatFlag_32BitSourceData, 32),
    ]

    /// The bits of the material in a lossless stream; nil for other codings.
    var sourceBitDepth: Int? {
        guard isLossless else { return nil }
        return Self.sourceBitDepths.first { $0.flag == mFormatFlags }?.bits
    }

    private var isLossless: Bool {
        mFormatID == kAudioFormatAppleLossless || mFormatID == kAudioFormatFLAC
    }

    /// Sets what is known of a coding from its ID alone.
    mutating func setCoding(bitDepthHint: Int?) {
        switch mFormatID {
        case kAudioFormatALaw, kAudioFormatULaw:
            setLayoutInMemory(bytesPerSample: 1, channelCount: mChannelsPerFrame, interleaved: true)
            mBitsPerChannel = 8
        case kAudioFormatMPEG4AAC: mFramesPerPacket = 1024
        case kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2: mFramesPerPacket = 2048
        case kAudioFormatMPEGLayer1: mFramesPerPacket = 384
        case kAudioFormatMPEGLayer2: mFramesPerPacket = 1152
        case kAudioFormatMPEGLayer3: mFramesPerPacket = mSampleRate < 32_000 ? 576 : 1152
        // The usual 20 ms.
        case kAudioFormatOpus: mFramesPerPacket = UInt32(nearestTo: mSampleRate / 50)
        case kAudioFormatAC3, kAudioFormatEnhancedAC3: mFramesPerPacket = 1536
        case kAudioFormatAppleIMA4:
            mFramesPerPacket = 64
            mBytesPerPacket = UInt32(clamping: 34 * Int(mChannelsPerFrame))
        case kAudioFormatAppleLossless, kAudioFormatFLAC: mFramesPerPacket = 4096
        default: break
        }
        if isLossless, let bitDepthHint {
            mFormatFlags = Self.sourceBitDepths.first { $0.bits >= bitDepthHint }?.flag ?? 0
        }
    }
}
