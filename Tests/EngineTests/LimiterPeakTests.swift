import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender
import AVFUnits
import Glibc
import TestSupport
import Testing

/// The limiter, as the meter of ITU-R BS.1770 sees it.
struct LimiterPeakTests {
    /// Noise up to half of the rate, several times too loud.
    private func noise(_ frameCount: Int, gain: Float) -> PlayableSamples {
        var state: UInt32 = 7
        return samples(frameCount) { _, _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return gain * Float(Int32(bitPattern: state)) / 2_147_483_648
        }
    }

    @Test(arguments: [1, 4, 16])
    func `full-band noise leaves the limiter with true peaks of at most 0.1 dB`(gain: Float) throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let (player, limiter) = (PlayerNode(), UnitNode(native: try #require(UnitCatalog["limiter"])))
        for node in [player, limiter] { try engine.attach(node) }
        try engine.connect(player, to: limiter, format: format(1))
        try engine.connect(limiter, to: engine.outputNode, format: format(1))
        try engine.start()
        try player.schedule(noise(48_000, gain: gain))
        try player.play()
        let output = try renderer.render(48_000)[0]
        let meter = try LoudnessMeter(sampleRateHz: 48_000, channelCount: 1, measuresTruePeak: true)
        try output.withUnsafeBufferPointer { output throws(MediaError) in
            guard let start = output.baseAddress else { return }
            try withUnsafePointer(to: start) { channels throws(MediaError) in
                try meter.add(channels, frameCount: output.count)
            }
        }
        let peak = 20 * log10(meter.peakLinear)
        Figure.note("limiter, true peak by libebur128 over 0 dB, dB", peak, limit: "0.1")
        #expect(peak < 0.1, "\(peak) dB")
    }
}
