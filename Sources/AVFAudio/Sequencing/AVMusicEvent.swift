import AVFSequencing

/// A position in a sequence, in beats: quarter notes, or seconds in a file whose ticks count film frames.
public typealias AVMusicTimeStamp = Double

/// The end of a track, for ranges that reach there.
public let AVMusicTimeStampEndOfTrack: AVMusicTimeStamp = .greatestFiniteMagnitude

/// Beats from a start to before an end.
public struct AVBeatRange: Sendable, Equatable {
    /// The first beat.
    public var start: AVMusicTimeStamp
    /// How many beats; `AVMusicTimeStampEndOfTrack` for all to the end.
    public var length: AVMusicTimeStamp

    /// A range.
    public init(start: AVMusicTimeStamp, length: AVMusicTimeStamp) {
        self.start = start
        self.length = length
    }

    /// The empty range at beat 0.
    public init() { self.init(start: 0, length: 0) }

    var core: BeatRange { BeatRange(start: start, length: length) }
}

/// Beats from a start on.
public func AVMakeBeatRange(
    _ startBeat: AVMusicTimeStamp, _ lengthInBeats: AVMusicTimeStamp
) -> AVBeatRange {
    AVBeatRange(start: startBeat, length: lengthInBeats)
}

/// What happens at one position of a track: one of the subclasses.
///
/// A track copies what it is given; changing an event afterwards changes no track, except inside
/// `AVMusicTrack.enumerateEvents`.
open class AVMusicEvent: NSObject {
    /// An event that no track takes: see the subclasses.
    public override init() {}

    /// What the event says; refused if a number is out of its range.
    func event() throws(SongError) -> MusicEvent { throw .noEvent }

    /// A number of an event as a byte.
    static func byte(_ name: String, _ value: UInt32, _ most: UInt32 = 127) throws(SongError) -> UInt8 {
        guard value <= most else {
            throw .value(name, Double(value), least: 0, most: Double(most))
        }
        return UInt8(truncatingIfNeeded: value)
    }

    /// The object that stands for an event.
    static func object(for event: MusicEvent) -> AVMusicEvent {
        switch event {
        case .note(let note): AVMIDINoteEvent(note)
        case .polyPressure(let channel, let key, let pressure):
            AVMIDIPolyPressureEvent(
                channel: UInt32(channel), key: UInt32(key), pressure: UInt32(pressure))
        case .controlChange(let channel, let controller, let value):
            AVMIDIControlChangeEvent(UInt32(channel), UInt32(controller), UInt32(value))
        case .programChange(let channel, let program, let bank):
            AVMIDIProgramChangeEvent(UInt32(channel), UInt32(program), bank: bank)
        case .channelPressure(let channel, let pressure):
            AVMIDIChannelPressureEvent(channel: UInt32(channel), pressure: UInt32(pressure))
        case .pitchBend(let channel, let value):
            AVMIDIPitchBendEvent(channel: UInt32(channel), value: UInt32(value))
        case .systemExclusive(let bytes): AVMIDISysexEvent(bytes, isEscape: false)
        case .escape(let bytes): AVMIDISysexEvent(bytes, isEscape: true)
        case .meta(MusicEvent.MetaType.tempo, let bytes) where event.picosecondsPerQuarter != nil:
            AVExtendedTempoEvent(microseconds: bytes)
        case .meta(let type, let bytes): AVMIDIMetaEvent(type, bytes)
        case .user(let bytes): AVMusicUserEvent(bytes)
        case .parameter(let parameter):
            AVParameterEvent(
                parameterID: parameter.identifier, scope: parameter.scope, element: parameter.element,
                value: parameter.value)
        case .preset(let scope, let element, let bytes): AVAUPresetEvent(scope, element, bytes)
        case .extendedNote(let note): AVExtendedNoteOnEvent(note)
        case .extendedTempo(let tempo): AVExtendedTempoEvent(tempo: tempo)
        }
    }
}
