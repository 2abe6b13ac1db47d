import AVFEngine
import AVFMedia
import Synchronization

/// Plays one sound, of a file or of data in memory, without an engine.
///
/// All players of a device share one engine, which no device can stop. Every function may be called from any
/// thread. What cannot be done returns false, and `lastError` says why.
///
/// Without a device sounds are played all the same, in real time but silently, and a device that appears is
/// heard from there on. One line on standard error says so, `lastError` is the cause, and `isAudible` is
/// false.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
    // Sendable: the core takes calls from any thread, and everything else is behind a Mutex.

    /// Sendable: a reference that is only handed on; the delegate says itself who may call it.
    fileprivate struct WeakDelegate: @unchecked Sendable {
        weak var object: (any AVAudioPlayerDelegate)?
    }

    struct State {
        fileprivate var delegate = WeakDelegate()
        var lastError: (any Error)?
        /// Tasks that wait for the end.
        var ends: [CheckedContinuation<Bool, Never>] = []
        var channelAssignments: [AVAudioSessionChannelDescription]?
    }

    let core: SoundPlayer
    let state = Mutex(State())
    /// The file; nil for data.
    public let url: URL?
    /// The sound's bytes; nil for a file.
    public let data: Data?
    /// How the sound is stored.
    public let format: AVAudioFormat

    /// A player of a file.
    ///
    /// - Throws: An `NSError` that names the file: −43 if it is not there, −54 if it may not be read,
    ///   `kAudioFileUnsupportedFileTypeError` or `kAudioFileInvalidFileError` if it is no audio.
    public convenience init(contentsOf url: URL) throws {
        try self.init(contentsOf: url, shared: .shared(device: nil))
    }

    /// A player of a file; the hint about its type is not needed, because the bytes say it.
    ///
    /// - Throws: As `init(contentsOf:)`.
    public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        try self.init(contentsOf: url)
    }

    /// A player of the bytes of an audio file.
    ///
    /// - Throws: As `init(contentsOf:)`.
    public convenience init(data: Data) throws { try self.init(data: data, shared: .shared(device: nil)) }

    /// A player of the bytes of an audio file; the hint about their type is not needed.
    ///
    /// - Throws: As `init(contentsOf:)`.
    public convenience init(data: Data, fileTypeHint utiString: String?) throws { try self.init(data: data) }

    /// A player of a file in a shared engine, such as one whose clock a test drives.
    package convenience init(contentsOf url: URL, shared: SharedSoundEngine) throws {
        guard url.isFileURL else {
            throw AVFAudioError.error(
                kAudio_BadFilePathError, "“\(url)” does not name a file on this machine.")
        }
        try self.init(MediaSource(path: url.path), url, nil, shared)
    }

    /// A player of bytes in a shared engine.
    package convenience init(data: Data, shared: SharedSoundEngine) throws {
        try self.init(MediaSource(MemorySource([UInt8](data)), name: "data"), nil, data, shared)
    }

    private init(_ source: MediaSource, _ url: URL?, _ data: Data?, _ shared: SharedSoundEngine) throws {
        do throws(EngineError) {
            core = try SoundPlayer(source, shared: shared)
        } catch .media(let cause) {
            throw AVFAudioError.error(cause, path: source.name)
        } catch {
            throw AVFAudioError.error(error)
        }
        self.url = url
        self.data = data
        format = AVAudioFormat(
            checked: AudioStreamBasicDescription(core.format), layout: AVAudioChannelLayout(core.format))
        super.init()
        core.setEventHandler { [weak self] event in self?.take(event) }
    }

    // MARK: - The sound

    /// How the sound is stored, as settings.
    open var settings: [String: Any] { format.settings }

    /// The sound's channels.
    open var numberOfChannels: Int { core.format.channelCount }

    /// The sound's length in seconds at rate 1.
    open var duration: TimeInterval { core.durationSeconds }

    /// Told when the sound has ended; on the main queue if the program runs one, else on a queue of the
    /// player's.
    open weak var delegate: (any AVAudioPlayerDelegate)? {
        get { state.withLock { $0.delegate }.object }
        set {
            let delegate = WeakDelegate(object: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    /// Why the last call that returned false was refused, what was wrong with the sound, or why it is not
    /// heard. (Not in Apple's API.)
    public final var lastError: (any Error)? { state.withLock { $0.lastError } }

    // MARK: - Playing

    /// Lets the device run and decodes the beginning, so that `play()` takes little time.
    ///
    /// - Returns: Whether that could be done.
    @discardableResult
    open func prepareToPlay() -> Bool { succeeds { () throws(EngineError) in try core.prepare() } }

    /// Plays from `currentTime` on.
    ///
    /// - Returns: Whether it plays.
    @discardableResult
    open func play() -> Bool { succeeds { () throws(EngineError) in try core.play() } }

    /// Plays at a time of `deviceCurrentTime`; one that has passed is now.
    ///
    /// Players of one device that are told the same time begin with the same sample.
    /// - Returns: Whether it will play.
    @discardableResult
    open func play(atTime time: TimeInterval) -> Bool {
        guard time.isFinite else { return false }
        return succeeds { () throws(EngineError) in try core.play(atSeconds: time) }
    }

    /// Stands still, and stays prepared.
    open func pause() { core.pause() }

    /// Stands still, and gives up what `prepareToPlay()` got; `currentTime` stays as it is.
    open func stop() {
        core.stop()
        end(isComplete: false)
    }

    /// Whether it plays, or will at the time that it was told.
    open var isPlaying: Bool { core.isPlaying }

    /// Where it is in the sound, in seconds; while it plays, setting it goes on there.
    ///
    /// Clamped to the sound; 0 after it has ended by itself.
    open var currentTime: TimeInterval {
        get { core.positionSeconds }
        set { core.positionSeconds = newValue }
    }

    /// The output device's clock, in seconds, by which players are started together.
    open var deviceCurrentTime: TimeInterval { core.deviceSeconds }

    /// How often the sound is repeated: 0, the default, plays it once; less than 0 until `stop()`.
    ///
    /// May change while it plays: the pass that is heard is finished.
    open var numberOfLoops: Int {
        get { core.loopCount }
        set { core.loopCount = newValue }
    }

    // MARK: - How it sounds

    /// Linear gain, 0…1, default 1.
    open var volume: Float {
        get { core.volume }
        set { core.setVolume(min(newValue, 1)) }
    }

    /// Moves the volume in a straight line, from where it is now, in so many seconds.
    open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        core.setVolume(min(volume, 1), fadeSeconds: duration)
    }

    /// Place between left (−1) and right (1), default 0.
    open var pan: Float {
        get { core.pan }
        set { core.pan = newValue }
    }

    /// Whether `rate` is heard, default false; to be set before the player is prepared.
    open var enableRate: Bool {
        get { core.changesRate }
        set { core.changesRate = newValue }
    }

    /// How fast the sound is played, with its pitch kept: 0.5…2, default 1.
    open var rate: Float {
        get { core.rate }
        set { core.rate = newValue }
    }

    // MARK: - Levels

    /// Whether levels are measured, default false.
    open var isMeteringEnabled: Bool {
        get { core.isMetering }
        set { core.isMetering = newValue }
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

    /// Whether loudness is measured for `loudness`, default false; switched on, it begins anew. (Not in
    /// Apple's API.)
    public final var isLoudnessMeteringEnabled: Bool {
        get { core.isMeasuringLoudness }
        set { core.isMeasuringLoudness = newValue }
    }

    /// The loudness at the last `updateMeters()`, after EBU R 128. (Not in Apple's API.)
    public final var loudness: AVAudioLoudness { AVAudioLoudness(core.loudness) }

    // MARK: - What comes back

    private func take(_ event: SoundPlayer.Event) {
        switch event {
        case .failed(let error):
            let plain = AVFAudioError.error(error)
            state.withLock { $0.lastError = plain }
            tellDelegate { $0.audioPlayerDecodeErrorDidOccur($1, error: plain) }
        case .deviceMissing(let error):
            let plain = AVFAudioError.error(error)
            state.withLock { $0.lastError = plain }
        case .deviceChanged: break
        case .finished(let isComplete):
            end(isComplete: isComplete)
            tellDelegate { $0.audioPlayerDidFinishPlaying($1, successfully: isComplete) }
        }
    }

    private func tellDelegate(
        _ call: @escaping @Sendable (any AVAudioPlayerDelegate, AVAudioPlayer) -> Void
    ) {
        DelegateQueue.async { [self] in
            if let delegate { call(delegate, self) }
        }
    }

    /// Lets tasks go on that wait for the end.
    func end(isComplete: Bool) {
        let ends = state.withLock { state in
            defer { state.ends = [] }
            return state.ends
        }
        for end in ends { end.resume(returning: isComplete) }
    }

    @discardableResult
    func succeeds(_ call: () throws(EngineError) -> Void) -> Bool {
        do {
            try call()
            return true
        } catch {
            let plain = AVFAudioError.error(error)
            state.withLock { $0.lastError = plain }
            return false
        }
    }
}
