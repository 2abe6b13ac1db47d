/// One event of a unit's block: a parameter's change, a MIDI message in bytes, a piece of a long one, or a
/// message in words that MIDI 1.0 has no bytes for.
///
/// Small and plain, so that it crosses threads and processes. A message of more than 16 bytes is several
/// events in a row, with the same time.
@frozen
public struct UnitEvent: BitwiseCopyable, Sendable {
    /// What an event is.
    @frozen
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// A parameter takes a value, at once or by a ramp.
        case parameter
        /// Bytes of a MIDI 1.0 message, status first.
        case midi
        /// A message that only the Universal MIDI Packet has, such as those of MIDI 2.0.
        case packet
    }

    /// Bytes that one event holds.
    public static var byteCapacity: Int { @_noLocks get { 16 } }

    /// When, in frames of the unit; `RenderEvent.immediately` for the next block.
    public var sampleTime: Int64
    // Plain numbers, because an event may come from a process that is not to be believed.
    private let rawKind: UInt8
    private let rawContinues: UInt8
    /// The MIDI cable, 0…15.
    public let cable: UInt8
    /// The parameter's place, or the bytes of the message from here to its end.
    private let number: Int32
    private let low: UInt64
    private let high: UInt64

    @_noLocks
    private init(
        _ kind: Kind, at sampleTime: Int64, cable: UInt8, continues: Bool, _ number: Int32, _ low: UInt64,
        _ high: UInt64
    ) {
        self.sampleTime = sampleTime
        rawKind = kind.rawValue
        rawContinues = continues ? 1 : 0
        self.cable = cable
        self.number = number
        self.low = low
        self.high = high
    }

    // MARK: - Parameters

    /// The parameter at a place of the parameter block goes to a value, in `rampFrameCount` frames; 0 for a
    /// step.
    @_noLocks
    public init(parameter: Int, value: Float, at sampleTime: Int64, rampFrameCount: Int64 = 0) {
        self.init(
            .parameter, at: sampleTime, cable: 0, continues: false, Int32(truncatingIfNeeded: parameter),
            Self.target(value, rampFrameCount), 0)
    }

    /// The parameter at an address of a program's own unit goes to a value, in `rampFrameCount` frames.
    package init(address: UInt64, value: Float, at sampleTime: Int64, rampFrameCount: Int64 = 0) {
        self.init(
            .parameter, at: sampleTime, cable: 0, continues: false, -1, Self.target(value, rampFrameCount),
            address)
    }

    /// A value, and the frames that the way to it takes, at most 24 hours' worth.
    @_noLocks
    private static func target(_ value: Float, _ rampFrameCount: Int64) -> UInt64 {
        UInt64(value.bitPattern) | UInt64(max(0, min(rampFrameCount, 0xFFFF_FFFF))) << 32
    }

    /// The parameter's place in the parameter block.
    public var parameter: Int { @_noLocks get { Int(number) } }

    /// The parameter's value in the end.
    public var value: Float { @_noLocks get { Float(bitPattern: UInt32(truncatingIfNeeded: low)) } }

    /// Frames that the way to the value takes; 0 for a step.
    public var rampFrameCount: Int64 { @_noLocks get { Int64(low >> 32) } }

    /// The parameter's address in a program's own unit.
    package var address: UInt64 { @_noLocks get { high } }

    // MARK: - MIDI

    /// A channel message of MIDI 1.0.
    @_noLocks
    public init(
        status: UInt8, _ data1: UInt8, _ data2: UInt8, byteCount: Int = 3, cable: UInt8 = 0,
        at sampleTime: Int64
    ) {
        let bytes = UInt64(status) | UInt64(data1) << 8 | UInt64(data2) << 16
        self.init(
            .midi, at: sampleTime, cable: cable, continues: false, Int32(truncatingIfNeeded: byteCount),
            bytes, 0)
    }

    /// The first 16 of the bytes that are left of a message, or all of them.
    @_noLocks
    public init(
        _ bytes: UnsafePointer<UInt8>, byteCount: Int, continues: Bool = false, cable: UInt8 = 0,
        at sampleTime: Int64
    ) {
        var (low, high): (UInt64, UInt64) = (0, 0)
        var index = 0
        while index < min(byteCount, Self.byteCapacity) {
            let byte = UInt64(bytes[index])
            if index < 8 {
                low |= byte << UInt64(8 &* index)
            } else {
                high |= byte << UInt64(8 &* (index &- 8))
            }
            index &+= 1
        }
        self.init(
            .midi, at: sampleTime, cable: cable, continues: continues, Int32(truncatingIfNeeded: byteCount),
            low,
            high)
    }

    /// Bytes of a message, the first eight in `low`; `byteCount` counts those from here to the message's end.
    init(
        low: UInt64, high: UInt64, byteCount: Int, continues: Bool, cable: UInt8, at sampleTime: Int64
    ) {
        self.init(
            .midi, at: sampleTime, cable: cable, continues: continues, Int32(truncatingIfNeeded: byteCount),
            low, high)
    }

    /// Events that a message of so many bytes takes.
    @_noLocks
    public static func count(forBytes byteCount: Int) -> Int {
        max(1, (byteCount &+ byteCapacity &- 1) / byteCapacity)
    }

    /// Bytes of the message from this event to its end.
    public var messageByteCount: Int { @_noLocks get { Int(number) } }

    /// What it is.
    public var kind: Kind { @_noLocks get { Kind(rawValue: min(rawKind, 2)).unsafelyUnwrapped } }

    /// Whether it changes a parameter.
    public var isParameter: Bool { @_noLocks get { rawKind == 0 } }

    /// Whether it holds bytes of a MIDI 1.0 message.
    public var isMIDI: Bool { @_noLocks get { rawKind == 1 } }

    /// The bytes belong to the message that the event before began.
    public var continues: Bool { @_noLocks get { rawContinues != 0 } }

    /// Whether it is a message in words.
    public var isPacket: Bool { @_noLocks get { rawKind >= 2 } }

    /// Events from this one to the end of its message.
    public var pieceCount: Int { @_noLocks get { isMIDI ? Self.count(forBytes: Int(number)) : 1 } }

    /// Events that the message takes at most, in words or in the bytes of MIDI 1.0.
    var largestPieceCount: Int {
        @_noLocks get { isPacket ? max(1, packet.channelMessageCount) : pieceCount }
    }

    /// Bytes in this event.
    public var byteCount: Int { @_noLocks get { max(0, min(Int(number), Self.byteCapacity)) } }

    /// A message in words, which MIDI 1.0 has no bytes for.
    @_noLocks
    public init(_ packet: UniversalPacket, cable: UInt8 = 0, at sampleTime: Int64) {
        self.init(
            .packet, at: sampleTime, cable: cable, continues: false, 0,
            UInt64(packet.first) | UInt64(packet.second) << 32,
            UInt64(packet.third) | UInt64(packet.fourth) << 32)
    }

    /// The message in words.
    public var packet: UniversalPacket {
        @_noLocks get {
            UniversalPacket(
                UInt32(truncatingIfNeeded: low), UInt32(truncatingIfNeeded: low >> 32),
                UInt32(truncatingIfNeeded: high), UInt32(truncatingIfNeeded: high >> 32))
        }
    }

    /// A byte of this event, counted from 0.
    @_noLocks
    public func byte(_ index: Int) -> UInt8 {
        index < 8
            ? UInt8(truncatingIfNeeded: low >> UInt64(8 &* index))
            : UInt8(truncatingIfNeeded: high >> UInt64(8 &* (index &- 8)))
    }

    /// Bytes 0…7, the first one lowest.
    package var lowBytes: UInt64 { @_noLocks get { low } }

    /// Bytes 8…15, the first one lowest.
    package var highBytes: UInt64 { @_noLocks get { high } }

    /// The status byte of a channel message without its channel, such as 0x90 for a note; 0 for anything
    /// else.
    public var channelStatus: UInt8 {
        @_noLocks get {
            let status = UInt8(truncatingIfNeeded: low)
            return isMIDI && !continues && status >= 0x80 && status < 0xF0 ? status & 0xF0 : 0
        }
    }

    /// The channel of a channel message, 0…15.
    public var channel: UInt8 { @_noLocks get { UInt8(truncatingIfNeeded: low) & 0x0F } }
}
