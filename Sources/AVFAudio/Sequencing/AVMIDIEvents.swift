import AVFSequencing

/// A note with its end, which is sent by itself.
open class AVMIDINoteEvent: AVMusicEvent {
    /// The MIDI channel, 0…15.
    open var channel: UInt32
    /// The key, 0…127; 60 for middle C.
    open var key: UInt32
    /// 1…127; 0 releases the key.
    open var velocity: UInt32
    /// In beats, 0 or more.
    open var duration: AVMusicTimeStamp
    /// How fast a note of a file is released.
    private let releaseVelocity: UInt8

    /// A note.
    public init(channel: UInt32, key keyNum: UInt32, velocity: UInt32, duration: AVMusicTimeStamp) {
        self.channel = channel
        key = keyNum
        self.velocity = velocity
        self.duration = duration
        releaseVelocity = 64
    }

    init(_ note: MusicEvent.Note) {
        channel = UInt32(note.channel)
        key = UInt32(note.key)
        velocity = UInt32(note.velocity)
        duration = note.duration
        releaseVelocity = note.releaseVelocity
    }

    override func event() throws(SongError) -> MusicEvent {
        .note(
            .init(
                channel: try Self.byte("channel", channel, 15), key: try Self.byte("key", key),
                velocity: try Self.byte("velocity", velocity), releaseVelocity: releaseVelocity,
                duration: duration))
    }
}

/// An event of a MIDI channel.
open class AVMIDIChannelEvent: AVMusicEvent {
    /// The MIDI channel, 0…15.
    open var channel: UInt32

    init(channel: UInt32) { self.channel = channel }

    /// The channel as a byte.
    func channelByte() throws(SongError) -> UInt8 { try Self.byte("channel", channel, 15) }
}

/// A controller takes a value.
open class AVMIDIControlChangeEvent: AVMIDIChannelEvent {
    /// The controllers that have names.
    public enum MessageType: Int, Sendable {
        case bankSelect = 0
        case modWheel = 1
        case breath = 2
        case foot = 4
        case portamentoTime = 5
        case dataEntry = 6
        case volume = 7
        case balance = 8
        case pan = 10
        case expression = 11
        case sustain = 64
        case portamento = 65
        case sostenuto = 66
        case soft = 67
        case legatoPedal = 68
        case hold2Pedal = 69
        case filterResonance = 71
        case releaseTime = 72
        case attackTime = 73
        case brightness = 74
        case decayTime = 75
        case vibratoRate = 76
        case vibratoDepth = 77
        case vibratoDelay = 78
        case reverbLevel = 91
        case chorusLevel = 93
        case RPN_LSB = 100
        case RPN_MSB = 101
        case allSoundOff = 120
        case resetAllControllers = 121
        case allNotesOff = 123
        case omniModeOff = 124
        case omniModeOn = 125
        case monoModeOn = 126
        case monoModeOff = 127
    }

    /// The controller, 0…127.
    let number: UInt32
    /// 0…127; for pedals less than 64 is up.
    open private(set) var value: UInt32

    /// The controller; bank select for one that has no name, whose number is in `controller`.
    open var messageType: MessageType { MessageType(rawValue: Int(number)) ?? .bankSelect }

    /// A value for a controller.
    public convenience init(channel: UInt32, messageType: MessageType, value: UInt32) {
        self.init(channel, UInt32(messageType.rawValue), value)
    }

    init(_ channel: UInt32, _ number: UInt32, _ value: UInt32) {
        self.number = number
        self.value = value
        super.init(channel: channel)
    }

    override func event() throws(SongError) -> MusicEvent {
        .controlChange(
            channel: try channelByte(), controller: try Self.byte("controller", number),
            value: try Self.byte("value", value))
    }
}

/// Pressure of one key.
open class AVMIDIPolyPressureEvent: AVMIDIChannelEvent {
    /// The key, 0…127.
    open var key: UInt32
    /// 0…127.
    open var pressure: UInt32

    /// Pressure of a key.
    public init(channel: UInt32, key: UInt32, pressure: UInt32) {
        self.key = key
        self.pressure = pressure
        super.init(channel: channel)
    }

    override func event() throws(SongError) -> MusicEvent {
        .polyPressure(
            channel: try channelByte(), key: try Self.byte("key", key),
            pressure: try Self.byte("pressure", pressure))
    }
}

/// Another program for a channel.
open class AVMIDIProgramChangeEvent: AVMIDIChannelEvent {
    /// 0…127.
    open var programNumber: UInt32
    /// The bank that a clip file gives with it.
    private let bank: UInt16?

    /// A program.
    public convenience init(channel: UInt32, programNumber: UInt32) {
        self.init(channel, programNumber, bank: nil)
    }

    init(_ channel: UInt32, _ programNumber: UInt32, bank: UInt16?) {
        self.programNumber = programNumber
        self.bank = bank
        super.init(channel: channel)
    }

    override func event() throws(SongError) -> MusicEvent {
        .programChange(
            channel: try channelByte(), program: try Self.byte("program", programNumber), bank: bank)
    }
}

/// Pressure of all keys of a channel.
open class AVMIDIChannelPressureEvent: AVMIDIChannelEvent {
    /// 0…127.
    open var pressure: UInt32

    /// Pressure of a channel.
    public init(channel: UInt32, pressure: UInt32) {
        self.pressure = pressure
        super.init(channel: channel)
    }

    override func event() throws(SongError) -> MusicEvent {
        .channelPressure(channel: try channelByte(), pressure: try Self.byte("pressure", pressure))
    }
}

/// Pitch bend of a channel.
open class AVMIDIPitchBendEvent: AVMIDIChannelEvent {
    /// 0…16383; 8192 for none.
    open var value: UInt32

    /// Pitch bend.
    public init(channel: UInt32, value: UInt32) {
        self.value = value
        super.init(channel: channel)
    }

    override func event() throws(SongError) -> MusicEvent {
        guard value <= 16383 else { throw .value("value", Double(value), least: 0, most: 16383) }
        return .pitchBend(channel: try channelByte(), value: UInt16(value))
    }
}

/// A system exclusive message.
open class AVMIDISysexEvent: AVMusicEvent {
    let bytes: [UInt8]
    /// Whether a file has it as bytes to be sent as they are.
    private let isEscape: Bool

    /// Its size in bytes.
    open var sizeInBytes: UInt32 { UInt32(clamping: bytes.count) }

    /// A message, with F0 first and F7 last.
    public convenience init(data: Data) { self.init([UInt8](data), isEscape: false) }

    init(_ bytes: [UInt8], isEscape: Bool) {
        self.bytes = bytes
        self.isEscape = isEscape
    }

    override func event() throws(SongError) -> MusicEvent {
        guard !isEscape else { return .escape(bytes) }
        return .systemExclusive(bytes.first == 0xF0 ? bytes : [0xF0] + bytes)
    }
}
