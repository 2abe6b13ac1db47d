import AVFConsole
import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender
import AVFSequencing
import ArgumentParser
import Foundation

/// How a MIDI file is played.
struct SongOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The SoundFont or DLS bank that plays a MIDI file; else AVFAUDIO_SOUND_BANK, or the system's.",
            valueName: "font.sf2"))
    var bank: String?
    @Option(
        help: ArgumentHelp(
            "Plays one track of a MIDI file alone, as `avf info` counts them.", valueName: "number"))
    var track: Int?

    /// Refuses what a sound file has no use for.
    func checkUnused() throws(Failure) {
        guard bank == nil else { throw Failure(.usage, "--bank is for MIDI files.") }
        guard track == nil else { throw Failure(.usage, "--track is for MIDI files.") }
    }
}

/// A MIDI file at the head of a chain, played by a sampler, or by an instrument of the user's.
final class SongSource: ChainSource {
    private static let usualRateHz = 48_000.0

    let engine = AudioEngine()
    let head: EngineNode
    let format: BusFormat
    private let sequencer: Sequencer
    /// Kept while it plays.
    private let player: MIDIPlayer?

    /// Whether a file is a song, by what it begins with.
    static func isSong(_ path: String) -> Bool {
        guard path != StandardStreams.name, let file = FileHandle(forReadingAtPath: path) else {
            return false
        }
        defer { try? file.close() }
        guard let start = try? file.read(upToCount: 12) else { return false }
        return start.starts(with: "MThd".utf8) || start.starts(with: "SMF2CLIP".utf8)
            || start.starts(with: "RIFF".utf8) && start.dropFirst(8).starts(with: "RMID".utf8)
    }

    /// Reads the song and its sounds; the first unit plays it if that is an instrument, and leaves the chain.
    ///
    /// - Throws: `Failure` if a file cannot be used, or there is no such track.
    init(
        _ path: String, _ options: SongOptions, _ units: inout [UnitNode], sampleRateHz: Double?
    ) throws(Failure) {
        format = BusFormat(sampleRateHz: sampleRateHz ?? Self.usualRateHz, channelCount: 2)
        let engine = engine
        if let first = units.first, first.descriptor.kind == .instrument {
            guard options.bank == nil else {
                throw Failure(.usage, "“\(first.name)” plays the song; --bank has no use then.")
            }
            units.removeFirst()
            (head, player) = (first, nil)
            sequencer = try explaining { () throws(EngineError) in
                let file = try Sequencer.file(MediaSource(path: path))
                try engine.attach(first)
                let sequencer = try Sequencer(engine: engine)
                sequencer.use(Song(file))
                Self.tell(file.repairs.map(\.description))
                return sequencer
            }
        } else {
            let made = try explaining { () throws(EngineError) in
                try MIDIPlayer(MediaSource(path: path), bankPath: options.bank, engine: engine)
            }
            (head, player, sequencer) = (made.sampler, made, made.sequencer)
            Self.tell(made.songNotes + made.sampler.programNotes)
        }
        if let track = options.track { try solo(track) }
    }

    /// The names of a song's tracks, empty for those without.
    ///
    /// - Throws: `Failure` for a file that is no song.
    static func trackNames(of path: String) throws(Failure) -> [String] {
        guard isSong(path) else { throw Failure(.usage, "--stems is for MIDI files.") }
        let file = try explaining { () throws(EngineError) in try Sequencer.file(MediaSource(path: path)) }
        return Song(file).tracks.map(\.name)
    }

    /// Says what was repaired, as far as it is of use.
    private static func tell(_ notes: [String]) {
        for note in notes.prefix(8) { Console.error("avf: \(note)") }
        if notes.count > 8 { Console.error("avf: … and \(notes.count - 8) notes more") }
    }

    private func solo(_ number: Int) throws(Failure) {
        let tracks = sequencer.sequence.tracks
        guard tracks.indices.contains(number - 1) else {
            throw Failure(.usage, "The song has no track \(number): it has \(tracks.count).")
        }
        let identifier = tracks[number - 1].identifier
        do throws(SongError) {
            try sequencer.edit { (song) throws(SongError) in
                try song.edit(identifier) { (track) throws(SongError) in
                    (track.isMuted, track.isSoloed) = (false, true)
                }
            }
        } catch {
            throw Failure(.badData, error.description)
        }
    }

    var frameCount: Int {
        Int((sequencer.sequence.lengthInSeconds * format.sampleRateHz).rounded(.up))
    }

    var isLengthKnown: Bool { true }

    var fileFormat: AudioFileFormat? { nil }

    /// For the last notes and their room.
    var tailSeconds: Double { 3 }

    var tags: [AudioTag: String] { [:] }

    func play(onEnd: (@Sendable () -> Void)?) throws(Failure) {
        sequencer.setListener { report, _ in
            if report.kind == .ended { onEnd?() }
        }
        sequencer.start()
    }

    func seek(toSeconds seconds: Double, onEnd: (@Sendable () -> Void)?) throws(Failure) -> Bool {
        sequencer.setListener { report, _ in
            if report.kind == .ended { onEnd?() }
        }
        sequencer.position = sequencer.sequence.tempoMap.beat(ofSeconds: seconds)
        return true
    }

    func frameCount(ofFile count: Int) -> Int { count }

    func picture() throws(Failure) -> SignalPicture? { nil }
}
