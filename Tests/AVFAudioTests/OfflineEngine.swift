import AVFAudio
import Synchronization
import Testing

/// An engine in manual rendering, with what tests do to it.
struct OfflineEngine {
    let engine: AVAudioEngine
    let refused = ErrorLog()

    init(
        rate: Double = 48_000, channels: AVAudioChannelCount = 2, maximumFrameCount: AVAudioFrameCount = 4096
    ) throws {
        try self.init(AVAudioEngine(), rate: rate, channels: channels, maximumFrameCount: maximumFrameCount)
    }

    /// An engine that something has made for itself.
    init(
        _ engine: AVAudioEngine, rate: Double = 48_000, channels: AVAudioChannelCount = 2,
        maximumFrameCount: AVAudioFrameCount = 4096
    ) throws {
        self.engine = engine
        engine.errorHandler = { [refused] in refused.add($0) }
        try engine.enableManualRenderingMode(
            .offline, format: standardFormat(channels, rate: rate), maximumFrameCount: maximumFrameCount)
    }

    /// A player that feeds the main mixer.
    func addPlayer(channels: AVAudioChannelCount = 1, rate: Double = 48_000) -> AVAudioPlayerNode {
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: standardFormat(channels, rate: rate))
        return player
    }

    /// The next frames, by channel, asked for in blocks of at most that size.
    func render(_ frameCount: Int, block: Int = 512) throws -> [[Float]] {
        let buffer = try #require(
            AVAudioPCMBuffer(
                pcmFormat: engine.manualRenderingFormat, frameCapacity: AVAudioFrameCount(block)))
        var channels = [[Float]](repeating: [], count: Int(buffer.format.channelCount))
        while channels[0].count < frameCount {
            let count = min(block, frameCount - channels[0].count)
            try #require(try engine.renderOffline(AVAudioFrameCount(count), to: buffer) == .success)
            for (channel, samples) in buffer.floats.enumerated() { channels[channel] += samples }
        }
        return channels
    }
}

/// Errors that handlers were told, in order.
final class ErrorLog: Sendable {
    private let errors = Mutex<[NSError]>([])

    func add(_ error: any Error) { errors.withLock { $0.append(error as NSError) } }

    var all: [NSError] { errors.withLock { $0 } }

    var codes: [Int] { all.map(\.code) }

    var sentences: [String] { all.map(\.localizedDescription) }
}

func standardFormat(_ channels: AVAudioChannelCount, rate: Double = 48_000) -> AVAudioFormat {
    AVAudioFormat(
        standardFormatWithSampleRate: rate,
        channelLayout: AVAudioChannelLayout(
            layoutTag: channels == 1
                ? kAudioChannelLayoutTag_Mono
                : channels == 2
                    ? kAudioChannelLayoutTag_Stereo : kAudioChannelLayoutTag_DiscreteInOrder | channels)!)
}

/// A buffer of samples from a formula.
func buffer(
    _ frameCount: Int, channels: AVAudioChannelCount = 1, rate: Double = 48_000,
    _ value: (_ frame: Int, _ channel: Int) -> Float
) -> AVAudioPCMBuffer {
    let made = AVAudioPCMBuffer(
        pcmFormat: standardFormat(channels, rate: rate), frameCapacity: AVAudioFrameCount(max(1, frameCount)))!
    made.frameLength = AVAudioFrameCount(frameCount)
    for channel in 0..<Int(channels) {
        for frame in 0..<frameCount { made.floatChannelData![channel][frame] = value(frame, channel) }
    }
    return made
}

/// A ramp of which no two frames are equal, and that float holds exactly.
func ramp(_ frame: Int, _ channel: Int = 0) -> Float { Float(frame + 1 + 1000 * channel) / 65_536 }

extension AVAudioPCMBuffer {
    /// The samples in use, by channel.
    var floats: [[Float]] {
        (0..<Int(format.channelCount)).map { channel in
            (0..<Int(frameLength)).map { floatChannelData![channel][$0 * stride] }
        }
    }
}
