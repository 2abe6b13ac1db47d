import AVFRender

/// A MIDI message with a time, on its way into or out of a plugin; a long message is several of these in a
/// row.
package struct MIDIEvent: BitwiseCopyable, Sendable {
    /// The time that means "with the next block".
    package static let immediately = RenderEvent.immediately
    /// Bytes that one event holds.
    package static var capacity: Int { @_noLocks get { 8 } }

    /// When, in frames of the receiving unit.
    package let sampleTime: Int64
    /// The bytes, first one lowest.
    let packed: UInt64
    /// How many bytes.
    let count: UInt32
    /// The bytes belong to the message that the event before began.
    let continues: Bool

    /// A message of one to eight bytes, status first.
    package init(_ bytes: [UInt8], at sampleTime: Int64 = immediately) {
        self.init(bytes[...], at: sampleTime, continues: false)
    }

    private init(_ bytes: ArraySlice<UInt8>, at sampleTime: Int64, continues: Bool) {
        self.sampleTime = sampleTime
        self.continues = continues
        count = UInt32(min(bytes.count, Self.capacity))
        packed = bytes.prefix(Self.capacity).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// An event that holds what a plugin has made.
    @_noLocks
    init(_ bytes: UnsafePointer<UInt8>, count: Int, at sampleTime: Int64, continues: Bool) {
        self.sampleTime = sampleTime
        self.continues = continues
        self.count = UInt32(truncatingIfNeeded: count)
        var packed: UInt64 = 0
        for index in 0..<count { packed |= UInt64(bytes[index]) << (8 &* UInt64(index)) }
        self.packed = packed
    }

    /// A message of any length as events.
    package static func events(_ message: [UInt8], at sampleTime: Int64 = immediately) -> [MIDIEvent] {
        stride(from: 0, to: message.count, by: capacity).map {
            MIDIEvent(message[$0..<min($0 + capacity, message.count)], at: sampleTime, continues: $0 > 0)
        }
    }

    /// The bytes.
    package var bytes: [UInt8] {
        (0..<Int(min(count, UInt32(Self.capacity)))).map {
            UInt8(truncatingIfNeeded: packed >> (8 * UInt64($0)))
        }
    }

    /// Whether a message begins here.
    package var isStart: Bool { !continues }
}
