import AVFEngine
import AVFSequencing
import CAVFAudio
import Synchronization

/// A sequencer that C code names, with what a load has told.
final class OpenSequencer: Sendable {
    let core: Sequencer
    /// Kept: C code may have released its own handle.
    private let engine: AudioEngine?
    private let text = Mutex<[String]>([])

    init(_ core: Sequencer, _ engine: AudioEngine?) {
        self.core = core
        self.engine = engine
    }

    /// What was repaired in the file that was loaded last.
    var repairs: [String] { text.withLock { $0 } }

    /// Takes the song of a file.
    func use(_ file: MIDIFile, splitsChannels: Bool) {
        core.use(Song(file, splitsChannels: splitsChannels))
        text.withLock { $0 = file.repairs.map(\.description) }
    }

    /// Changes the song.
    ///
    /// - Throws: `EngineError.song`.
    @discardableResult
    func edit<Answer>(
        _ body: (inout Song) throws(SongError) -> Answer
    ) throws(EngineError) -> Answer {
        do { return try core.edit(body) } catch { throw .song(error) }
    }

    /// Changes a track.
    func edit(
        _ track: UInt32, _ body: (inout SongTrack) throws(SongError) -> Void
    ) throws(EngineError) {
        try edit { (song) throws(SongError) in try song.edit(Self.identifier(track), body) }
    }

    /// A track as it is now.
    func track(_ track: UInt32) throws(EngineError) -> SongTrack {
        do { return try core.sequence.track(Self.identifier(track)) } catch { throw .song(error) }
    }

    private static func identifier(_ track: UInt32) -> Int32 { Int32(clamping: track) }

    /// An event of a track.
    func event(_ track: UInt32, _ index: UInt32) throws -> (beat: Double, event: MusicEvent) {
        let events = try self.track(track).events
        guard Int(index) < events.count else {
            throw CallFailure.badArgument("Track \(track) has no event \(index): it has \(events.count).")
        }
        return (events.beat(at: Int(index)), events.event(at: Int(index)))
    }
}

extension BeatRange {
    /// A range of C's.
    init(_ start: Double, _ length: Double) {
        self.init(start: start, length: length == .infinity ? .greatestFiniteMagnitude : length)
    }
}
