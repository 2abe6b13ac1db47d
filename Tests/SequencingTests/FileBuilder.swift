@testable import AVFSequencing

/// MIDI files as bytes, with whatever is wrong with them.
enum FileBuilder {
    /// A number, the highest byte first.
    static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * (byteCount - 1 - $0))) }
    }

    /// A header.
    static func header(
        format: Int = 1, trackCount: Int = 1, division: Int = 480, extra: [UInt8] = []
    ) -> [UInt8] {
        Array("MThd".utf8) + number(6 + extra.count, 4) + number(format, 2) + number(trackCount, 2)
            + number(division, 2) + extra
    }

    /// A track with its length, or another one.
    static func track(_ events: [UInt8], length: Int? = nil) -> [UInt8] {
        Array("MTrk".utf8) + number(length ?? events.count, 4) + events
    }

    /// A file of these tracks.
    static func file(_ tracks: [UInt8]..., division: Int = 480) -> [UInt8] {
        header(trackCount: tracks.count, division: division) + tracks.flatMap { track($0) }
    }

    /// A number of variable length, by its definition: groups of seven bits.
    static func variableLength(_ value: Int) -> [UInt8] {
        var groups = [UInt8(value & 0x7F)]
        var rest = value >> 7
        while rest > 0 {
            groups.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return groups
    }

    /// The end of a track.
    static let end: [UInt8] = [0, 0xFF, 0x2F, 0]
    /// Middle C for one beat of 480 ticks.
    static let note: [UInt8] = [0, 0x90, 60, 100, 0x83, 0x60, 0x80, 60, 64]
    /// The same, with the track's end.
    static let noteTrack = note + end

    /// What a track's events are, with their beats.
    static func events(_ file: MIDIFile, _ track: Int = 0) -> [String] {
        guard track < file.tracks.count else { return [] }
        let store = file.tracks[track].events
        return (0..<store.count).map { "\(store.beat(at: $0)): \(text(store.event(at: $0)))" }
    }

    private static func text(_ event: MusicEvent) -> String {
        switch event {
        case .note(let note): "note \(note.key) \(note.velocity) for \(note.duration)"
        case .meta(let type, let data): "meta \(type) \(data)"
        case .systemExclusive(let data): "exclusive \(data)"
        case .escape(let data): "escape \(data)"
        default: "\(event)"
        }
    }
}
