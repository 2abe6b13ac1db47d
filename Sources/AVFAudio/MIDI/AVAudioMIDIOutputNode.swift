import AVFDevices
import AVFEngine

/// Sends the MIDI of an engine's units to ports: an arpeggiator to a synthesiser. (Not in Apple's API, where
/// a program hands on to CoreMIDI what units give it.)
///
/// Attach it, connect it to ports, and let `AVAudioEngine.connectMIDI` lead messages to it. Each message
/// leaves so that it arrives when its frame is heard; in manual rendering, as soon as it is rendered. When
/// the engine is paused or stops, what sounds ends. For tracks of a sequencer see
/// `AVMusicTrack.destinationMIDIEndpoint`.
open class AVAudioMIDIOutputNode: AVAudioNode, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    private let node: MIDIOutputNode

    /// A node that sends nowhere yet.
    ///
    /// - Throws: An `NSError` if MIDI may not be used.
    public init(connectedTo destinations: [AVMIDIEndpoint] = []) throws {
        node = try AVFAudioError.throwing { () throws(EngineError) in
            let node = try MIDIOutputNode()
            for destination in destinations { try node.connect(destination.port) }
            return node
        }
        super.init(core: node)
    }

    /// The ports that it sends to, those that are away included.
    open var destinations: [AVMIDIEndpoint] {
        node.destinations.map { AVMIDIEndpoint($0, .destination) }
    }

    /// Sends to a destination; nothing happens if it does.
    ///
    /// When a port of its name appears after it has gone away, that is sent to.
    ///
    /// - Throws: An `NSError` if the port is gone or takes nothing.
    open func connect(_ destination: AVMIDIEndpoint) throws {
        try AVFAudioError.throwing { () throws(EngineError) in try node.connect(destination.port) }
    }

    /// Sends to a destination no more, which ends the notes there; nothing happens if it does not.
    open func disconnect(_ destination: AVMIDIEndpoint) { node.disconnect(destination.port) }

    /// Makes a port that other programs can receive from, for as long as the node lives.
    ///
    /// - Parameters:
    ///   - name: What they see.
    ///   - midiProtocol: Which channel messages it gives.
    /// - Returns: Its address: `128:0`.
    /// - Throws: An `NSError` if the system refuses it.
    @discardableResult
    open func makeVirtualSource(
        named name: String, protocol midiProtocol: MIDIProtocolID = ._1_0
    ) throws -> String {
        try AVFAudioError.throwing { () throws(EngineError) in
            try node.makeSource(name, midiProtocol: MIDIProtocol(midiProtocol)).description
        }
    }
}
