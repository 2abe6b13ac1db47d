/// An event as a track keeps it: 24 bytes without references; what does not fit is a payload beside it.
package struct StoredEvent: BitwiseCopyable, Sendable {
    /// What it is.
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        case note, polyPressure, controlChange, programChange, channelPressure, pitchBend
        /// One with a payload.
        case payload
    }

    /// Where it begins, in beats, as it was given.
    package var beat: Double
    /// Beats to its end.
    package var duration: Double
    /// What it is.
    package var kind: Kind
    /// The MIDI channel.
    package var channel: UInt8
    /// The first data byte.
    package var data1: UInt8
    /// The second data byte.
    package var data2: UInt8
    /// A note's release velocity, a program's bank, or the place of the payload.
    package var extra: UInt32

    /// An event of so many bytes.
    package init(
        _ kind: Kind, beat: Double, duration: Double = 0, channel: UInt8, _ data1: UInt8, _ data2: UInt8 = 0,
        extra: UInt32 = 0
    ) {
        self.beat = beat
        self.duration = duration
        self.kind = kind
        self.channel = channel
        self.data1 = data1
        self.data2 = data2
        self.extra = extra
    }

    /// A program without a bank.
    static var noBank: UInt32 { .max }

    /// The event in its compact form; nil for one that needs a payload.
    init?(_ event: MusicEvent, at beat: Double) {
        switch event {
        case .note(let note):
            self.init(
                .note, beat: beat, duration: note.duration, channel: note.channel, note.key, note.velocity,
                extra: UInt32(note.releaseVelocity))
        case .polyPressure(let channel, let key, let pressure):
            self.init(.polyPressure, beat: beat, channel: channel, key, pressure)
        case .controlChange(let channel, let controller, let value):
            self.init(.controlChange, beat: beat, channel: channel, controller, value)
        case .programChange(let channel, let program, let bank):
            self.init(
                .programChange, beat: beat, channel: channel, program,
                extra: bank.map { UInt32($0) } ?? Self.noBank)
        case .channelPressure(let channel, let pressure):
            self.init(.channelPressure, beat: beat, channel: channel, pressure)
        case .pitchBend(let channel, let value):
            self.init(.pitchBend, beat: beat, channel: channel, UInt8(value & 0x7F), UInt8(value >> 7 & 0x7F))
        default: return nil
        }
    }

    /// The event, with its payload where it has one.
    func event(_ payloads: [MusicEvent]) -> MusicEvent {
        switch kind {
        case .note:
            .note(
                .init(
                    channel: channel, key: data1, velocity: data2,
                    releaseVelocity: UInt8(truncatingIfNeeded: extra), duration: duration))
        case .polyPressure: .polyPressure(channel: channel, key: data1, pressure: data2)
        case .controlChange: .controlChange(channel: channel, controller: data1, value: data2)
        case .programChange:
            .programChange(
                channel: channel, program: data1,
                bank: extra == Self.noBank ? nil : UInt16(truncatingIfNeeded: extra))
        case .channelPressure: .channelPressure(channel: channel, pressure: data1)
        case .pitchBend: .pitchBend(channel: channel, value: UInt16(data2) << 7 | UInt16(data1))
        case .payload: payloads[Int(extra)]
        }
    }
}
