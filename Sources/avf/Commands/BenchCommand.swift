import AVFEngine
import AVFGraph
import AVFRender
import ArgumentParser

/// `avf bench`.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures how long a unit takes for each block.",
        discussion: """
            The unit runs in an engine, offline, on noise; its own time is booked around its call. The worst \
            block contains whatever else the machine did meanwhile.
            """)

    @Option(
        name: .customLong("unit"),
        help: ArgumentHelp(
            "A native unit's symbol or a plugin's URI.", valueName: "unit[:parameter=value,...]"))
    var unit: String
    @Option(help: "Seconds of sound for each block size.") var seconds = 5.0
    @Option(help: "Frames a second.") var sampleRate = 48_000.0
    @Flag(help: "Prints JSON.") var json = false

    func validate() throws {
        guard (0.1...3600).contains(seconds) else {
            throw ValidationError("--seconds is not between 0.1 and 3600.")
        }
        guard (1000...768_000).contains(sampleRate) else {
            throw ValidationError("--sample-rate is not between 1000 and 768000.")
        }
    }

    func run() throws {
        let argument = try UnitArgument(unit)
        let rows = try stride(from: 5, through: 12, by: 1).map { (power) throws(Failure) in
            try UnitBenchmark(argument, sampleRateHz: sampleRate, blockSize: 1 << power).run(seconds: seconds)
        }
        if json {
            Console.out(JSON.list(rows.map(\.json)).text())
        } else {
            Console.out(UnitBenchmark.Row.heading)
            rows.forEach { Console.out($0.line) }
        }
    }
}

/// One unit at one block size.
struct UnitBenchmark {
    /// What was measured.
    struct Row {
        let blockSize: Int
        let meanMicroseconds: Double
        let medianMicroseconds: Double
        let worstMicroseconds: Double
        let timesRealTime: Double

        static let heading = "block      mean us    median us     worst us  x real time"

        var line: String {
            "\(blockSize)".padded(to: 5, alignsRight: true)
                + [meanMicroseconds, medianMicroseconds, worstMicroseconds, timesRealTime].map {
                    $0.digits(2).padded(to: 13, alignsRight: true)
                }.joined()
        }

        var json: JSON {
            .entries([
                "blockSize": .integer(blockSize), "meanMicroseconds": .number(meanMicroseconds),
                "medianMicroseconds": .number(medianMicroseconds),
                "worstMicroseconds": .number(worstMicroseconds), "timesRealTime": .number(timesRealTime),
            ])
        }
    }

    private let node: UnitNode
    private let engine = AudioEngine()
    private let blockSize: Int
    private let format: BusFormat

    /// Wires noise through the unit, or the unit alone if it makes sound by itself.
    init(_ argument: UnitArgument, sampleRateHz: Double, blockSize: Int) throws(Failure) {
        let node = try argument.makeNode(from: .shared)
        self.node = node
        self.blockSize = blockSize
        let engine = engine
        guard let output = node.descriptor.outputBuses.first else {
            throw Failure(.usage, "“\(node.name)” has no audio output.")
        }
        let channelCount = output.channelCount ?? 2
        let format = BusFormat(sampleRateHz: sampleRateHz, channelCount: channelCount)
        self.format = format
        try explaining { () throws(EngineError) in
            try engine.enableManualRendering(.offline, format: format, maximumFrameCount: blockSize)
            try engine.attach(node)
            try Self.feed(node, format, engine)
            try engine.connect(node, to: engine.outputNode, format: format)
            engine.isProfiling = true
            try engine.start()
            for case let player as PlayerNode in engine.attachedNodes { try player.play() }
        }
    }

    private static func feed(
        _ node: UnitNode, _ format: BusFormat, _ engine: AudioEngine
    ) throws(EngineError) {
        for (bus, facts) in node.descriptor.inputBuses.enumerated() {
            let channelCount = facts.channelCount ?? format.channelCount
            let player = PlayerNode(name: "noise")
            try engine.attach(player)
            try engine.connect(
                player, bus: 0, to: node, bus: bus,
                format: BusFormat(sampleRateHz: format.sampleRateHz, channelCount: channelCount))
            try player.schedule(noise(channelCount), loops: true)
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

    /// Renders so many seconds, after a tenth of them to warm up.
    func run(seconds: Double) throws(Failure) -> Row {
        let buffer = SampleBuffer(channelCount: format.channelCount, frameCapacity: blockSize)
        let blockCount = max(10, Int(seconds * format.sampleRateHz) / blockSize)
        for _ in 0..<blockCount / 10 { try render(buffer) }
        var times: [Double] = []
        for _ in 0..<blockCount {
            let before = node.processingTimeNanoseconds
            try render(buffer)
            times.append(Double(node.processingTimeNanoseconds - before) / 1000)
        }
        engine.stop()
        times.sort()
        let total = times.reduce(0, +)
        let sound = Double(blockCount * blockSize) / format.sampleRateHz
        return Row(
            blockSize: blockSize, meanMicroseconds: total / Double(times.count),
            medianMicroseconds: times[times.count / 2], worstMicroseconds: times.last ?? 0,
            timesRealTime: sound / max(total / 1e6, 1e-12))
    }

    private func render(_ buffer: SampleBuffer) throws(Failure) {
        try explaining { () throws(EngineError) in
            try engine.renderOffline(blockSize, to: buffer.channels)
        }
    }
}
