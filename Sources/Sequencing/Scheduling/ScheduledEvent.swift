/// An event as the render side reads it: 24 bytes, and perhaps bytes of its lane's beside it.
package struct ScheduledEvent: BitwiseCopyable, Sendable {
    /// What is done with it.
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// A note is struck, and released after `extent` units.
        case note
        /// A key is released if it sounds.
        case release
        /// A channel message is sent.
        case message
        /// Bytes are sent as one MIDI message.
        case bytes
        /// A parameter takes a value, and goes to the next one within `extent` units.
        case parameter
        /// The control side is told of it.
        case report
    }

    /// Where it is in its track, in units.
    package var unit: Int64
    /// Units to a note's end or to a parameter's next value; for bytes how many there are.
    package var extent: Int64
    /// A note's release velocity; the place of bytes and of a parameter's numbers in the lane's.
    package var place: UInt32
    /// What is done with it.
    package var kind: Kind
    /// The MIDI status; for reports what is reported, or the type of a meta event.
    package var status: UInt8
    /// The first data byte.
    package var data1: UInt8
    /// The second data byte.
    package var data2: UInt8

    /// An event.
    init(
        _ kind: Kind, unit: Int64, extent: Int64 = 0, status: UInt8, _ data1: UInt8 = 0, _ data2: UInt8 = 0,
        place: UInt32 = 0
    ) {
        self.unit = unit
        self.extent = extent
        self.place = place
        self.kind = kind
        self.status = status
        self.data1 = data1
        self.data2 = data2
    }

    /// The key of each channel, 0…2047.
    var slot: Int { @_noLocks get { Int(status & 15) << 7 | Int(data1 & 127) } }
}

/// What a lane keeps of an event of a parameter.
struct ScheduledParameter: BitwiseCopyable {
    /// The parameter's place in the destination unit.
    var parameter: Int32
    /// Its value.
    var value: Float
    /// The value of its next event.
    var nextValue: Float
}
