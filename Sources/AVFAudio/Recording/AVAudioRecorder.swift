import AVFDevices
import AVFEngine
import AVFMedia
import Dispatch
import Synchronization

/// Records the input device into a file, without an engine.
///
/// A killed process leaves a file that opens, with all but the last moment. What the device does not deliver,
/// as while it is unplugged, is silence of that length, so that a recording is as long as it took. Every
/// function may be called from any thread. What cannot be done returns false, and `lastError` says why.
open class AVAudioRecorder: NSObject, @unchecked Sendable {
    // Sendable: the core takes calls from any thread, and everything else is behind a Mutex.
    /// Sendable: a reference that is only handed on; the delegate says itself who may call it.
    fileprivate struct WeakDelegate: @unchecked Sendable {
        weak var object: (any AVAudioRecorderDelegate)?
    }

    struct State {
        fileprivate var delegate = WeakDelegate()
        var core: Recorder
        var inputDevice: String?
        var lastError: (any Error)?
        var isMeteringEnabled = false
        var isLoudnessMeteringEnabled = false
        /// Tasks that wait for the end.
        var ends: [CheckedContinuation<Bool, Never>] = []
    }

    let state: Mutex<State>
    private let storage: RecorderStorage

    /// A recorder for a file of settings, as `AVAudioFile` takes them; nothing is touched before it is
    /// prepared.
    ///
    /// The kind of file follows `AVAudioFileTypeKey`, or else the extension. Rates are 8…192 kHz, channels
    /// 1…64.
    /// - Throws: An `NSError`: −50 for settings that lack or contradict something,
    ///   `kAudioFileUnsupportedFileTypeError`, `kAudioFileUnsupportedDataFormatError` for what no such file
    ///   holds; −4 for Apple Lossless in CAF, which would be lost with the process.
    public convenience init(url: URL, settings: [String: Any]) throws {
        try self.init(url: url, settings: settings, backend: FailoverBackend())
    }

    /// A recorder for a file that holds linear PCM, or what else a format says.
    ///
    /// - Throws: As `init(url:settings:)`.
    public convenience init(url: URL, format: AVAudioFormat) throws {
        try self.init(url: url, settings: format.settings)
    }

    /// A recorder on devices of the given kind, such as one whose clock a test drives.
    package init(
        url: URL, settings: [String: Any], backend: any DeviceBackend, runsThreads: Bool = true
    ) throws {
        storage = try RecorderStorage(url, settings, backend, runsThreads)
        state = Mutex(State(core: try storage.makeCore(device: nil)))
        super.init()
        listen(to: core)
    }

    private var core: Recorder { state.withLock { $0.core } }

    private func listen(to core: Recorder) {
        core.setEventHandler { [weak self] event in self?.take(event) }
    }

    // MARK: - The file

    /// Where the file is, or will be.
    open var url: URL { storage.url }

    /// How the samples are stored, as settings.
    open var settings: [String: Any] { storage.format.settings }

    /// How the samples are stored.
    open var format: AVAudioFormat { storage.format }

