import Synchronization

/// What an `AVAudioFormat` consists of; the C structure has an address of its own.
final class FormatStorage: @unchecked Sendable {
    // Sendable: all but the cookie is written before the initialiser returns, and the cookie has a lock.
    let description: UnsafeMutablePointer<AudioStreamBasicDescription>
    let layout: AVAudioChannelLayout?
    let magicCookie = Mutex<Data?>(nil)

    init(unchecked description: AudioStreamBasicDescription, layout: AVAudioChannelLayout?) {
        self.description = .allocate(capacity: 1)
        self.description.initialize(to: description)
        self.layout = layout
    }

    /// Nil if the rate is none, or if the layout does not fit the channels.
    convenience init?(_ description: AudioStreamBasicDescription, layout: AVAudioChannelLayout?) {
        guard description.mSampleRate.isFinite, description.mSampleRate >= 0 else { return nil }
        let fits = layout.map { $0.channelCount == description.mChannelsPerFrame }
        guard fits ?? (description.mChannelsPerFrame <= 2) else { return nil }
        self.init(unchecked: description, layout: layout)
    }

    /// Native linear PCM; a rate that is none becomes 0.
    convenience init(
        _ format: AVAudioCommonFormat, sampleRateHz: Double, interleaved: Bool, layout: AVAudioChannelLayout
    ) {
        let rate = sampleRateHz.isFinite && sampleRateHz > 0 ? sampleRateHz : 0
        let description = AudioStreamBasicDescription(
            format, sampleRateHz: rate, channelCount: layout.channelCount, interleaved: interleaved)
        self.init(unchecked: description, layout: layout)
    }

    deinit {
        description.deallocate()
    }
}
