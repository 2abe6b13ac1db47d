import AVFEngine
import Synchronization

/// What is heard of a player: its volume, and how loud it is.
struct PlayMeter {
    /// The last node before the output.
    let mixer = MixerNode(name: "volume")
    private let heard = Heard()
    private static let blockFrameCount = 512

    private final class Heard: Sendable {
        let levels = Mutex<[ChannelLevel]>([])
        let meter = Mutex<LevelMeter?>(nil)
    }

    /// Measures from now on; for a mixer that is connected.
    ///
    /// - Throws: `EngineError` if it is tapped already.
    func begin(in engine: AudioEngine) throws(EngineError) {
        let heard = heard
        try engine.installTap(on: mixer, bus: 0, frameCount: Self.blockFrameCount) { block in
            let meter = heard.meter.withLock { meter in
                if meter == nil {
                    meter = LevelMeter(channelCount: block.channels.count, sampleRateHz: block.sampleRateHz)
                    meter?.isEnabled = true
                }
                return meter
            }
            guard let meter else { return }
            meter.take(block.channels, frameCount: block.frameCount)
            let levels = meter.levels()
            heard.levels.withLock { $0 = levels }
        }
    }

    /// The newest levels, one for each channel.
    var levels: [ChannelLevel] { heard.levels.withLock { $0 } }
}
