// What events say, for those who read songs.

extension AVMusicEvent {
    /// The bytes of a System Exclusive message, a meta event or a user event; nil for others.
    /// (Not in Apple's API.)
    public final var data: Data? {
        switch self {
        case let event as AVMIDISysexEvent: Data(event.bytes)
        case let event as AVMIDIMetaEvent: Data(event.bytes)
        case let event as AVMusicUserEvent: Data(event.bytes)
        default: nil
        }
    }
}

extension AVMIDIMetaEvent {
    /// The type in the file, 0…127; also of events that have no `type`. (Not in Apple's API.)
    public final var typeNumber: UInt8 { number }
}

extension AVMIDIControlChangeEvent {
    /// The controller, 0…127; also of those that have no `messageType`. (Not in Apple's API.)
    public final var controller: UInt32 { number }

    /// A value for any of the 128 controllers. (Not in Apple's API.)
    public convenience init(channel: UInt32, controller: UInt32, value: UInt32) {
        self.init(channel, controller, value)
    }
}
