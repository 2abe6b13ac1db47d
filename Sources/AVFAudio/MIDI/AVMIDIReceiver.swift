import AVFDevices
import AVFEngine

/// Hands what arrives at a MIDI port to a block of the program's. (Not in Apple's API, where CoreMIDI's input
/// ports do that.)
///
/// The block is called on a thread of MIDI's with whole messages in their order; it may wait a little, and
/// what arrives meanwhile waits too. When the port goes away, or the receiver is closed, the block gets
/// note-offs for what sounds. To play an instrument of an engine, use `AVAudioMIDIInputNode`.
public final class AVMIDIReceiver: Sendable {
    /// Takes messages in words, with the host time of their arrival; the list is valid in the call only.
    public typealias Block = @Sendable (UnsafePointer<MIDIEventList>) -> Void

    private let input: MIDIInput

    /// Receives from a source until it is closed or released.
    ///
    /// - Parameters:
    ///   - source: A port that gives messages.
    ///   - midiProtocol: Which channel messages the block gets; others are translated.
    ///   - block: Takes the messages.
    /// - Throws: An `NSError` if the port is gone or gives nothing.
    public init(
        from source: AVMIDIEndpoint, protocol midiProtocol: MIDIProtocolID = ._1_0, block: @escaping Block
    ) throws {
        input = try midi { () throws(MIDIError) in
            try MIDISystem.shared().client.openInput(
                from: source.port.address, midiProtocol: MIDIProtocol(midiProtocol),
                receiver: Self.receiver(block, midiProtocol))
        }
    }

    /// Makes a destination that other programs can send to, until it is closed or released.
    ///
    /// - Throws: An `NSError` if the system refuses it.
    public init(
        virtualDestinationNamed name: String, protocol midiProtocol: MIDIProtocolID = ._1_0,
        block: @escaping Block
    ) throws {
        input = try midi { () throws(MIDIError) in
            try MIDISystem.shared().client.makeDestination(
                name, midiProtocol: MIDIProtocol(midiProtocol), receiver: Self.receiver(block, midiProtocol))
        }
    }

    deinit { close() }

    private static func receiver(
        _ block: @escaping Block, _ midiProtocol: MIDIProtocolID
    ) -> MIDIReceiver {
        { batch in
            MIDIWords.withList(of: batch.words, midiProtocol, timeStamp: batch.timeNanoseconds) { block($0) }
        }
    }

    /// The address that others know it by: `128:0`.
    public var address: String { input.address.description }

    /// Receives no more; nothing happens if it is closed.
    public func close() { input.close() }
}
