extension AudioStreamBasicDescription {
    /// Native linear PCM.
    init(
        _ format: AVAudioCommonFormat, sampleRateHz: Double, channelCount: AVAudioChannelCount,
        interleaved: Bool
    ) {
        self.init()
        mSampleRate = sampleRateHz
        mFormatID = kAudioFormatLinearPCM
        mFormatFlags = kAudioFormatFlagIsPacked
        if format != .otherFormat {
            mFormatFlags |= format.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
        }
        setLayoutInMemory(
            bytesPerSample: UInt32(format.bytesPerSample), channelCount: channelCount,
            interleaved: interleaved)
        mBitsPerChannel = UInt32(format.bytesPerSample * 8)
    }

    /// Sets the fields that count bytes, and the flag for memory of one's own for each channel.
    mutating func setLayoutInMemory(bytesPerSample: UInt32, channelCount: UInt32, interleaved: Bool) {
        if !interleaved { mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
        let size = bytesPerSample.multipliedReportingOverflow(by: interleaved ? channelCount : 1)
        mBytesPerFrame = size.overflow ? 0 : size.partialValue
        mBytesPerPacket = mBytesPerFrame
        mFramesPerPacket = 1
        mChannelsPerFrame = channelCount
    }

    var isLinearPCM: Bool {
        mFormatID == kAudioFormatLinearPCM
    }

    /// Channels that lie in one buffer.
    var channelsPerBuffer: UInt32 {
        mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 ? mChannelsPerFrame : 1
    }

    /// The memory that a sample takes, which may be more than its bits.
    var bytesPerSample: UInt32 {
        channelsPerBuffer == 0 ? 0 : mBytesPerFrame / channelsPerBuffer
    }

    var commonFormat: AVAudioCommonFormat {
        let foreign = kAudioFormatFlagIsBigEndian | kLinearPCMFormatFlagsSampleFractionMask
        guard isLinearPCM, mFormatFlags & foreign == 0, bytesPerSample * 8 == mBitsPerChannel else {
            return .otherFormat
        }
        let isFloat = mFormatFlags & kAudioFormatFlagIsFloat != 0
        let isSigned = mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
        return switch (isFloat, isSigned, mBitsPerChannel) {
        case (true, _, 32): .pcmFormatFloat32
        case (true, _, 64): .pcmFormatFloat64
        case (false, true, 16): .pcmFormatInt16
        case (false, true, 32): .pcmFormatInt32
        default: .otherFormat
        }
    }

    /// Whether code that handles the one format handles the other.
    func means(_ other: AudioStreamBasicDescription) -> Bool {
        guard mFormatID == other.mFormatID, mSampleRate == other.mSampleRate,
            mChannelsPerFrame == other.mChannelsPerFrame
        else { return false }
        return mBitsPerChannel == other.mBitsPerChannel && mFramesPerPacket == other.mFramesPerPacket
            && significantFlags == other.significantFlags
            && (isLinearPCM
                ? bytesPerSample == other.bytesPerSample
                : mBytesPerPacket == other.mBytesPerPacket && mBytesPerFrame == other.mBytesPerFrame)
    }

    /// The flags without those that make no difference to the bytes.
    private var significantFlags: AudioFormatFlags {
        guard isLinearPCM else { return mFormatFlags & ~kAudioFormatFlagsAreAllClear }
        var flags = mFormatFlags & ~(kAudioFormatFlagsAreAllClear | kAudioFormatFlagIsNonMixable)
        if mFormatFlags & kAudioFormatFlagIsFloat != 0 { flags &= ~kAudioFormatFlagIsSignedInteger }
        if mChannelsPerFrame == 1 { flags &= ~kAudioFormatFlagIsNonInterleaved }
        if mBitsPerChannel == bytesPerSample * 8 {
            // The sample fills its place: there is nothing to pack or to align.
            flags &= ~(kAudioFormatFlagIsPacked | kAudioFormatFlagIsAlignedHigh)
        }
        if mBitsPerChannel <= 8 { flags &= ~kAudioFormatFlagIsBigEndian }
        return flags
    }
}
