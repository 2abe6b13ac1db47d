import AVFEngine
import AVFSequencing
import Synchronization

/// Takes the user events of a sequencer's tracks when they are due: the track, the event's bytes, its beat.
public typealias AVAudioSequencerUserCallback = @Sendable (AVMusicTrack, Data, AVMusicTimeStamp) -> Void

/// Plays tracks of MIDI and other events to units of an engine, each event at its exact frame.
///
/// The first frame after `start()` is the beat where it stands. In manual rendering it plays exactly as with
/// a device. While it plays it says where the music is: units and plugins follow its tempo. Every function
/// may be called from any thread, also while it plays.
open class AVAudioSequencer: NSObject, @unchecked Sendable {
    // Sendable: the core takes calls from any thread, and the rest is behind a Mutex.
    let core: Sequencer
    weak let engine: AVAudioEngine?
    let table = TrackTable()

    /// A sequencer without an engine, which plays to MIDI ports: see `AVMusicTrack.destinationMIDIEndpoint`.
    public override init() {
        engine = nil
        core = Sequencer()
        super.init()
        listen()
    }

    /// A sequencer that plays to units of an engine while that runs.
    public init(audioEngine engine: AVAudioEngine) {
        self.engine = engine
        do throws(EngineError) {
            core = try Sequencer(engine: engine.core)
        } catch {
            engine.core.report(error)
            core = Sequencer()
        }
        super.init()
        listen()
    }

    deinit { core.close() }

    private func listen() {
        core.setListener { [weak self] report, bytes in self?.take(report, bytes) }
    }

    // MARK: - Errors

    /// Takes errors of calls that cannot throw; nil, the default, lets the engine's `errorHandler` take them,
    /// or standard error without an engine.
    ///
    /// On the thread of the call. (Not in Apple's API, where such calls end the process.)
    public final var errorHandler: (@Sendable (any Error) -> Void)? {
        get { table.errorHandler }
        set { table.errorHandler = newValue }
    }

    /// Tells who listens of a refused call.
    func report(_ error: EngineError) { Self.report(error, table, engine) }

    private static func report(_ error: EngineError, _ table: TrackTable?, _ engine: AVAudioEngine?) {
        if let handler = table?.errorHandler {
            handler(AVFAudioError.error(error))
        } else if let engine {
            engine.core.report(error)
        } else {
            AVAudioEngine.log(AVFAudioError.error(error))
        }
    }

    // MARK: - The song

    /// What the loaded file tells of itself, by `InfoDictionaryKey`; empty before one was loaded.
    open var userInfo: [String: Any] { table.userInfo }

    /// What was repaired in the file that was loaded last, or left out; empty for one without faults. (Not in
    /// Apple's API.)
    public final var loadNotes: [String] { table.loadNotes }

    /// The tracks in their order, without the tempo track.
    open var tracks: [AVMusicTrack] { core.sequence.tracks.map { track($0.identifier) } }

    /// The tempo track: tempi, meters and SMPTE offsets.
    open var tempoTrack: AVMusicTrack { track(core.sequence.tempoTrack.identifier) }

    private func track(_ identifier: Int32) -> AVMusicTrack {
        table.track(identifier) {
            let (table, engine) = (table, engine)
            return AVMusicTrack(identifier, of: core, engine: engine) { [weak engine, weak table] in
                Self.report($0, table, engine)
            }
        }
    }

    /// Adds an empty track behind the others.
    @discardableResult
    open func createAndAppendTrack() -> AVMusicTrack {
        let identifier = (try? core.edit { $0.appendTrack() }) ?? 0
        return track(identifier)
    }

    /// Removes a track, which can be used on; false if it is none of the sequencer's.
    @discardableResult
    open func removeTrack(_ track: AVMusicTrack) -> Bool {
        guard let (owner, identifier) = track.place, owner === core,
            let removed = try? core.removeTrack(identifier)
        else { return false }
        track.leave(with: removed)
        table.remove(identifier)
        return true
    }

    /// Lets every track run backwards, the tempo track too.
    open func reverseEvents() { try? core.edit { $0.reverse() } }

