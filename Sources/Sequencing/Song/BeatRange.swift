/// Beats from a start to before an end.
package struct BeatRange: Sendable, Equatable {
    /// The first beat.
    package var start: Double
    /// How many beats; the largest Double for all to the end.
    package var length: Double

    /// A range.
    package init(start: Double, length: Double) {
        self.start = start
        self.length = length
    }

    /// The beat behind the last one.
    package var end: Double { start + length }
}

/// Why an edit of a sequence is refused; nothing has changed then.
package enum SongError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A position that is no number, negative, or later than can be kept.
    case position(Double, last: Double)
    /// A length that is no number or negative.
    case length(Double)
    /// A number of an event that is out of its range.
    case value(String, Double, least: Double, most: Double)
    /// Something that is no event of any kind.
    case noEvent
    /// An event that the tempo track does not take.
    case notForTempoTrack
    /// An event that only the tempo track takes.
    case onlyForTempoTrack
    /// A track of parameters takes no other events, and one with other events cannot become such a track.
    case notForParameterTrack
    /// A number of passes through a loop less than 1.
    case passCount(Int)
    /// No track has this identifier.
    case noSuchTrack(Int32)
    /// A resolution that a file cannot have.
    case resolution(Int)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .position(let beat, let last): "Beat \(beat) is no position; positions are 0…\(last)."
        case .length(let beats): "\(beats) beats are no length; lengths are 0 or more."
        case .value(let name, let value, let least, let most):
            "The event's \(name) is \(value); it can be \(least)…\(most)."
        case .noEvent: "An event must be one of the kinds that there are."
        case .notForTempoTrack:
            "The tempo track takes tempo, meter and SMPTE offset events only."
        case .onlyForTempoTrack: "Tempo, meter and SMPTE offset events belong into the tempo track."
        case .notForParameterTrack: "A track of automated parameters takes parameter events only."
        case .passCount(let count): "A loop cannot be played \(count) times."
        case .noSuchTrack(let identifier): "The sequence has no track \(identifier)."
        case .resolution(let ticks): "A beat cannot have \(ticks) ticks in a file; it can have 1…32767."
        }
    }
}

extension MusicEvent {
    /// Refuses an event with a number out of its range.
    func check() throws(SongError) {
        switch self {
        case .note(let note):
            try Self.check("channel", Double(note.channel), 15)
            try Self.check("key", Double(note.key), 127)
            try Self.check("velocity", Double(note.velocity), 127)
            try Self.check("release velocity", Double(note.releaseVelocity), 127)
            try Self.check("duration", note.duration, .greatestFiniteMagnitude)
        case .polyPressure(let channel, let first, let second),
            .controlChange(let channel, let first, let second):
            try Self.check("channel", Double(channel), 15)
            try Self.check("key or controller", Double(first), 127)
            try Self.check("value", Double(second), 127)
        case .programChange(let channel, let program, let bank):
            try Self.check("channel", Double(channel), 15)
            try Self.check("program", Double(program), 127)
            try Self.check("bank", Double(bank ?? 0), 16383)
        case .channelPressure(let channel, let pressure):
            try Self.check("channel", Double(channel), 15)
            try Self.check("pressure", Double(pressure), 127)
        case .pitchBend(let channel, let value):
            try Self.check("channel", Double(channel), 15)
            try Self.check("value", Double(value), 16383)
        case .extendedNote(let note):
            try Self.check("key", Double(note.key), 127)
            try Self.check("velocity", Double(note.velocity), 127)
            try Self.check("duration", note.duration, .greatestFiniteMagnitude)
        case .extendedTempo(let tempo):
            try Self.check("tempo", tempo, .greatestFiniteMagnitude, least: .leastNonzeroMagnitude)
        case .parameter(let parameter):
            try Self.check(
                "value", Double(parameter.value), .greatestFiniteMagnitude, least: -.greatestFiniteMagnitude)
        case .systemExclusive, .escape, .meta, .user, .preset: break
        }
    }

    private static func check(
        _ name: String, _ value: Double, _ most: Double, least: Double = 0
    ) throws(SongError) {
        guard value >= least, value <= most else {
            throw .value(name, value, least: least, most: most)
        }
    }
}
