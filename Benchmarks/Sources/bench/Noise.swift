import AVFAudio

/// The same noise in every run.
enum Noise {
    /// Mono or stereo noise at about −20 dB.
    static func buffer(frameCount: Int, channelCount: Int, seed: UInt32 = 1) throws -> AVAudioPCMBuffer {
        guard
            let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: UInt32(channelCount)),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(frameCount)),
            let channels = buffer.floatChannelData
        else { throw BenchError.noBuffer }
        buffer.frameLength = UInt32(frameCount)
        var state = seed
        for channel in 0..<channelCount {
            for frame in 0..<frameCount {
                state = state &* 1_664_525 &+ 1_013_904_223
                channels[channel][frame] = Float(Int32(bitPattern: state)) * 1e-10
            }
        }
        return buffer
    }
}
