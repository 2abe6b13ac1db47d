/// The contents of a MIDI file: tracks of events with positions in beats.
///
/// Formats: "Standard MIDI Files 1.0" (MIDI Association RP-001), RIFF MIDI (RMID), with an embedded
/// instrument bank where there is one, and "MIDI Clip File" (M2-116-U).
package struct MIDIFile: Sendable, Equatable {
    /// What the tracks of a file are to one another.
    package enum Format: UInt16, Sendable {
        /// One track.
        case single
        /// Tracks that sound together.
        case simultaneous
        /// Tracks that are songs of their own.
        case independent
    }

    /// A track as it stands in the file.
    package struct Track: Sendable, Equatable {
        /// The events, without the one that ends the track.
        package var events: EventStore
        /// Where the track ends, in beats; no event ends later.
        package var length: Double

        /// A track of these events; its end is theirs, or later.
        package init(_ events: EventStore = EventStore(), length: Double = 0) {
            self.events = events
            self.length = max(length, events.end)
        }
    }

    /// What the tracks are to one another.
    package var format: Format
    /// What the ticks count.
    package var timeBase: TimeBase
    /// The tracks, in the file's order.
    package var tracks: [Track]
    /// What was wrong with the file, and what was made of it; the first 256 places.
    package internal(set) var repairs: [MIDIFileRepair] = []
    /// How many more places there were.
    package internal(set) var furtherRepairCount = 0
    /// Where in the file's bytes an instrument bank lies, from its own RIFF header on.
    package internal(set) var bank: Range<Int>?

    /// A file of these tracks.
    package init(tracks: [Track], format: Format = .simultaneous, timeBase: TimeBase = .usual) {
        self.tracks = tracks
        self.format = format
        self.timeBase = timeBase
    }

    /// Reads a file; what is damaged is repaired or left out, and listed in `repairs`.
    ///
    /// Memory stays within 50 times the file's size.
    /// - Throws: `MIDIFileError` if the bytes are no MIDI file, or one without any track.
    package init(_ bytes: [UInt8]) throws(MIDIFileError) {
        self = try MIDIFileReader.read(bytes)
    }

    /// How many events there are in all tracks.
    package var eventCount: Int { tracks.reduce(0) { $0 + $1.events.count } }
}

/// Why bytes cannot be read as a MIDI file.
package enum MIDIFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no header of a MIDI file in the first 128 bytes, nor one of RIFF MIDI or a MIDI clip.
    case noHeader(byteCount: Int)
    /// There is a header, and no track behind it.
    case noTrack(announcedTrackCount: Int)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .noHeader(let count):
            """
            These \(count) bytes are no MIDI file: there is no "MThd" in the first 128, and no RIFF "RMID" or \
            "SMF2CLIP".
            """
        case .noTrack(let count):
            "The MIDI file has no track, although its header announces \(count)."
        }
    }
}

/// A place of a MIDI file that was not as it should be, and what was made of it.
package struct MIDIFileRepair: Sendable, Equatable, CustomStringConvertible {
    /// What was wrong.
    package enum Problem: Sendable, Equatable {
        case bytesBeforeHeader(count: Int)
        case headerLength(Int)
        case format(Int)
        case division(Int)
        case trackCount(announced: Int, found: Int)
        case unknownChunk(byteCount: Int)
        case trackTooLong(announced: Int, available: Int)
        case trackTooShort(announced: Int, found: Int)
        case noEndOfTrack
        case bytesAfterEndOfTrack(count: Int)
        case eventWithoutStatus(skippedByteCount: Int)
        case dataByte(UInt8, skippedByteCount: Int)
        case unexpectedStatus(UInt8)
        case lengthOfNumber
        case cutEvent
        case contentTooLong(announced: Int, available: Int)
        case tempo(byteCount: Int)
        case tempoOfZero
        case gapAfterDamage(beats: Double)
        case position
        case notesWithoutEnd(count: Int)
        case endsWithoutNote(count: Int)
        case packet(UInt32)
    }

    /// The track, counted from 0; nil for what belongs to none.
    package let track: Int?
    /// Where in the file, in bytes.
    package let byteOffset: Int
    /// What was wrong.
    package let problem: Problem

    /// A sentence for people.
    package var description: String {
        let place = track.map { "track \($0), byte \(byteOffset)" } ?? "byte \(byteOffset)"
        return "\(place): \(sentence)"
    }

    private var sentence: String {
        switch problem {
        case .bytesBeforeHeader(let count): "\(count) bytes before the header were skipped."
        case .headerLength(let length): "The header says that it has \(length) bytes; 6 were used."
        case .format(let format): "Format \(format) was read as format 1."
        case .division(let division): "The division \(division) means nothing; 480 ticks were assumed."
        case .trackCount(let announced, let found): "\(announced) tracks were announced; there are \(found)."
        case .unknownChunk(let count): "\(count) bytes that are no track were skipped."
        case .trackTooLong(let announced, let available):
            "The track should have \(announced) bytes; the \(available) that there are were read."
        case .trackTooShort(let announced, let found):
            "The track should have \(announced) bytes; it was read to its end after \(found)."
        case .noEndOfTrack: "The track has no end; it ends with its last event."
        case .bytesAfterEndOfTrack(let count): "\(count) bytes behind the track's end were skipped."
        case .eventWithoutStatus(let count):
            "An event without a status was left out; \(count) bytes were skipped."
        case .dataByte(let byte, let count):
            "An event with the data byte \(byte) was left out; \(count) bytes were skipped."
        case .unexpectedStatus(let status): "Status \(status) does not belong into a file and was left out."
        case .lengthOfNumber: "A number has more than 4 bytes; the track ends here."
        case .cutEvent: "The track ends within an event, which was left out."
        case .contentTooLong(let announced, let available):
            "An event should have \(announced) bytes, but \(available) are left; it was left out."
        case .tempo(let count): "A tempo of \(count) bytes instead of 3 was left out."
        case .tempoOfZero: "A tempo of 0 was left out; the one before holds."
        case .gapAfterDamage(let beats):
            "Behind damaged events there is a gap of \(beats) beats; the track ends here."
        case .position: "The position is later than can be kept; the track ends here."
        case .notesWithoutEnd(let count): "\(count) notes have no end; they last to the end of the track."
        case .endsWithoutNote(let count): "\(count) ends of notes that did not sound were left out."
        case .packet(let word): "A packet that begins with \(word) was left out."
        }
    }
}

/// The repairs of a file while it is read.
struct RepairLog {
    private(set) var repairs: [MIDIFileRepair] = []
    private(set) var furtherCount = 0

    /// Writes a repair down, or counts it.
    mutating func add(_ problem: MIDIFileRepair.Problem, track: Int? = nil, at byteOffset: Int) {
        if repairs.count < 256 {
            repairs.append(MIDIFileRepair(track: track, byteOffset: byteOffset, problem: problem))
        } else {
            furtherCount += 1
        }
    }
}
