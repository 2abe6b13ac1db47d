import AVFAudio

/// An engine in manual rendering that throws its sound away.
final class OfflineEngine {
    static let sampleRateHz = 48_000.0

    let engine: AVAudioEngine
    let blockFrameCount: Int
    private let output: AVAudioPCMBuffer

    init(
        blockFrameCount: Int, channelCount: Int = 2, engine: AVAudioEngine = AVAudioEngine()
    ) throws {
        self.engine = engine
        self.blockFrameCount = blockFrameCount
        output = try Noise.buffer(frameCount: blockFrameCount, channelCount: channelCount)
        try engine.enableManualRenderingMode(
            .offline, format: output.format, maximumFrameCount: UInt32(blockFrameCount))
    }

    static func blockCount(seconds: Double, blockFrameCount: Int) -> Int {
        Int(seconds * sampleRateHz) / blockFrameCount
    }

    func render(seconds: Double) throws {
        for _ in 0..<Self.blockCount(seconds: seconds, blockFrameCount: blockFrameCount) { try renderBlock() }
    }

    func renderBlock() throws { try engine.renderOffline(UInt32(blockFrameCount), to: output) }

    /// The left channel of the next block.
    func renderedBlock() throws -> [Float] {
        try renderBlock()
        guard let left = output.floatChannelData?[0] else { throw BenchError.noBuffer }
        return (0..<blockFrameCount).map { left[$0] }
    }

    /// A player that loops a buffer from the first block on, once the engine runs.
    func looping(_ buffer: AVAudioPCMBuffer) -> AVAudioPlayerNode {
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: buffer.format)
        return player
    }

    /// A generator → the output; runs.
    func generate(_ generator: AVAudioUnitGenerator) throws {
        engine.attach(generator)
        engine.connect(generator, to: engine.outputNode, format: output.format)
        try engine.start()
    }

    /// A player → these nodes, one behind the other → the output; runs and plays.
    func playThrough(_ nodes: [AVAudioNode], _ buffer: AVAudioPCMBuffer) throws {
        let player = AVAudioPlayerNode()
        engine.attach(player)
        var last: AVAudioNode = player
        for node in nodes {
            engine.attach(node)
            engine.connect(last, to: node, format: buffer.format)
            last = node
        }
        engine.connect(last, to: engine.outputNode, format: buffer.format)
        try engine.start()
        player.scheduleBuffer(buffer, at: nil, options: .loops, completionHandler: nil)
        player.play()
    }
}
