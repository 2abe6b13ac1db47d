import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender
import AVFUnits
import Glibc
import Testing

/// The loudness meter of the render side beside libebur128.
struct LoudnessUnitTests {
    private static let rateHz = 16_000.0

    /// Noise, near silence, quieter noise: gates have something to do.
    private func programme(_ channel: Int) -> [Float] {
        var state = UInt32(11 + channel)
        return (0..<4 * Int(Self.rateHz)).map { frame in
            state = state &* 1_664_525 &+ 1_013_904_223
            let second = Double(frame) / Self.rateHz
            let level: Float = second < 1.5 ? 0.3 : second < 2.5 ? 0.0005 : 0.12
            return level * Float(Int32(bitPattern: state)) / 2_147_483_648
        }
    }

    @Test(arguments: [2, 6])
    func `the meters show what libebur128 measures, and the sound passes to the bit`(channels: Int) throws {
        let input = (0..<channels).map(programme)
        let node = UnitNode(native: try #require(UnitCatalog["loudness"]))
        let output = try rendered(input, through: node)
        #expect(output == input)
        let meter = try LoudnessMeter(
            sampleRateHz: Self.rateHz, channelCount: channels, measuresTruePeak: true)
        let buffer = SampleBuffer(channelCount: channels, frameCapacity: input[0].count)
        for channel in 0..<channels {
            buffer.channels[channel].update(from: input[channel], count: input[channel].count)
        }
        let rows = (0..<channels).map { UnsafePointer(buffer.channels[$0]) }
        try rows.withUnsafeBufferPointer { rows throws(MediaError) in
            guard let rows = rows.baseAddress else { return }
            try meter.add(rows, frameCount: input[0].count)
        }
        #expect(abs(Double(value("integrated", node)) - meter.integratedLUFS) < 0.1)
        #expect(abs(Double(value("shortTerm", node)) - meter.shortTermLUFS) < 0.1)
        // The unit looks at eight points a frame and further up than libebur128, so it misses less of noise.
        let missed = Double(value("truePeak", node)) - 20 * log10(meter.peakLinear)
        #expect(missed > -0.05 && missed < 1.5)
    }

    private func value(_ symbol: String, _ node: UnitNode) -> Float {
        node.descriptor.index(ofSymbol: symbol).map { node.parameters.load($0) } ?? .nan
    }

    private func rendered(_ input: [[Float]], through node: UnitNode) throws -> [[Float]] {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, rate: Self.rateHz, channels: input.count)
        let player = PlayerNode()
        for part in [node, player] { try engine.attach(part) }
        try engine.connect(player, to: node, format: format(input.count, rate: Self.rateHz))
        try engine.connect(node, to: engine.outputNode, format: format(input.count, rate: Self.rateHz))
        try engine.start()
        try player.schedule(samples(input[0].count, channels: input.count) { input[$1][$0] })
        try player.play()
        return try renderer.render(input[0].count, blocks: [4096])
    }
}
