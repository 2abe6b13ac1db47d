/// What happens at one position of a track.
package enum MusicEvent: Sendable, Equatable {
    /// A note, with the end that belongs to it.
    case note(Note)
    /// Pressure of one key.
    case polyPressure(channel: UInt8, key: UInt8, pressure: UInt8)
    /// A controller, 0…127, takes a value.
    case controlChange(channel: UInt8, controller: UInt8, value: UInt8)
    /// A program, 0…127; with a bank (MSB × 128 + LSB) it is sent after controllers 0 and 32.
    case programChange(channel: UInt8, program: UInt8, bank: UInt16? = nil)
    /// Pressure of all keys.
    case channelPressure(channel: UInt8, pressure: UInt8)
    /// Pitch bend, 0…16383, 8192 for none.
    case pitchBend(channel: UInt8, value: UInt16)
    /// A system exclusive message with its first byte F0; without F7 at the end it goes on in an escape.
    case systemExclusive([UInt8])
    /// Bytes that a MIDI file sends as they are: more of a system exclusive message, or any other message.
    case escape([UInt8])
    /// A meta event of a MIDI file: its type and its data.
    case meta(type: UInt8, data: [UInt8])
    /// Bytes for the program, which is told when they are due.
    case user([UInt8])
    /// A parameter of the destination unit; the way to it from the event before is a straight line.
    case parameter(Parameter)
    /// A preset for the destination unit, as bytes that the program can read.
    case preset(scope: UInt32, element: UInt32, data: [UInt8])
    /// A note between keys, or in a group beyond the 16 channels.
    case extendedNote(ExtendedNote)
    /// Quarter notes in a minute, as a number with a fraction.
    case extendedTempo(Double)

    /// A note of MIDI 1.0.
    package struct Note: Sendable, Equatable {
        /// 0…15.
        package var channel: UInt8
        /// 0…127.
        package var key: UInt8
        /// 1…127; 0 releases the key.
        package var velocity: UInt8
        /// How fast the key is released, 0…127; 64 where it is not known.
        package var releaseVelocity: UInt8
        /// In beats.
        package var duration: Double

        /// A note.
        package init(
            channel: UInt8 = 0, key: UInt8, velocity: UInt8 = 64, releaseVelocity: UInt8 = 64,
            duration: Double
        ) {
            self.channel = channel
            self.key = key
            self.velocity = velocity
            self.releaseVelocity = releaseVelocity
            self.duration = duration
        }
    }

    /// A note whose key and velocity have fractions.
    package struct ExtendedNote: Sendable, Equatable {
        /// The key, 60 for middle C.
        package var key: Float
        /// 0…127.
        package var velocity: Float
        /// The instrument; 0xFFFFFFFF for that of the group.
        package var instrument: UInt32
        /// The group; its low four bits are the MIDI channel that it is played on.
        package var group: UInt32
        /// In beats.
        package var duration: Double

        /// A note.
        package init(
            key: Float, velocity: Float, instrument: UInt32 = .max, group: UInt32 = 0, duration: Double
        ) {
            self.key = key
            self.velocity = velocity
            self.instrument = instrument
            self.group = group
            self.duration = duration
        }
    }

    /// A value of a parameter.
    package struct Parameter: Sendable, Equatable {
        /// The parameter's identifier in the unit.
        package var identifier: UInt32
        /// The unit's scope, 0 for the whole unit.
        package var scope: UInt32
        /// The scope's element.
        package var element: UInt32
        /// The value.
        package var value: Float

        /// A value of a parameter.
        package init(identifier: UInt32, scope: UInt32 = 0, element: UInt32 = 0, value: Float) {
            self.identifier = identifier
            self.scope = scope
            self.element = element
            self.value = value
        }
    }

    /// Types of meta events.
    package enum MetaType {
        package static let trackName: UInt8 = 0x03
        package static let endOfTrack: UInt8 = 0x2F
        package static let tempo: UInt8 = 0x51
        package static let smpteOffset: UInt8 = 0x54
        package static let timeSignature: UInt8 = 0x58
        package static let proprietary: UInt8 = 0x7F
    }

    /// A meta event of a tempo in microseconds of a quarter note, 1…16777215.
    package static func tempo(microseconds: Int) -> MusicEvent {
        let value = UInt32(max(1, min(microseconds, 0xFF_FFFF)))
        let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        return .meta(type: MetaType.tempo, data: bytes)
    }

    /// A meta event of a meter whose beat is the given power of two of a whole note.
    package static func timeSignature(numerator: UInt8, denominatorPower: UInt8) -> MusicEvent {
        .meta(type: MetaType.timeSignature, data: [numerator, denominatorPower, 24, 8])
    }

    /// A text of a file, which does not say its encoding: UTF-8 where it can be, or else Latin-1.
    package static func text(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(bytes.map { Character(Unicode.Scalar($0)) })
    }

    /// Picoseconds of a quarter note, if the event is a tempo.
    package var picosecondsPerQuarter: UInt64? {
        switch self {
        case .extendedTempo(let tempo) where tempo > 0: TempoChange.picoseconds(ofTempo: tempo)
        case .meta(MetaType.tempo, let data) where data.count == 3:
            data.reduce(0) { $0 << 8 | UInt64($1) } * 1_000_000
        default: nil
        }
    }

    /// Whether it belongs into the tempo track and nowhere else.
    package var isOfTempoTrack: Bool {
        switch self {
        case .extendedTempo: true
        case .meta(let type, _):
            [MetaType.tempo, MetaType.smpteOffset, MetaType.timeSignature].contains(type)
        default: false
        }
    }

    /// Whether it is a note or another message of a MIDI channel.
    package var isChannelMessage: Bool {
        switch self {
        case .note, .polyPressure, .controlChange, .programChange, .channelPressure, .pitchBend,
            .extendedNote:
            true
        default: false
        }
    }

    /// Beats from its beginning to its end; 0 for anything but notes.
    package var duration: Double {
        switch self {
        case .note(let note): note.duration
        case .extendedNote(let note): note.duration
        default: 0
        }
    }
}