    /// Gives the tracks of the song before their events, and takes another song.
    func use(_ sequence: Song) {
        let former = core.sequence
        for track in former.tracks + [former.tempoTrack] {
            table.known(track.identifier)?.leave(with: track)
        }
        table.removeAll()
        core.use(sequence)
    }

    // MARK: - Playing

    /// Gets everything ready, so that `start()` takes little time.
    open func prepareToPlay() { core.prepare() }

    /// Plays from where it stands, with the first frame that is rendered from now on.
    ///
    /// While the engine does not run, time stands still; without an engine, it runs by the system's clock.
    /// - Throws: An `NSError` if the sequencer's engine is gone.
    open func start() throws {
        try AVFAudioError.throwing { () throws(EngineError) in try core.prepareEngine() }
        core.start()
    }

    /// Stops, and stays where it is; all its notes end.
    open func stop() { core.stop() }

    /// Whether it was started and not stopped since: the end of the last track does not stop it.
    open var isPlaying: Bool { core.isPlaying }

    /// How fast it plays, more than 0; default 1.
    ///
    /// Refused for other values; those beyond 2⁻¹⁶…256 are clamped.
    open var rate: Float {
        get { Float(core.rate) }
        set {
            guard newValue > 0, newValue.isFinite else {
                return report(.song(.value("rate", Double(newValue), least: 0, most: .infinity)))
            }
            core.rate = Double(newValue)
        }
    }

    /// Where it is, in beats; may be set while it plays.
    open var currentPositionInBeats: TimeInterval {
        get { core.position }
        set {
            guard newValue >= 0, newValue.isFinite else {
                return report(.song(.position(newValue, last: core.sequence.tempoTrack.lastBeat)))
            }
            core.position = newValue
        }
    }

    /// Where it is, in seconds at rate 1; may be set while it plays.
    open var currentPositionInSeconds: TimeInterval {
        get { seconds(forBeats: currentPositionInBeats) }
        set { currentPositionInBeats = beats(forSeconds: newValue) }
    }

    // MARK: - Time

    /// Seconds from the beginning to a beat, by the tempo track, at rate 1.
    @discardableResult
    open func seconds(forBeats beats: AVMusicTimeStamp) -> TimeInterval {
        core.sequence.tempoMap.seconds(ofBeat: beats)
    }

    /// The beat so many seconds from the beginning, by the tempo track, at rate 1.
    @discardableResult
    open func beats(forSeconds seconds: TimeInterval) -> AVMusicTimeStamp {
        core.sequence.tempoMap.beat(ofSeconds: seconds)
    }

    /// The host time at which a beat is heard; 0 with an error unless it plays on a device since then.
    @discardableResult
    open func hostTime(forBeats inBeats: AVMusicTimeStamp, error outError: NSErrorPointer) -> UInt64 {
        do throws(EngineError) {
            return try core.hostTime(ofBeat: inBeats)
        } catch {
            outError?.pointee = AVFAudioError.error(error)
            return 0
        }
    }

    /// The beat that is heard at a host time; 0 with an error unless it plays on a device since then.
    @discardableResult
    open func beats(forHostTime inHostTime: UInt64, error outError: NSErrorPointer) -> AVMusicTimeStamp {
        do throws(EngineError) {
            return try core.beat(atHostTime: inHostTime)
        } catch {
            outError?.pointee = AVFAudioError.error(error)
            return 0
        }
    }

    // MARK: - User events

    /// Sets who takes the user events of all tracks; nil for none.
    ///
    /// Called on a thread of the engine's, after the event was due.
    open func setUserCallback(_ userCallback: AVAudioSequencerUserCallback?) {
        table.userCallback = userCallback
    }

    private func take(_ report: SequencerReport, _ bytes: [UInt8]) {
        switch report.kind {
        case .user:
            let beat = core.sequence.timeBase.beat(ofUnit: report.unit)
            if let callback = table.userCallback { callback(track(report.track), Data(bytes), beat) }
        case .preset:
            guard let unit = track(report.track).destinationAudioUnit ?? instrument,
                let state = AVAUPresetEvent.dictionary(bytes) as? [String: Any]
            else { return }
            unit.auAudioUnit.fullState = state
        case .meta, .ended: break
        }
    }

    private var instrument: AVAudioUnit? {
        core.usualDestination.flatMap { engine?.table[$0] as? AVAudioUnit }
    }
}