    /// Told when the recording has ended; on the main queue if the program runs one, else on a queue of the
    /// recorder's.
    open weak var delegate: (any AVAudioRecorderDelegate)? {
        get { state.withLock { $0.delegate }.object }
        set {
            let delegate = WeakDelegate(object: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    /// Which device is recorded, as in `AVAudioEngine.devices`; nil, the default, for the default device.
    /// (Not in Apple's API.)
    ///
    /// Ends a recording that is under way.
    public final var inputDevice: String? {
        get { state.withLock { $0.inputDevice } }
        set {
            let made = keeping { try storage.makeCore(device: newValue) }
            guard let made else { return }
            let former = state.withLock { state in
                defer { (state.core, state.inputDevice) = (made, newValue) }
                return state.core
            }
            former.stop()
            listen(to: made)
            made.isMetering = isMeteringEnabled
            made.isMeasuringLoudness = isLoudnessMeteringEnabled
        }
    }

    /// Why the last call that returned false was refused, or why the file could not be written. (Not in
    /// Apple's API.)
    public final var lastError: (any Error)? { state.withLock { $0.lastError } }

    // MARK: - Recording

    /// Opens the device and makes the file, over one that is there.
    ///
    /// - Returns: Whether that could be done.
    @discardableResult
    open func prepareToRecord() -> Bool { succeeds { () throws(EngineError) in try core.prepare() } }

    /// Records, or goes on after a pause.
    ///
    /// After `stop()` it begins a new file in the place of the old one.
    /// - Returns: Whether it records.
    @discardableResult
    open func record() -> Bool { succeeds { () throws(EngineError) in try core.record() } }

    /// Records from a time of `deviceCurrentTime` on; a time that has passed is now.
    ///
    /// - Returns: Whether it will record.
    @discardableResult
    open func record(atTime time: TimeInterval) -> Bool {
        succeeds { () throws(EngineError) in try core.record(atHostTime: Self.hostTime(time)) }
    }

    /// Records so many seconds of sound, and ends by itself; pauses do not count.
    ///
    /// - Returns: Whether it records.
    @discardableResult
    open func record(forDuration duration: TimeInterval) -> Bool {
        succeeds { () throws(EngineError) in try core.record(durationSeconds: duration) }
    }

    /// Records so many seconds of sound from a time of `deviceCurrentTime` on, and ends by itself.
    ///
    /// - Returns: Whether it will record.
    @discardableResult
    open func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
        succeeds { () throws(EngineError) in
            try core.record(atHostTime: Self.hostTime(time), durationSeconds: duration)
        }
    }

    /// Stays where it is; `record()` goes on.
    open func pause() { core.pause() }

    /// Ends the recording and closes the file; the delegate is told.
    open func stop() { core.stop() }

    /// Removes the file of a recording that has ended.
    ///
    /// - Returns: Whether there was a file, and it is gone; false while it records or is prepared.
    @discardableResult
    open func deleteRecording() -> Bool { core.deleteFile() }

    /// Whether sound is recorded; false during a pause.
    open var isRecording: Bool { core.phase == .recording }

    /// Seconds of the recording so far; 0 unless it records or pauses.
    open var currentTime: TimeInterval { core.recordedSeconds }

    /// The input device's clock: seconds of host time.
    open var deviceCurrentTime: TimeInterval { core.deviceSeconds }

    // MARK: - Levels

    /// Whether levels are measured, default false.
    open var isMeteringEnabled: Bool {
        get { state.withLock { $0.isMeteringEnabled } }
        set {
            state.withLock { $0.isMeteringEnabled = newValue }
            core.isMetering = newValue
        }
    }

    /// Takes the newest levels for `averagePower(forChannel:)` and `peakPower(forChannel:)`.
    open func updateMeters() { core.updateLevels() }

    /// Mean power of a channel over about a tenth of a second, in decibels of full scale: −160 for silence,
    /// and for a channel that there is not.
    open func averagePower(forChannel channelNumber: Int) -> Float {
        core.level(ofChannel: channelNumber).averageDecibels
    }

    /// The highest sample of a channel, in decibels of full scale: it stays for half a second and falls by 20
    /// dB in a second then.
    open func peakPower(forChannel channelNumber: Int) -> Float {
        core.level(ofChannel: channelNumber).peakDecibels
    }

    /// Whether loudness is measured for `loudness`, default false; switched on, and with each new file, it
    /// begins anew. (Not in Apple's API.)
    public final var isLoudnessMeteringEnabled: Bool {
        get { state.withLock { $0.isLoudnessMeteringEnabled } }
        set {
            state.withLock { $0.isLoudnessMeteringEnabled = newValue }
            core.isMeasuringLoudness = newValue
        }
    }

    /// The loudness at the last `updateMeters()`, after EBU R 128. (Not in Apple's API.)
    public final var loudness: AVAudioLoudness { AVAudioLoudness(core.loudness) }

    // MARK: - What comes back

    private func take(_ event: Recorder.Event) {
        switch event {
        case .deviceChanged: break
        case .failed(let error):
            let plain = AVFAudioError.error(error)
            state.withLock { $0.lastError = plain }
            tellDelegate { $0.audioRecorderEncodeErrorDidOccur($1, error: plain) }
        case .finished(let isComplete):
            end(isComplete: isComplete)
            tellDelegate { $0.audioRecorderDidFinishRecording($1, successfully: isComplete) }
        }
    }

    private func tellDelegate(
        _ call: @escaping @Sendable (any AVAudioRecorderDelegate, AVAudioRecorder) -> Void
    ) {
        DelegateQueue.async { [self] in
            if let delegate { call(delegate, self) }
        }
    }

    private func succeeds(_ call: () throws(EngineError) -> Void) -> Bool {
        keeping { try call() } != nil
    }

    private func keeping<Result>(_ call: () throws -> Result) -> Result? {
        do {
            return try call()
        } catch let error as EngineError {
            state.withLock { $0.lastError = AVFAudioError.error(error) }
        } catch {
            state.withLock { $0.lastError = error }
        }
        return nil
    }

    /// Nanoseconds of host time; 0 for a time that has passed in any case.
    private static func hostTime(_ seconds: TimeInterval) -> UInt64 {
        seconds > 0 && seconds < 1e9 ? UInt64(seconds * 1e9) : 0
    }
}

/// What a recorder is made of: settings, understood once.
private struct RecorderStorage: Sendable {
    let url: URL
    let format: AVAudioFormat
    private let file: AudioFileFormat
    private let encoder: EncoderSettings
    private let backend: any DeviceBackend
    private let runsThreads: Bool

    init(
        _ url: URL, _ settings: [String: Any], _ backend: any DeviceBackend, _ runsThreads: Bool
    ) throws {
        let plan = try AudioFilePlan(url: url, settings: settings)
        self.url = url
        format = plan.format
        file = plan.file
        encoder = plan.encoder
        self.backend = backend
        self.runsThreads = runsThreads
    }

    func makeCore(device: String?) throws -> Recorder {
        do {
            return try Recorder(
                path: url.path, format: file, encoder: encoder, deviceName: device, backend: backend,
                runsThreads: runsThreads)
        } catch {
            throw AVFAudioError.error(error)
        }
    }
}
