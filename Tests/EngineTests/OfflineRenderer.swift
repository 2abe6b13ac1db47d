import AVFEngine
import AVFGraph
import AVFRender

/// Renders an engine in manual mode into arrays.
struct OfflineRenderer {
    let engine: AudioEngine
    let channelCount: Int

    init(
        _ engine: AudioEngine, rate: Double = 48_000, channels: Int = 2, maximumFrameCount: Int = 4096
    ) throws(EngineError) {
        self.engine = engine
        channelCount = channels
        try engine.enableManualRendering(
            .offline, format: BusFormat(sampleRateHz: rate, channelCount: channels),
            maximumFrameCount: maximumFrameCount)
    }

    /// The next frames, by channel, asked for in blocks of these sizes, again and again.
    func render(_ frameCount: Int, blocks: [Int] = [512]) throws(EngineError) -> [[Float]] {
        let buffer = SampleBuffer(channelCount: channelCount, frameCapacity: frameCount)
        let moved = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channelCount)
        defer { moved.deallocate() }
        var done = 0
        var block = 0
        while done < frameCount {
            let count = min(blocks[block % blocks.count], frameCount - done)
            for channel in 0..<channelCount {
                (moved + channel).initialize(to: buffer.channels[channel] + done)
            }
            try engine.renderOffline(count, to: UnsafePointer(moved))
            done += count
            block += 1
        }
        return (0..<channelCount).map { channel in
            (0..<frameCount).map { buffer.channels[channel][$0] }
        }
    }
}

/// Samples for a player from a formula, the same on every channel unless it asks for the channel.
func samples(
    _ frameCount: Int, channels: Int = 1, _ value: (_ frame: Int, _ channel: Int) -> Float
) -> PlayableSamples {
    let buffer = SampleBuffer(channelCount: channels, frameCapacity: frameCount)
    for channel in 0..<channels {
        for frame in 0..<frameCount { buffer.channels[channel][frame] = value(frame, channel) }
    }
    return PlayableSamples(buffer, frameCount: frameCount)
}

/// A ramp that no two frames of which are equal and that float holds exactly.
func ramp(_ frame: Int, _ channel: Int) -> Float { Float(frame + 1) / 65_536 }

/// A mono or stereo format at 48 kHz.
func format(_ channels: Int, rate: Double = 48_000) -> BusFormat {
    BusFormat(sampleRateHz: rate, channelCount: channels)
}
