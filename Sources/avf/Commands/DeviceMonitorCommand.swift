import AVFConsole
import AVFDevices
import AVFEngine
import AVFGraph
import AVFRender
import ArgumentParser
import Glibc
import Synchronization

/// `avf monitor`.
struct DeviceMonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Plays what a device captures, through units.",
        discussion: """
            The two devices may be one or several, with clocks and rates of their own: the difference is resampled \
            away. A device that goes away is awaited. Control-C ends cleanly.
            """)

    @Argument(help: "The device that captures, as `avf devices` names it; - for the default one.")
    var input: String
    @Option(
        name: .customLong("unit"),
        help: ArgumentHelp(
            "A native unit's symbol or a plugin's URI, with parameters or preset=name; may be repeated.",
            valueName: "unit[:parameter=value,...]"))
    var units: [String] = []
    @OptionGroup var hosting: HostingOptions
    @OptionGroup var output: DeviceOptions
    @Option(help: ArgumentHelp("The rate of the output and of the units.", valueName: "Hz")) var rate =
        48_000.0
    @Option(help: "Channels that are captured; two, or what the device has, unless given.") var channels: Int?
    @Option(help: ArgumentHelp("Ends after so long; else Control-C does.", valueName: "seconds"))
    var duration: Double?

    func validate() throws {
        if let channels, !(1...256).contains(channels) {
            throw ValidationError("--channels \(channels) is not in 1…256.")
        }
        if let duration, !(duration >= 0) {
            throw ValidationError("--duration \(duration.plain) is not a number of seconds.")
        }
    }

    func run() throws {
        let nodes = try units.map { (text) throws(Failure) in
            try UnitArgument(text).makeNode(from: UnitLibrary.shared, placement: hosting.placement)
        }
        let engine = AudioEngine()
        let state = MonitorState()
        engine.setEventHandler { state.take($0) }
        Interruption.listen()
        try connect(nodes, engine)
        try explaining { () throws(EngineError) in try engine.start() }
        announce(engine)
        wait(state)
        output.tell(engine)
        engine.stop()
        if let error = state.failure { throw Failure(error) }
    }

    private func connect(_ nodes: [UnitNode], _ engine: AudioEngine) throws(Failure) {
        let captured = try explaining { () throws(EngineError) in
            try output.apply(output.request(sampleRateHz: rate, channelCount: 2), to: engine)
            try engine.setInputDevice(
                input == StandardStreams.name ? nil : input, channelCount: channels)
            return try engine.inputDeviceFormat()
        }
        _ = try UnitChain(
            nodes, behind: engine.inputNode,
            BusFormat(sampleRateHz: rate, channelCount: captured.channelCount), engine)
    }

    private func announce(_ engine: AudioEngine) {
        guard let format = engine.deviceFormat, let captured = try? engine.inputDeviceFormat() else { return }
        Console.error(
            "Monitoring “\(input)” (\(captured.channelCount) ch, \(captured.sampleRateHz.plain) Hz) on "
                + "\(output.device ?? "the default device"): \(format.channelCount) ch, "
                + "\(format.sampleRateHz.plain) Hz, blocks of \(format.periodFrameCount) frames")
    }

    private func wait(_ state: MonitorState) {
        let watch = Stopwatch()
        while !Interruption.isRequested, state.failure == nil, watch.seconds < duration ?? .infinity {
            usleep(50_000)
        }
    }
}

/// What the engine has told meanwhile.
private final class MonitorState: Sendable {
    private let error = Mutex<EngineError?>(nil)

    var failure: EngineError? { error.withLock { $0 } }

    func take(_ event: AudioEngine.Event) {
        if DeviceNews.tell(event) { return }
        switch event {
        case .failed(.plugin(let trouble)): Console.error("avf: \(trouble)")
        case .pluginLost(_, let failure, restarts: _): Console.error("avf: \(failure)")
        case .failed(let failure), .deviceLost(let failure): error.withLock { $0 = failure }
        default: break
        }
    }
}
