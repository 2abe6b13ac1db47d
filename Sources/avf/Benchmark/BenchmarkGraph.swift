import AVFConsole
import AVFEngine
import AVFGraph
import AVFRender
import CAVFAllocations

/// Noise through a unit, or the unit alone if it makes sound by itself, in an engine that renders offline.
final class BenchmarkGraph {
    private let node: UnitNode
    private let engine = AudioEngine()
    private let blockSize: Int
    private let buffer: SampleBuffer
    private var players: [PlayerNode] = []
    /// Calls of malloc, free and the like in the real-time context so far; nil if not counted.
    private(set) var heapCallCount: Int? = avf_allocations_are_counted() ? 0 : nil
    /// Subnormal samples that came out so far.
    private(set) var denormalCount = 0

    /// Wires and starts it; a plugin runs in this process.
    ///
    /// - Throws: `Failure` if the unit cannot be made, has no output or does not start.
    init(_ argument: UnitArgument, sampleRateHz: Double, blockSize: Int) throws(Failure) {
        node = try argument.makeNode(from: .shared, placement: .inProcess)
        self.blockSize = blockSize
        guard let output = node.descriptor.outputBuses.first else {
            throw Failure(.usage, "“\(node.name)” has no audio output.")
        }
        let channelCount = output.channelCount ?? 2
        buffer = SampleBuffer(channelCount: channelCount, frameCapacity: blockSize)
        let format = BusFormat(sampleRateHz: sampleRateHz, channelCount: channelCount)
        try explaining { () throws(EngineError) in
            try engine.enableManualRendering(.offline, format: format, maximumFrameCount: blockSize)
            try engine.attach(node)
            try feed(format)
            try engine.connect(node, to: engine.outputNode, format: format)
            engine.isProfiling = true
            try engine.start()
            for player in players { try player.play() }
        }
    }

    private func feed(_ format: BusFormat) throws(EngineError) {
        for (bus, facts) in node.descriptor.inputBuses.enumerated() {
            let channelCount = facts.channelCount ?? format.channelCount
            let player = PlayerNode(name: "noise")
            try engine.attach(player)
            try engine.connect(
                player, bus: 0, to: node, bus: bus,
                format: BusFormat(sampleRateHz: format.sampleRateHz, channelCount: channelCount))
            try player.schedule(Self.noise(channelCount), loops: true)
            players.append(player)
        }
    }

    /// White noise at −12 dBFS from a linear congruential generator (Numerical Recipes' constants).
    private static func noise(_ channelCount: Int) -> PlayableSamples {
        let frameCount = 16_384
        let buffer = SampleBuffer(channelCount: channelCount, frameCapacity: frameCount)
        var state: UInt32 = 1
        for channel in 0..<channelCount {
            for frame in 0..<frameCount {
                state = state &* 1_664_525 &+ 1_013_904_223
                buffer.channels[channel][frame] = Float(Int32(bitPattern: state)) / 0x1p33
            }
        }
        return PlayableSamples(buffer, frameCount: frameCount)
    }

    /// Makes a block; the microseconds that the unit took.
    ///
    /// - Throws: `Failure` if the engine refuses.
    func render() throws(Failure) -> Double {
        let before = node.processingTimeNanoseconds
        avf_allocations_begin()
        let result = Result { () throws(EngineError) in
            try engine.renderOffline(blockSize, to: buffer.channels)
        }
        let calls = avf_allocations_end()
        try explaining { () throws(EngineError) in _ = try result.get() }
        if let error = engine.lastError { throw Failure(error) }
        heapCallCount = heapCallCount.map { $0 + Int(calls.taken + calls.given) }
        countDenormals()
        return Double(node.processingTimeNanoseconds - before) / 1000
    }

    /// From now on the unit hears nothing.
    func silence() { players.forEach { $0.stop() } }

    func stop() { engine.stop() }

    private func countDenormals() {
        for channel in 0..<buffer.channelCount {
            for frame in 0..<blockSize where buffer.channels[channel][frame].isSubnormal {
                denormalCount += 1
            }
        }
    }
}
