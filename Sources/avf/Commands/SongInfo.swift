import AVFConsole
import AVFEngine
import AVFMedia
import AVFSequencing

/// What `avf info` tells of a MIDI file.
struct SongInfo {
    private let path: String
    private let file: MIDIFile
    private let song: Song

    /// Reads a song.
    ///
    /// - Throws: `Failure` if it cannot be read.
    init(_ path: String) throws(Failure) {
        self.path = path
        file = try explaining { () throws(EngineError) in try Sequencer.file(MediaSource(path: path)) }
        song = Song(file)
    }

    private var kind: String {
        switch file.format {
        case .single: "MIDI file, format 0"
        case .simultaneous: "MIDI file, format 1"
        case .independent: "MIDI file, format 2: the tracks are songs of their own"
        }
    }

    private var ticks: String {
        switch file.timeBase {
        case .ticksPerQuarter(let count): "\(count) ticks in a quarter note"
        case .smpte(let frames, let ticks): "\(ticks) ticks in a frame, \(frames) frames a second"
        }
    }

    /// Prints a line for each fact, tempo and track.
    func show() {
        line("file", path)
        line("kind", kind)
        line("resolution", ticks)
        line("duration", song.lengthInSeconds.digits(3) + " s (\(song.length.digits(2)) beats)")
        for change in tempi.prefix(16) {
            line("tempo", "\(change.tempo.digits(2)) from beat \(change.beat.digits(2))")
        }
        if tempi.count > 16 { line("tempo", "… and \(tempi.count - 16) more") }
        for (place, track) in song.tracks.enumerated() {
            line("track \(place + 1)", describe(track))
        }
        if let bank = file.bank { line("bank", "\(bank.count.grouped) bytes in the file") }
        for repair in file.repairs.prefix(16) { line("repaired", repair.description) }
        let more = file.repairs.count + file.furtherRepairCount - 16
        if more > 0 { line("repaired", "… and \(more) places more") }
    }

    /// Draws the song.
    ///
    /// - Throws: `Failure` if the picture cannot be written, or would take the song's place.
    func plot(to picture: String) throws(Failure) {
        guard !OutputFile.areSame(picture, path) else {
            throw Failure(.usage, "The picture would be written over “\(path)”.")
        }
        try PianoRoll(song, title: path).write(to: picture)
    }

    private var tempi: [(beat: Double, tempo: Double)] {
        (0..<song.tempoTrack.events.count).compactMap { place in
            song.tempoTrack.events.event(at: place).picosecondsPerQuarter.map {
                (song.tempoTrack.events.beat(at: place), 6e13 / Double($0))
            }
        }
    }

    private func describe(_ track: SongTrack) -> String {
        let events = track.events.events
        let notes = events.count { $0.kind == .note }
        let channels = Set(events.filter { $0.kind != .payload }.map { Int($0.channel) + 1 }).sorted()
        let name = track.name.isEmpty ? "" : "“\(track.name)”, "
        let places = channels.isEmpty ? "" : ", channel " + channels.map(String.init).joined(separator: " ")
        return name + "\(notes) notes, \(events.count) events\(places), \(track.length.digits(2)) beats"
    }

    /// The same as JSON.
    var json: JSON {
        .entries([
            "file": .text(path), "format": .integer(Int(file.format.rawValue)),
            "ticksPerBeat": .integer(file.timeBase.ticksPerBeat),
            "durationSeconds": .number(song.lengthInSeconds), "durationBeats": .number(song.length),
            "tempi": .list(
                tempi.map { .entries(["beat": .number($0.beat), "tempo": .number($0.tempo)]) }),
            "tracks": .list(
                song.tracks.map { track in
                    .entries([
                        "name": .text(track.name), "eventCount": .integer(track.events.count),
                        "noteCount": .integer(track.events.events.count { $0.kind == .note }),
                        "lengthBeats": .number(track.length),
                    ])
                }),
            "repairs": .list(file.repairs.map { .text($0.description) }),
        ])
    }

    private func line(_ name: String, _ value: String) { Console.out(name.padded(to: 11) + value) }
}
