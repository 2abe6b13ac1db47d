import AVFConsole
import AVFEngine
import AVFGraph
import AVFRender

/// What a unit makes of a signal, at 48 kHz in stereo; each time a new copy of it, in an engine of its own.
struct UnitProbe {
    /// Frames a second.
    static let sampleRateHz = 48_000.0
    private static let blockFrameCount = 4096
    /// Echoes come at most 2 s apart; who is silent for longer has ended.
    private static let silentFrameCount = 100_000

    /// The unit's name for people.
    let name: String
    /// Whether it sounds by itself.
    let isGenerator: Bool
    /// By how many frames its output is late.
    let latencyFrames: Int
    private let library: UnitLibrary
    private let unit: UnitArgument

    /// Starts the unit once.
    ///
    /// - Throws: `Failure` if there is no such unit, or it cannot be started.
    init(_ unit: UnitArgument, _ library: UnitLibrary) throws(Failure) {
        let node = try unit.makeNode(from: library)
        (self.unit, self.library) = (unit, library)
        name = node.name
        isGenerator = node.descriptor.inputBuses.isEmpty
        try explaining { () throws(EngineError) in
            try node.probe(
                sampleRateHz: Self.sampleRateHz,
                channelCount: node.descriptor.outputBuses.first?.channelCount ?? 2,
                maximumFrameCount: Self.blockFrameCount)
        }
        latencyFrames = node.latencyFrames
    }

    /// Sends a signal through all channels.
    ///
    /// - Parameters:
    ///   - input: The signal; silence follows it.
    ///   - mostFrameCount: The most that is made.
    ///   - endsInSilence: Whether it may be less, because nothing is heard any more.
    /// - Returns: The left channel, latency taken away.
    /// - Throws: `Failure` if the unit cannot be connected.
    func response(
        to input: [Float], mostFrameCount: Int, endsInSilence: Bool = false
    ) throws(Failure) -> [Float] {
        let node = try unit.makeNode(from: library)
        return try explaining { () throws(EngineError) in
            let channelCount = node.descriptor.outputBuses.first?.channelCount ?? 2
            let format = BusFormat(sampleRateHz: Self.sampleRateHz, channelCount: channelCount)
            let engine = AudioEngine()
            try engine.enableManualRendering(
                .offline, format: format, maximumFrameCount: Self.blockFrameCount)
            try engine.attach(node)
            try engine.connect(node, to: engine.outputNode, format: format)
            try feed(input, to: node, format, engine)
            defer { engine.stop() }
            let buffer = SampleBuffer(channelCount: channelCount, frameCapacity: Self.blockFrameCount)
            var output: [Float] = []
            var silentFrameCount = 0
            while output.count < mostFrameCount + latencyFrames {
                try engine.renderOffline(Self.blockFrameCount, to: buffer.channels)
                let block = UnsafeBufferPointer(start: buffer.channels[0], count: Self.blockFrameCount)
                output += block
                let isSilent = block.allSatisfy { abs($0) < 1e-6 }
                silentFrameCount = isSilent ? silentFrameCount + Self.blockFrameCount : 0
                if endsInSilence, silentFrameCount > Self.silentFrameCount { break }
            }
            return Array(output.dropFirst(latencyFrames).prefix(mostFrameCount))
        }
    }

    private func feed(
        _ input: [Float], to node: UnitNode, _ format: BusFormat, _ engine: AudioEngine
    ) throws(EngineError) {
        guard let bus = node.descriptor.inputBuses.first else { return try engine.start() }
        let channelCount = bus.channelCount ?? format.channelCount
        let player = PlayerNode(name: "signal")
        try engine.attach(player)
        try engine.connect(
            player, to: node,
            format: BusFormat(sampleRateHz: Self.sampleRateHz, channelCount: channelCount))
        try engine.start()
        let samples = SampleBuffer(channelCount: channelCount, frameCapacity: max(1, input.count))
        for channel in 0..<channelCount {
            samples.channels[channel].update(from: input, count: input.count)
        }
        try player.schedule(PlayableSamples(samples, frameCount: input.count))
        try player.play()
    }
}
