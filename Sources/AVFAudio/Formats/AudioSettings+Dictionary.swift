extension AudioSettings {
    /// The dictionary that describes a format.
    ///
    /// Its numbers are `NSNumber`s, which cast to any type of number.
    static func dictionary(of format: AVAudioFormat) -> [String: Any] {
        let description = format.streamDescription.pointee
        var settings: [String: Any] = [
            AVFormatIDKey: NSNumber(value: description.mFormatID),
            AVSampleRateKey: NSNumber(value: description.mSampleRate),
            AVNumberOfChannelsKey: NSNumber(value: description.mChannelsPerFrame),
        ]
        if let layout = format.channelLayout { settings[AVChannelLayoutKey] = layout.data }
        if description.isLinearPCM {
            let flags = description.mFormatFlags
            settings[AVLinearPCMBitDepthKey] = NSNumber(value: description.mBitsPerChannel)
            settings[AVLinearPCMIsFloatKey] = NSNumber(value: flags & kAudioFormatFlagIsFloat != 0)
            settings[AVLinearPCMIsBigEndianKey] = NSNumber(value: flags & kAudioFormatFlagIsBigEndian != 0)
            settings[AVLinearPCMIsNonInterleaved] = NSNumber(value: !format.isInterleaved)
        } else if let bits = description.sourceBitDepth {
            settings[AVEncoderBitDepthHintKey] = NSNumber(value: bits)
        }
        return settings
    }
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
