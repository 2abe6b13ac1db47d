import AVFDevices
import AVFEngine
import AVFSequencing
import Synchronization

/// How often a track's loop is played.
public enum AVMusicTrackLoopCount: Int, Sendable {
    /// Until the sequencer stops.
    case forever = -1
}

/// A track of a sequencer: its events, and how and where they are played.
///
/// Changes are heard with the next block while the sequencer plays. What cannot be done changes nothing: the
/// sequencer's `errorHandler` is told why. A track that was removed can be used on, and is not heard.
open class AVMusicTrack: NSObject, @unchecked Sendable {
    // Sendable: what changes is behind a Mutex or in the sequencer.
    /// Where the events are.
    private enum Home {
        case sequencer(Sequencer, Int32)
        case alone(SongTrack, Sequencer)
    }

    private let home: Mutex<Home>
    private let report: @Sendable (EngineError) -> Void
    weak let engine: AVAudioEngine?

    init(
        _ identifier: Int32, of sequencer: Sequencer, engine: AVAudioEngine?,
        report: @escaping @Sendable (EngineError) -> Void
    ) {
        home = Mutex(.sequencer(sequencer, identifier))
        self.engine = engine
        self.report = report
    }

    // MARK: - Access

    /// The sequencer and the identifier in it; nil once it was removed.
    var place: (sequencer: Sequencer, identifier: Int32)? {
        home.withLock { home in
            if case .sequencer(let sequencer, let identifier) = home { (sequencer, identifier) } else { nil }
        }
    }

    private var sequence: Song {
        home.withLock { home in
            switch home {
            case .sequencer(let sequencer, _), .alone(_, let sequencer): sequencer.sequence
            }
        }
    }

    /// The track as it is now.
    var track: SongTrack? {
        let home = home.withLock { $0 }
        switch home {
        case .alone(let track, _): return track
        case .sequencer(let sequencer, let identifier): return try? sequencer.sequence.track(identifier)
        }
    }

    /// Keeps the events when the sequencer forgets the track.
    func leave(with track: SongTrack) {
        home.withLock { home in
            guard case .sequencer(let sequencer, _) = home else { return }
            home = .alone(track, sequencer)
        }
    }

    /// Changes the track, and reports what is refused.
    func change(_ body: (inout SongTrack) throws(SongError) -> Void) {
        do throws(SongError) {
            if let (sequencer, identifier) = place {
                try sequencer.edit { (sequence) throws(SongError) in
                    try sequence.edit(identifier, body)
                }
            } else {
                try changeAlone(body)
            }
        } catch {
            report(.song(error))
        }
    }

    private func changeAlone(
        _ body: (inout SongTrack) throws(SongError) -> Void
    ) throws(SongError) {
        guard var track else { return }
        try body(&track)
        home.withLock { home in
            if case .alone(_, let sequencer) = home { home = .alone(track, sequencer) }
        }
    }

    /// Changes a copy of the track while the body may do anything, then the track.
    func changeCopy(_ body: (inout SongTrack) throws(SongError) -> Void) {
        guard var copy = track else { return }
        do throws(SongError) {
            try body(&copy)
        } catch {
            return report(.song(error))
        }
        change { (track) throws(SongError) in track = copy }
    }

    // MARK: - Where it is played

    /// The unit that the track is played to; nil, the default, for the engine's first instrument.
    ///
    /// Any unit that takes MIDI, and, for a track of automated parameters, any unit with parameters. It must
    /// be attached to the sequencer's engine. It takes the place of `destinationMIDIEndpoint`. May be changed
    /// while it plays: notes end where they began.
    open var destinationAudioUnit: AVAudioUnit? {
        get {
            guard let (sequencer, identifier) = place,
                let node = sequencer.destination(ofTrack: identifier)
            else { return nil }
            return engine?.table[node] as? AVAudioUnit
        }
        set {
            guard let (sequencer, identifier) = place else { return }
            do throws(EngineError) {
                try sequencer.setDestination(newValue?.unit, ofTrack: identifier)
            } catch {
                report(error)
            }
        }
    }

