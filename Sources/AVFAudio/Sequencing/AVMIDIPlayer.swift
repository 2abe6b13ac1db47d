import AVFEngine
import AVFMedia
import AVFSequencing

/// Is called once, when a song has ended or was stopped.
public typealias AVMIDIPlayerCompletionHandler = @Sendable () -> Void

/// Plays a MIDI file with the sounds of a bank.
///
/// It has an engine of its own. Each of the 16 MIDI channels has its own program; channel 10 is percussion.
/// Without a bank it plays with the one inside an RMID file, with what the environment variable
/// `AVFAUDIO_SOUND_BANK` names, or with the General MIDI bank of the system.
open class AVMIDIPlayer: NSObject, @unchecked Sendable {
    // Sendable: the core takes calls from any thread.
    private let core: MIDIPlayer

    private let ownEngine: AVAudioEngine

    /// What renders: to choose a device, to render without one, to put a tap on the main mixer.
    /// (Not in Apple's API.)
    ///
    /// It gives its device back half a minute after the end, and opens it again to play; but not once a
    /// program has asked for the engine, which may play in it too.
    public final var engine: AVAudioEngine {
        core.givesDeviceBack = false
        return ownEngine
    }

    /// What was repaired in the song and in the bank, left out, or played by another program than the song
    /// asks for. (Not in Apple's API.)
    public final var loadNotes: [String] { core.songNotes + core.sampler.programNotes }

    /// A player of a MIDI file with the sounds of a SoundFont or DLS bank.
    ///
    /// - Throws: An `NSError` that names the file: −43 if it is not there, or there is no bank; −54 if it may
    ///   not be read; `kAudioUnitErr_InvalidFile` if it is no MIDI file, or no bank.
    public convenience init(contentsOf inURL: URL, soundBankURL bankURL: URL?) throws {
        try self.init(MediaSource(path: inURL.path), bankURL, AVAudioEngine())
    }

    /// As `init(contentsOf:soundBankURL:)`, of a MIDI file in memory.
    public convenience init(data: Data, soundBankURL bankURL: URL?) throws {
        try self.init(MediaSource(MemorySource([UInt8](data)), name: "data"), bankURL, AVAudioEngine())
    }

    /// A player in an engine, such as one whose clock a test drives.
    package init(_ source: MediaSource, _ bankURL: URL?, _ engine: AVAudioEngine) throws {
        ownEngine = engine
        do throws(EngineError) {
            core = try MIDIPlayer(source, bankPath: bankURL?.path, engine: engine.core)
        } catch .media(let cause) {
            throw AVFAudioError.error(cause, path: source.name)
        } catch {
            throw AVFAudioError.error(error)
        }
        core.givesDeviceBack = true
        super.init()
    }

    // MARK: - Playing

    /// Gets everything ready, so that `play` takes little time.
    open func prepareToPlay() {
        ownEngine.prepare()
        core.sequencer.prepare()
    }

    /// Plays from `currentPosition` on, from the beginning if that is at the end or behind it.
    ///
    /// The handler is called once, on a thread of the engine's: at the end, when it is stopped, or at once if
    /// it cannot play, which the engine's `errorHandler` is told.
    open func play(_ completionHandler: AVMIDIPlayerCompletionHandler? = nil) {
        do throws(EngineError) {
            try core.play(completion: completionHandler)
        } catch {
            ownEngine.core.report(error)
            completionHandler?()
        }
    }

    /// Plays, and returns at the end, or when it is stopped.
    nonisolated(nonsending) open func play() async {
        await withCheckedContinuation { continuation in play { continuation.resume() } }
    }

    /// Stops, and stays where it is; its notes end as they do when keys are released.
    open func stop() { core.stop() }

    /// Whether it plays; false at the end.
    open var isPlaying: Bool { core.isPlaying }

    /// Length in seconds at rate 1.
    open var duration: TimeInterval { core.durationSeconds }

    /// Where it is, in seconds at rate 1; may be set while it plays.
    ///
    /// It is not checked against the song's length; less than 0 is 0. Programs and controllers are as if it
    /// had played from the beginning.
    open var currentPosition: TimeInterval {
        get { core.positionSeconds }
        set {
            guard newValue.isFinite else {
                return ownEngine.core.report(.song(.position(newValue, last: duration)))
            }
            core.positionSeconds = newValue
        }
    }

    /// How fast it plays, more than 0; default 1.
    open var rate: Float {
        get { Float(core.sequencer.rate) }
        set {
            guard newValue > 0, newValue.isFinite else {
                return ownEngine.core.report(
                    .song(.value("rate", Double(newValue), least: 0, most: .infinity)))
            }
            core.sequencer.rate = Double(newValue)
        }
    }
}
