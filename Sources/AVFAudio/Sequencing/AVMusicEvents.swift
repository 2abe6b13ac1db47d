import AVFSequencing

/// A meta event of a MIDI file.
open class AVMIDIMetaEvent: AVMusicEvent {
    /// The types that have names.
    public enum EventType: Int, Sendable {
        case sequenceNumber = 0x00
        case text = 0x01
        case copyright = 0x02
        case trackName = 0x03
        case instrument = 0x04
        case lyric = 0x05
        case marker = 0x06
        case cuePoint = 0x07
        case midiChannel = 0x20
        case midiPort = 0x21
        case endOfTrack = 0x2F
        case tempo = 0x51
        case smpteOffset = 0x54
        case timeSignature = 0x58
        case keySignature = 0x59
        case proprietaryEvent = 0x7F
    }

    let bytes: [UInt8]
    /// The type in the file, 0…127.
    let number: UInt8

    /// The type; a text for one that has no name, whose number is in `typeNumber`.
    open var type: EventType { EventType(rawValue: Int(number)) ?? .text }

    /// A meta event with its data.
    ///
    /// Tempi, meters and SMPTE offsets belong into the tempo track, everything else into others.
    public convenience init(type: EventType, data: Data) {
        self.init(UInt8(truncatingIfNeeded: type.rawValue), [UInt8](data))
    }

    init(_ type: UInt8, _ bytes: [UInt8]) {
        number = type
        self.bytes = bytes
    }

    override func event() throws(SongError) -> MusicEvent { .meta(type: number, data: bytes) }
}

/// Bytes of the program's, which the sequencer's user callback gets when they are due.
open class AVMusicUserEvent: AVMusicEvent {
    let bytes: [UInt8]

    /// Its size in bytes.
    open var sizeInBytes: UInt32 { UInt32(clamping: bytes.count) }

    /// An event with these bytes.
    public convenience init(data: Data) { self.init([UInt8](data)) }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    override func event() throws(SongError) -> MusicEvent { .user(bytes) }
}

/// A note whose key and velocity have fractions.
///
/// Units that take MIDI 1.0 play the nearest key with the nearest velocity.
open class AVExtendedNoteOnEvent: AVMusicEvent {
    /// The instrument of the group, which is the only one that is supported.
    public class var defaultInstrument: UInt32 { 0xFFFF_FFFF }

    /// The key, 0…127; 60 for middle C.
    open var midiNote: Float
    /// 0…127.
    open var velocity: Float
    /// The instrument: `defaultInstrument`.
    open var instrumentID: UInt32
    /// The group; its low four bits are the MIDI channel.
    open var groupID: UInt32
    /// In beats, 0 or more.
    open var duration: AVMusicTimeStamp

    /// A note of a group's own instrument.
    public convenience init(
        midiNote: Float, velocity: Float, groupID: UInt32, duration: AVMusicTimeStamp
    ) {
        self.init(
            midiNote: midiNote, velocity: velocity, instrumentID: Self.defaultInstrument, groupID: groupID,
            duration: duration)
    }

    /// A note.
    public init(
        midiNote: Float, velocity: Float, instrumentID: UInt32, groupID: UInt32,
        duration: AVMusicTimeStamp
    ) {
        self.midiNote = midiNote
        self.velocity = velocity
        self.instrumentID = instrumentID
        self.groupID = groupID
        self.duration = duration
    }

    convenience init(_ note: MusicEvent.ExtendedNote) {
        self.init(
            midiNote: note.key, velocity: note.velocity, instrumentID: note.instrument,
            groupID: note.group, duration: note.duration)
    }

    override func event() throws(SongError) -> MusicEvent {
        .extendedNote(
            .init(
                key: midiNote, velocity: velocity, instrument: instrumentID, group: groupID,
                duration: duration))
    }
}

/// A tempo, from its position on.
open class AVExtendedTempoEvent: AVMusicEvent {
    /// Beats in a minute, more than 0.
    open var tempo: Double {
        didSet { microseconds = nil }
    }
    /// The data of the file's own event, while it says the same.
    private var microseconds: [UInt8]?

    /// A tempo in beats a minute.
    public init(tempo: Double) { self.tempo = tempo }

    init(microseconds: [UInt8]) {
        let perBeat = microseconds.reduce(0) { $0 << 8 | UInt32($1) }
        tempo = 60_000_000 / Double(max(1, perBeat))
        self.microseconds = microseconds
    }

    override func event() throws(SongError) -> MusicEvent {
        microseconds.map { .meta(type: MusicEvent.MetaType.tempo, data: $0) } ?? .extendedTempo(tempo)
    }
}

/// A value of a parameter of the destination unit; on the way to it from the event before it the parameter
/// goes in a straight line.
open class AVParameterEvent: AVMusicEvent {
    /// The parameter's identifier: the low 32 bits of its address.
    open var parameterID: UInt32
    /// The scope: `kAudioUnitScope_Global`.
    open var scope: UInt32
    /// The element: 0.
    open var element: UInt32
    /// The value, in the parameter's unit.
    open var value: Float

    /// A value of a parameter.
    public init(parameterID: UInt32, scope: UInt32, element: UInt32, value: Float) {
        self.parameterID = parameterID
        self.scope = scope
        self.element = element
        self.value = value
    }

    override func event() throws(SongError) -> MusicEvent {
        .parameter(.init(identifier: parameterID, scope: scope, element: element, value: value))
    }
}

/// A state for the destination unit: what `AUAudioUnit.fullState` gives.
///
/// It is set on a thread of the engine's when it is due, and so is heard some blocks later.
open class AVAUPresetEvent: AVMusicEvent {
    /// The scope: `kAudioUnitScope_Global`.
    open var scope: UInt32
    /// The element: 0.
    open var element: UInt32
    private let bytes: [UInt8]?

    /// The state; empty if what was given was no property list.
    open var presetDictionary: [AnyHashable: Any] { Self.dictionary(bytes ?? []) ?? [:] }

    /// A state, which is copied.
    public convenience init(scope: UInt32, element: UInt32, dictionary presetDictionary: [AnyHashable: Any]) {
        let list = try? PropertyListSerialization.data(
            fromPropertyList: presetDictionary, format: .binary, options: 0)
        self.init(scope, element, list.map { [UInt8]($0) })
    }

    init(_ scope: UInt32, _ element: UInt32, _ bytes: [UInt8]?) {
        self.scope = scope
        self.element = element
        self.bytes = bytes
    }

    static func dictionary(_ bytes: [UInt8]) -> [AnyHashable: Any]? {
        let list = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        return list as? [AnyHashable: Any]
    }

    override func event() throws(SongError) -> MusicEvent {
        guard let bytes else { throw .noEvent }
        return .preset(scope: scope, element: element, data: bytes)
    }
}
