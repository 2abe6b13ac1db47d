import AVFDevices
import AVFEngine

/// Plays what arrives at MIDI ports to units of an engine: a keyboard to a sampler. (Not in Apple's API,
/// where a program hands on what CoreMIDI gives it.)
///
/// Attach it, connect it to ports, and let `AVAudioEngine.connectMIDI` lead its messages to units that take
/// MIDI: instruments, MIDI processors, plugins; they come beside those of other sources. With a device, the
/// time from a key to its sound is always the same: one period, and what the device has buffered. In manual
/// rendering a message is heard with the next block.
open class AVAudioMIDIInputNode: AVAudioNode, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    private let node: MIDIInputNode

    /// A node that nothing arrives at yet.
    ///
    /// - Parameter midiProtocol: Which channel messages it gives; others are translated.
    /// - Throws: An `NSError` if MIDI may not be used.
    public init(protocol midiProtocol: MIDIProtocolID = ._1_0) throws {
        node = try AVFAudioError.throwing { () throws(EngineError) in
            try MIDIInputNode(midiProtocol: MIDIProtocol(midiProtocol))
        }
        super.init(core: node)
    }

    /// The ports that it receives from, those that are away included.
    open var sources: [AVMIDIEndpoint] { node.sources.map { AVMIDIEndpoint($0, .source) } }

    /// Receives from a source; nothing happens if it does.
    ///
    /// When the port goes away its notes end, and when one of its name appears, that is received from.
    ///
    /// - Throws: An `NSError` if the port is gone or gives nothing.
    open func connect(_ source: AVMIDIEndpoint) throws {
        try AVFAudioError.throwing { () throws(EngineError) in try node.connect(source.port) }
    }

    /// Receives from a source no more, which ends its notes; nothing happens if it does not.
    open func disconnect(_ source: AVMIDIEndpoint) { node.disconnect(source.port) }

    /// Makes a port that other programs can send to, for as long as the node lives.
    ///
    /// - Parameter name: What they see.
    /// - Returns: Its address: `128:0`.
    /// - Throws: An `NSError` if the system refuses it.
    @discardableResult
    open func makeVirtualDestination(named name: String) throws -> String {
        try AVFAudioError.throwing { () throws(EngineError) in
            try node.makeDestination(name).description
        }
    }
}
