/// What a port's channel messages are made of; the numbers are those of `MIDIProtocolID`.
package enum MIDIProtocol: Int32, Sendable {
    /// Messages of MIDI 1.0, which have bytes too.
    case midi1 = 1
    /// Messages of MIDI 2.0, which only words can say.
    case midi2 = 2
}
