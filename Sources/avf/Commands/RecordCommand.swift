import AVFConsole
import AVFDevices
import AVFEngine
import AVFMedia
import ArgumentParser
import Glibc
import Synchronization

/// `avf record`.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records a device into a file.",
        discussion: """
            The file opens whatever happens to the process, with all but the last moment. What the device does not \
            deliver is silence of that length. Control-C ends the recording and says where it is.
            """)

    @Argument(help: "The file to write: its extension says what it is.") var file: String
    @Option(help: "The device that captures, as `avf devices` names it; the default one unless given.")
    var device: String?
    @Option(
        help: ArgumentHelp(
            "How samples are stored, such as int16, int24, float32; else what keeps most.",
            valueName: "encoding"))
    var encoding: String?
    @Option(help: ArgumentHelp("The file's rate.", valueName: "Hz")) var rate = 48_000.0
    @Option(help: "The file's channels.") var channels = 2
    @Option(help: ArgumentHelp("Ends after so long; else Control-C does.", valueName: "seconds"))
    var duration: Double?
    @Flag(help: "Replaces a file that is there.") var overwrite = false

    func validate() throws {
        if let duration, !(duration > 0) {
            throw ValidationError("--duration \(duration.plain) is not a number of seconds above 0.")
        }
        if let encoding, storedAs == nil {
            let names = AudioEncoding.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no encoding “\(encoding)”; there are \(names).")
        }
    }

    private var storedAs: AudioEncoding? { encoding.flatMap { AudioEncoding(rawValue: $0) } }

    func run() throws {
        if !overwrite, access(file, F_OK) == 0 {
            throw Failure(.cannotCreate, "“\(file)” exists: --overwrite replaces it.")
        }
        Interruption.listen()
        let recorder = try writing { () throws(EngineError) in
            try Recorder(path: file, format: try format(), deviceName: device)
        }
        let state = RecordState()
        recorder.setEventHandler { state.take($0) }
        try writing { () throws(EngineError) in try recorder.record(durationSeconds: duration) }
        announce(recorder)
        wait(for: state, recorder)
        let missing = recorder.missingFrameCount
        recorder.stop()
        if let error = state.failure { try writing { () throws(EngineError) in throw error } }
        if missing > 0 { Console.error("avf: \(missing) frames were not captured: they are silence") }
        Console.error("Recorded \(recorder.lengthSeconds.plain) s into “\(file)”")
    }

    /// Turns refusals into the command's: its file is an output.
    private func writing<Result>(_ body: () throws(EngineError) -> Result) throws(Failure) -> Result {
        do {
            return try body()
        } catch {
            switch error {
            case .media(let error): throw Failure(writing: error)
            case .notSupported: throw Failure(.usage, error.description)
            default: throw Failure(error)
            }
        }
    }

    private func format() throws(EngineError) -> AudioFileFormat {
        do {
            return try AudioFileFormat(
                path: file, encoding: storedAs, sampleRateHz: rate,
                channelCount: channels)
        } catch {
            throw .media(error)
        }
    }

    private func announce(_ recorder: Recorder) {
        guard let format = recorder.deviceFormat else { return }
        Console.error(
            "Recording \(device ?? "the default device") (\(format.channelCount) ch, "
                + "\(format.sampleRateHz.plain) Hz) into “\(file)”: \(recorder.format)")
    }

    private func wait(for state: RecordState, _ recorder: Recorder) {
        while !state.hasEnded, !Interruption.isRequested {
            usleep(50_000)
            if Console.isInteractive { Console.redraw("\((recorder.recordedSeconds * 10).rounded() / 10) s") }
        }
    }
}

/// What the recorder has told.
private final class RecordState: Sendable {
    private let ended = Atomic<Bool>(false)
    private let error = Mutex<EngineError?>(nil)

    var hasEnded: Bool { ended.load(ordering: .acquiring) }
    var failure: EngineError? { error.withLock { $0 } }

    func take(_ event: Recorder.Event) {
        switch event {
        case .failed(let failure): error.withLock { $0 = failure }
        case .finished: ended.store(true, ordering: .releasing)
        case .deviceChanged(let change): _ = DeviceNews.tell(.deviceChanged(.capture, change))
        }
    }
}