    /// The MIDI port that the track is played to, in CoreMIDI's numbers (`MIDIGetDestination`,
    /// `AVMIDIEndpoint.endpointRef`); 0, the default, for none.
    ///
    /// It takes the place of `destinationAudioUnit`, and the other way round. Each message leaves so that it
    /// arrives when its frame is heard; in manual rendering, as soon as it is rendered. When the port goes
    /// away and comes back, it is played to again. May be changed while it plays.
    open var destinationMIDIEndpoint: MIDIEndpointRef {
        get {
            guard let (sequencer, identifier) = place, let port = sequencer.port(ofTrack: identifier),
                let system = try? MIDISystem.shared()
            else { return 0 }
            return system.number(of: port.address, .destination)
        }
        set {
            guard let (sequencer, identifier) = place else { return }
            do throws(EngineError) {
                try sequencer.setPort(Self.port(newValue), ofTrack: identifier)
            } catch {
                report(error)
            }
        }
    }

    private static func port(_ number: MIDIEndpointRef) throws(EngineError) -> MIDIPortInfo? {
        guard number != 0 else { return nil }
        do throws(MIDIError) {
            return try MIDISystem.shared().port(numbered: number, .destination)
        } catch {
            throw .midi(error)
        }
    }

    // MARK: - How it is played

    /// What is looped; the whole track until a range is set.
    open var loopRange: AVBeatRange {
        get {
            let range = track?.loopRange ?? BeatRange(start: 0, length: 0)
            return AVBeatRange(start: range.start, length: range.length)
        }
        set {
            change { (track) throws(SongError) in try track.setLoopRange(newValue.core) }
        }
    }

    /// Whether the loop range is played again and again; default false.
    open var isLoopingEnabled: Bool {
        get { track?.isLooping ?? false }
        set { change { $0.isLooping = newValue } }
    }

    /// How often the loop is played in all, 1 or more; −1 (`AVMusicTrackLoopCount.forever`), the default, for
    /// no end.
    open var numberOfLoops: Int {
        get { track?.passCount ?? AVMusicTrackLoopCount.forever.rawValue }
        set {
            let count = newValue == AVMusicTrackLoopCount.forever.rawValue ? nil : newValue
            change { (track) throws(SongError) in try track.setPassCount(count) }
        }
    }

    /// Beats from the sequence's beginning to the track's, default 0; a negative offset cuts the track's
    /// beginning off.
    open var offsetTime: AVMusicTimeStamp {
        get { track?.offset ?? 0 }
        set { change { (track) throws(SongError) in try track.setOffset(newValue) } }
    }

    /// Whether the track is silent; default false.
    open var isMuted: Bool {
        get { track?.isMuted ?? false }
        set { change { $0.isMuted = newValue } }
    }

    /// Whether the tracks that are not soloed are silent; default false.
    open var isSoloed: Bool {
        get { track?.isSoloed ?? false }
        set { change { $0.isSoloed = newValue } }
    }

    /// Length in beats: the end of the last event, or what was set if that is more.
    open var lengthInBeats: AVMusicTimeStamp {
        get { track?.length ?? 0 }
        set { change { (track) throws(SongError) in try track.setLength(newValue) } }
    }

    /// Length in seconds, by the sequence's tempi from its beginning on.
    open var lengthInSeconds: TimeInterval {
        get { sequence.tempoMap.seconds(ofBeat: lengthInBeats) }
        set { lengthInBeats = sequence.tempoMap.beat(ofSeconds: newValue) }
    }

    /// Ticks in a beat: 480, or what the loaded file says.
    open var timeResolution: Int { sequence.timeBase.ticksPerBeat }

    /// Whether the track takes parameter events only; default false.
    ///
    /// Adding a parameter event to an empty track sets it. Refused for a track with other events.
    open var usesAutomatedParameters: Bool {
        get { track?.isOfParameters ?? false }
        set { change { (track) throws(SongError) in try track.setOfParameters(newValue) } }
    }
}
