import AVFConsole
import AVFDevices
import AVFEngine
import AVFGraph
import AVFRender
import ArgumentParser
import Glibc
import Synchronization

/// `avf play`.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Plays a file, a song or what arrives at MIDI ports through units on a device.",
        discussion: """
            Without a device the time goes on in silence, and a device that appears plays from there. Control-C \
            ends cleanly. Rendering asks for real-time priority; where that is not allowed, one line says so and \
            sound goes on.

            With --midi the first unit is played if it is an instrument (avf play --midi keystation --unit \
            URI), or else the programs of --bank.
            """)

    @Argument(help: "The file to play; - for standard input.") var file: String?
    @Option(
        name: .customLong("unit"),
        help: ArgumentHelp(
            "A native unit's symbol or a plugin's URI, with parameters or preset=name; may be repeated.",
            valueName: "unit[:parameter=value,...]"))
    var units: [String] = []
    @OptionGroup var hosting: HostingOptions
    @OptionGroup var output: DeviceOptions

    @OptionGroup var song: SongOptions
    @OptionGroup var keyboard: KeyboardOptions

    func validate() throws {
        guard (file != nil) != keyboard.isUsed else {
            throw ValidationError(
                file == nil ? "Give a file to play, or --midi." : "Give a file or --midi, not both.")
        }
    }

    func run() throws {
        let arguments = try units.map { (text) throws(Failure) in try UnitArgument(text) }
        var nodes = try arguments.map { (argument) throws(Failure) in
            try argument.makeNode(from: UnitLibrary.shared, placement: hosting.placement)
        }
        let source = try source(&nodes)
        let chain = try UnitChain(nodes, source: source)
        Interruption.listen()
        try play(chain, source)
    }

    private func source(_ nodes: inout [UnitNode]) throws(Failure) -> any ChainSource {
        guard let file else {
            guard song.track == nil else { throw Failure(.usage, "--track is for MIDI files.") }
            return try KeyboardSource(keyboard, bank: song.bank, &nodes)
        }
        guard SongSource.isSong(file) else {
            try song.checkUnused()
            return try SourceFile(try StandardStreams.open(file), sampleRateHz: nil)
        }
        return try SongSource(file, song, &nodes, sampleRateHz: nil)
    }

    private func play(_ chain: UnitChain, _ source: any ChainSource) throws(Failure) {
        let engine = chain.engine
        let state = PlayState()
        engine.setEventHandler { state.take($0) }
        try explaining { () throws(EngineError) in
            var request = output.request(
                sampleRateHz: source.format.sampleRateHz, channelCount: chain.outputFormat.channelCount)
            if file == nil, output.latency == nil { request.periodFrameCount = Self.keyboardPeriodFrameCount }
            try engine.setDevice(request)
        }
        try explaining { () throws(EngineError) in try engine.start() }
        try source.play { state.end() }
        announce(engine)
        wait(for: state, source)
        output.tell(engine)
        engine.stop()
        if case .media(let error)? = state.failure, error.usableFrameCount != nil {
            throw Failure(incomplete: error)
        }
        if let error = state.failure { throw Failure(error) }
    }

    private func announce(_ engine: AudioEngine) {
        guard let format = engine.deviceFormat else { return }
        Console.error(
            "Playing \(subject) on \(output.device ?? "the default device"): \(format.channelCount) ch, "
                + "\(format.sampleRateHz.plain) Hz, blocks of \(format.periodFrameCount) frames")
    }

    /// What plays, in words.
    private var subject: String {
        if let file { return "“\(file)”" }
        let ports = keyboard.ports + (keyboard.ownPort.map { [$0] } ?? [])
        return "what arrives at " + ports.map { "“\($0)”" }.joined(separator: ", ")
    }

    /// Who strikes a key wants to hear it at once.
    private static let keyboardPeriodFrameCount = 128

    private func wait(for state: PlayState, _ source: any ChainSource) {
        var bar = ProgressBar(total: source.frameCount, isShown: file != nil)
        let watch = Stopwatch()
        while !state.hasEnded && !Interruption.isRequested {
            usleep(50_000)
            bar.show(Int(watch.seconds * source.format.sampleRateHz))
        }
        bar.finish()
        // What has ended sounds on, unless the device is gone.
        let end = watch.seconds + (state.failure == nil ? source.tailSeconds : 0)
        while watch.seconds < end && !Interruption.isRequested { usleep(50_000) }
    }
}

/// What the engine has told while a file plays.
private final class PlayState: Sendable {
    private let ended = Atomic<Bool>(false)
    private let error = Mutex<EngineError?>(nil)

    var hasEnded: Bool { ended.load(ordering: .acquiring) }
    var failure: EngineError? { error.withLock { $0 } }

    func end() { ended.store(true, ordering: .releasing) }

    func take(_ event: AudioEngine.Event) {
        switch event {
        case .failed(.plugin(let trouble)): Console.error("avf: \(trouble)")
        case .failed(let loss) where loss.isOfEvents: Console.error("avf: \(loss)")
        case .pluginLost(_, let failure, restarts: _): Console.error("avf: \(failure)")
        case .failed(.media(let failure)) where failure.usableFrameCount != nil:
            // What is there of the file is played to its end.
            error.withLock { $0 = .media(failure) }
        case .failed(let failure), .deviceLost(let failure):
            error.withLock { $0 = failure }
            end()
        case .deviceMissing, .deviceChanged: _ = DeviceNews.tell(event)
        case .dropout, .pluginRestarted: break
        }
    }
}
