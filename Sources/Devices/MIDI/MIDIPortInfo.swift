/// A port that others may connect to, as a list shows it.
package struct MIDIPortInfo: Hashable, Sendable {
    /// Its number.
    package let address: MIDIPortAddress
    /// The port's name.
    package let name: String
    /// The name of the client, which is a device or a program.
    package let clientName: String
    /// Whether it gives messages: what CoreMIDI calls a source.
    package let isSource: Bool
    /// Whether it takes messages: what CoreMIDI calls a destination.
    package let isDestination: Bool
    /// Which channel messages it gives and takes by itself; others are translated.
    package let midiProtocol: MIDIProtocol
    /// Whether a program has made it, and no device.
    package let isVirtual: Bool

    /// Describes a port.
    package init(
        address: MIDIPortAddress, name: String, clientName: String, isSource: Bool, isDestination: Bool,
        midiProtocol: MIDIProtocol = .midi1, isVirtual: Bool = false
    ) {
        self.address = address
        self.name = name
        self.clientName = clientName
        self.isSource = isSource
        self.isDestination = isDestination
        self.midiProtocol = midiProtocol
        self.isVirtual = isVirtual
    }

    /// Both names, as users write them.
    package var fullName: String { "\(clientName):\(name)" }
}

/// The side of a port that is needed.
package enum MIDIPortSide: String, Sendable {
    /// It gives messages.
    case source
    /// It takes messages.
    case destination
}
