import AVFSequencing
import CAVFAudio

/// A song's events as C has them.
extension avf_song_event {
    init(_ event: MusicEvent, at beat: Double) {
        self.init()
        self.beat = beat
        duration = event.duration
        switch event {
        case .note(let note):
            set(AVF_SONG_NOTE, note.channel, Double(note.key), Double(note.velocity))
        case .polyPressure(let channel, let key, let pressure):
            set(AVF_SONG_POLY_PRESSURE, channel, Double(key), Double(pressure))
        case .controlChange(let channel, let controller, let value):
            set(AVF_SONG_CONTROL, channel, Double(controller), Double(value))
        case .programChange(let channel, let program, _): set(AVF_SONG_PROGRAM, channel, Double(program))
        case .channelPressure(let channel, let pressure):
            set(AVF_SONG_CHANNEL_PRESSURE, channel, 0, Double(pressure))
        case .pitchBend(let channel, let value): set(AVF_SONG_PITCH_BEND, channel, 0, Double(value))
        case .systemExclusive: set(AVF_SONG_SYSEX)
        case .escape: set(AVF_SONG_ESCAPE)
        case .meta(let type, _): set(AVF_SONG_META, 0, Double(type))
        case .user: set(AVF_SONG_USER)
        case .parameter(let parameter):
            set(AVF_SONG_PARAMETER, 0, Double(parameter.identifier), Double(parameter.value))
        case .preset: set(AVF_SONG_OTHER)
        case .extendedNote(let note):
            set(AVF_SONG_EXTENDED_NOTE, 0, Double(note.key), Double(note.velocity))
            channel = note.group
        case .extendedTempo(let tempo): set(AVF_SONG_TEMPO, 0, 0, tempo)
        }
        if let picoseconds = event.picosecondsPerQuarter {
            set(AVF_SONG_TEMPO, 0, 0, 6e13 / Double(picoseconds))
        }
        data_size = event.content.count
    }

    private mutating func set(
        _ kind: Int, _ channel: UInt8 = 0, _ number: Double = 0, _ value: Double = 0
    ) {
        self.kind = UInt32(kind)
        self.channel = UInt32(channel)
        self.number = number
        self.value = value
    }

    /// The event that it says.
    ///
    /// - Throws: `CallFailure` for an unknown kind, and numbers that are out of their ranges.
    func event() throws(CallFailure) -> MusicEvent {
        switch Int(kind) {
        case AVF_SONG_NOTE:
            .note(.init(channel: try channelByte(), key: try key(), velocity: try byte(), duration: duration))
        case AVF_SONG_POLY_PRESSURE:
            .polyPressure(channel: try channelByte(), key: try key(), pressure: try byte())
        case AVF_SONG_CONTROL:
            .controlChange(channel: try channelByte(), controller: try key(), value: try byte())
        case AVF_SONG_PROGRAM: .programChange(channel: try channelByte(), program: try key())
        case AVF_SONG_CHANNEL_PRESSURE:
            .channelPressure(channel: try channelByte(), pressure: try byte())
        case AVF_SONG_PITCH_BEND:
            .pitchBend(channel: try channelByte(), value: UInt16(try whole("value", value, 16383)))
        case AVF_SONG_SYSEX: .systemExclusive(try bytes())
        case AVF_SONG_ESCAPE: .escape(try bytes())
        case AVF_SONG_META: .meta(type: try key(), data: try bytes())
        case AVF_SONG_USER: .user(try bytes())
        case AVF_SONG_PARAMETER:
            .parameter(
                .init(
                    identifier: UInt32(try whole("number", number, Double(UInt32.max))), value: Float(value)))
        case AVF_SONG_TEMPO: .extendedTempo(value)
        case AVF_SONG_EXTENDED_NOTE:
            .extendedNote(
                .init(key: Float(number), velocity: Float(value), group: channel, duration: duration))
        default: throw .badArgument("C cannot add an event of kind \(kind).")
        }
    }

    private func channelByte() throws(CallFailure) -> UInt8 {
        UInt8(try whole("channel", Double(channel), 15))
    }

    private func key() throws(CallFailure) -> UInt8 { UInt8(try whole("number", number, 127)) }

    private func byte() throws(CallFailure) -> UInt8 { UInt8(try whole("value", value, 127)) }

    private func whole(_ name: String, _ value: Double, _ most: Double) throws(CallFailure) -> Int {
        guard value >= 0, value <= most, value == value.rounded() else {
            throw .badArgument("The event's \(name) is \(value), which is not one of 0...\(Int(most)).")
        }
        return Int(value)
    }

    private func bytes() throws(CallFailure) -> [UInt8] {
        guard data_size <= 1 << 24 else {
            throw .badArgument("\(UInt(bitPattern: data_size)) bytes of data are more than 2^24.")
        }
        guard let data else {
            guard data_size == 0 else { throw .missing("event->data") }
            return []
        }
        return Array(UnsafeBufferPointer(start: data, count: data_size))
    }
}

extension MusicEvent {
    /// The bytes of an event that has some.
    var content: [UInt8] {
        switch self {
        case .systemExclusive(let data), .escape(let data), .meta(_, let data), .user(let data),
            .preset(_, _, let data):
            data
        default: []
        }
    }
}
