import AVFDSP
import AVFEngine
import AVFGraph
import AVFRender

/// What a unit makes of an impulse, at 48 kHz in stereo; of a generator, what it makes by itself.
struct ImpulseResponse {
    /// Frames a second.
    static let sampleRateHz = 48_000.0
    /// The most that is looked at.
    private static let longestFrameCount = 16 * 48_000
    private static let blockFrameCount = 4096

    /// The samples of the left channel, up to where nothing is heard any more.
    let samples: [Float]

    /// Renders the unit in an engine of its own.
    ///
    /// - Throws: `Failure` if the unit cannot be connected.
    init(of node: UnitNode) throws(Failure) {
        let output = try Self.render(node)
        let end = output.lastIndex { abs($0) > 1e-6 } ?? 0
        samples = Array(output.prefix(max(4800, end + 480)))
    }

    private static func render(_ node: UnitNode) throws(Failure) -> [Float] {
        let engine = AudioEngine()
        return try explaining { () throws(EngineError) in
            let channelCount = node.descriptor.outputBuses.first?.channelCount ?? 2
            let format = BusFormat(sampleRateHz: sampleRateHz, channelCount: channelCount)
            try engine.enableManualRendering(.offline, format: format, maximumFrameCount: blockFrameCount)
            try engine.attach(node)
            try engine.connect(node, to: engine.outputNode, format: format)
            try feed(node, format, engine)
            let buffer = SampleBuffer(channelCount: channelCount, frameCapacity: blockFrameCount)
            var output: [Float] = []
            while output.count < longestFrameCount {
                try engine.renderOffline(blockFrameCount, to: buffer.channels)
                output += UnsafeBufferPointer(start: buffer.channels[0], count: blockFrameCount)
                let isSilent = output.suffix(2 * blockFrameCount).allSatisfy { abs($0) < 1e-6 }
                if output.count > 16 * blockFrameCount, isSilent { break }
            }
            engine.stop()
            return output
        }
    }

    private static func feed(
        _ node: UnitNode, _ format: BusFormat, _ engine: AudioEngine
    ) throws(EngineError) {
        guard let bus = node.descriptor.inputBuses.first else { return try engine.start() }
        let channelCount = bus.channelCount ?? format.channelCount
        let player = PlayerNode(name: "impulse")
        try engine.attach(player)
        try engine.connect(
            player, to: node,
            format: BusFormat(sampleRateHz: sampleRateHz, channelCount: channelCount))
        try engine.start()
        let impulse = SampleBuffer(channelCount: channelCount, frameCapacity: 1)
        for channel in 0..<channelCount { impulse.channels[channel][0] = 1 }
        try player.schedule(PlayableSamples(impulse, frameCount: 1))
        try player.play()
    }

    /// Gain in decibels of each bin up to half of the rate, from as much of the response as a transform
    /// takes.
    var gainDecibels: [Double] {
        var transform = RealFFT(minimumSize: min(samples.count, 65_536))
        var block = Array(samples.prefix(transform.size))
        block += [Float](repeating: 0, count: transform.size - block.count)
        var real = [Float](repeating: 0, count: transform.binCount)
        var imaginary = real
        transform.forward(block, real: &real, imaginary: &imaginary)
        return zip(real, imaginary).map { real, imaginary in
            max(-200, Double(real * real + imaginary * imaginary).squareRoot().decibels)
        }
    }

    /// The energy that is left at each place, in decibels of all of it: Schroeder's backward integral.
    func decayDecibels(pointCount: Int) -> [Double] {
        var left = samples.reduce(0) { $0 + Double($1) * Double($1) }
        let all = max(left, 1e-30)
        let step = max(1, samples.count / pointCount)
        return stride(from: 0, to: samples.count, by: step).map { start in
            let level = max(-200, (max(0, left) / all).squareRoot().decibels)
            for frame in start..<min(start + step, samples.count) {
                left -= Double(samples[frame]) * Double(samples[frame])
            }
            return level
        }
    }
}
