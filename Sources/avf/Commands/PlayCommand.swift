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
        abstract: "Plays files, songs or what arrives at MIDI ports through units on a device.",
        discussion: """
            Several files, and those of playlists (.m3u), are played one after the other. On a terminal, space \
            pauses, the arrows seek and change the volume, page up and down go a minute, m is mute, < and > \
            choose the file, and q quits.

            Without a device the time goes on in silence, and a device that appears plays from there. Control-C \
            ends cleanly. Rendering asks for real-time priority; where that is not allowed, one line says so and \
            sound goes on.

            With --midi the first unit is played if it is an instrument (avf play --midi keystation --unit \
            URI), or else the programs of --bank.
            """)

    @Argument(help: "The files to play, or playlists; - for standard input.") var files: [String] = []
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
        guard files.isEmpty == keyboard.isUsed else {
            throw ValidationError(
                files.isEmpty ? "Give a file to play, or --midi." : "Give a file or --midi, not both.")
        }
    }

    func run() throws {
        let list = try Playlist.files(files)
        guard list.count > 1 else {
            _ = try play(list.first, isLast: true)
            return
        }
        var (index, failure) = (0, Failure?.none)
        while list.indices.contains(index), !Interruption.isRequested {
            do throws(Failure) {
                switch try play(list[index], isLast: index == list.count - 1) {
                case .ended, .next: index += 1
                case .previous: index = max(0, index - 1)
                case .quit: return
                }
            } catch {
                // The others are played all the same.
                Console.error("avf: " + error.message)
                (failure, index) = (failure ?? error, index + 1)
            }
        }
        if let failure { throw Failure(failure.status, "Not all of the \(list.count) files were played.") }
    }

    /// Plays one file, or what arrives at ports.
    private func play(_ file: String?, isLast: Bool) throws(Failure) -> PlayEnd {
        var nodes: [UnitNode] = []
        for text in units {
            let argument = try UnitArgument(text)
            nodes.append(try argument.makeNode(from: UnitLibrary.shared, placement: hosting.placement))
        }
        let source = try source(file, &nodes)
        Interruption.listen()
        let screen = file == nil ? nil : PlayScreen(source)
        let chain = try UnitChain(nodes, source: source, last: screen?.meter.mixer)
        return try play(file, chain, source, screen, isLast: isLast)
    }

    private func source(_ file: String?, _ nodes: inout [UnitNode]) throws(Failure) -> any ChainSource {
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

    private func play(
        _ file: String?, _ chain: UnitChain, _ source: any ChainSource, _ screen: PlayScreen?, isLast: Bool
    ) throws(Failure) -> PlayEnd {
        let engine = chain.engine
        let state = PlayState()
        engine.setEventHandler { state.take($0) }
        try explaining { () throws(EngineError) in
            var request = output.request(
                sampleRateHz: source.format.sampleRateHz, channelCount: chain.outputFormat.channelCount)
            if file == nil, output.latency == nil { request.periodFrameCount = Self.keyboardPeriodFrameCount }
            try output.apply(request, to: engine)
        }
        try explaining { () throws(EngineError) in try engine.start() }
        announce(file, engine)
        let play = state.begin()
        try source.play { state.end(play) }
        let end =
            try screen?.run(engine, state) ?? wait(for: state, source, file)
        if end == .ended, isLast { ringOut(state, source) }
        output.tell(engine)
        engine.stop()
        if case .media(let error)? = state.failure, error.usableFrameCount != nil {
            throw Failure(incomplete: error)
        }
        if let error = state.failure { throw Failure(error) }
        return end
    }

    private func announce(_ file: String?, _ engine: AudioEngine) {
        guard let format = engine.deviceFormat else { return }
        Console.error(
            "Playing \(subject(file)) on \(output.device ?? "the default device"): \(format.channelCount) ch, "
                + "\(format.sampleRateHz.plain) Hz, blocks of \(format.periodFrameCount) frames")
    }

    /// What plays, in words.
    private func subject(_ file: String?) -> String {
        if let file { return "“\(file)”" }
        let ports = keyboard.ports + (keyboard.ownPort.map { [$0] } ?? [])
        return "what arrives at " + ports.map { "“\($0)”" }.joined(separator: ", ")
    }

    /// Who strikes a key wants to hear it at once.
    private static let keyboardPeriodFrameCount = 128

    private func wait(for state: PlayState, _ source: any ChainSource, _ file: String?) -> PlayEnd {
        var bar = ProgressBar(total: source.frameCount, isShown: file != nil)
        let watch = Stopwatch()
        while !state.hasEnded && !Interruption.isRequested {
            usleep(50_000)
            bar.show(Int(watch.seconds * source.format.sampleRateHz))
        }
        bar.finish()
        return Interruption.isRequested ? .quit : .ended
    }

    /// What has ended sounds on, unless the device is gone.
    private func ringOut(_ state: PlayState, _ source: any ChainSource) {
        let watch = Stopwatch()
        let seconds = state.failure == nil ? source.tailSeconds : 0
        while watch.seconds < seconds && !Interruption.isRequested { usleep(50_000) }
    }
}

/// What the engine has told while a file plays.
final class PlayState: Sendable {
    private let ended = Atomic<Bool>(false)
    /// Which playing it is: what comes back of one that a seek has replaced means nothing.
    private let number = Atomic<Int>(0)
    private let error = Mutex<EngineError?>(nil)

    var hasEnded: Bool { ended.load(ordering: .acquiring) }
    var failure: EngineError? { error.withLock { $0 } }

    /// Begins a new playing, in the place of one that is under way.
    func begin() -> Int {
        ended.store(false, ordering: .releasing)
        return number.add(1, ordering: .acquiringAndReleasing).newValue
    }

    /// Ends a playing, if it is the newest.
    func end(_ play: Int) {
        if number.load(ordering: .acquiring) == play { ended.store(true, ordering: .releasing) }
    }

    private func end() { ended.store(true, ordering: .releasing) }

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
