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

    /// What Apple's keys of a settings dictionary say.
    convenience init?(settings: [String: Any]) {
        guard let settings = try? AudioSettings(settings),
            let description = try? settings.streamDescription()
        else { return nil }
        self.init(description, layout: settings.channelLayout)
    }

    /// A format's own dictionary, where Apple's keys cannot say all of it.
    convenience init?(exactly settings: [String: Any]) {
        let layout = (settings[AVChannelLayoutKey] as? Data).flatMap(AVAudioChannelLayout.init(data:))
        guard let description = AudioSettings.exactDescription(in: settings, layout: layout) else {
            return nil
        }
        self.init(description, layout: layout)
    }

    deinit {
        LateDescriptions.put(description)
    }
}

/// Descriptions whose formats are gone, kept for a while.
///
/// `node.outputFormat(forBus: 0).streamDescription.pointee` is everyday code, and Swift lets the format go
/// before it reads the pointer; on Apple's systems an autorelease pool saves it.
private enum LateDescriptions {
    private static let capacity = 256
    private static let waiting = Mutex<(places: [Int], next: Int)>((Array(repeating: 0, count: capacity), 0))

    /// Keeps a description until that many others have come.
    static func put(_ description: UnsafeMutablePointer<AudioStreamBasicDescription>) {
        let oldest = waiting.withLock { waiting in
            let oldest = waiting.places[waiting.next]
            waiting.places[waiting.next] = Int(bitPattern: description)
            waiting.next = (waiting.next + 1) % capacity
            return oldest
        }
        UnsafeMutablePointer<AudioStreamBasicDescription>(bitPattern: oldest)?.deallocate()
    }
}
