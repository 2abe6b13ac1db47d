extension AudioStreamBasicDescription {
    /// The format in words: “2 ch, 48000 Hz, Float32, deinterleaved”.
    var summary: String {
        let channels = String(format: "%2u ch, %6.0f Hz", mChannelsPerFrame, mSampleRate)
        let name: String? =
            switch commonFormat {
            case .pcmFormatFloat32: "Float32"
            case .pcmFormatFloat64: "Float64"
            case .pcmFormatInt16: "Int16"
            case .pcmFormatInt32: "Int32"
            case .otherFormat: nil
            }
        guard let name else { return "\(channels), \(codingSummary)" }
        guard mChannelsPerFrame > 1 else { return "\(channels), \(name)" }
        let deinterleaved = mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
        return "\(channels), \(name), \(deinterleaved ? "deinterleaved" : "interleaved")"
    }

    private var codingSummary: String {
        let flags = String(format: "0x%08X", mFormatFlags)
        return "\(FourCharacters(mFormatID)) (\(flags)) \(mBitsPerChannel) bits/channel, "
            + "\(mBytesPerPacket) bytes/packet, \(mFramesPerPacket) frames/packet, "
            + "\(mBytesPerFrame) bytes/frame"
    }
}
