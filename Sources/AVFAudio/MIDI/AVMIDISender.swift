import AVFDevices
import AVFEngine
import AVFRender

/// Sends messages to a MIDI port, now or ahead of time. (Not in Apple's API, where CoreMIDI's output ports do
/// that.)
///
/// Messages leave in the order of their times. Nothing waits: every function may be called from any thread
/// but the one that renders. To send what an engine plays, use `AVAudioMIDIOutputNode`.
public final class AVMIDISender: Sendable {
    private let output: MIDIOutput

    /// Sends to a destination until it is closed or released.
    ///
    /// - Throws: An `NSError` if the port is gone or takes nothing.
    public init(to destination: AVMIDIEndpoint) throws {
        output = try midi { () throws(MIDIError) in
            try MIDISystem.shared().client.openOutput(to: destination.port.address)
        }
    }

    /// Makes a source that other programs can receive from, until it is closed or released.
    ///
    /// - Throws: An `NSError` if the system refuses it.
    public init(virtualSourceNamed name: String, protocol midiProtocol: MIDIProtocolID = ._1_0) throws {
        output = try midi { () throws(MIDIError) in
            try MIDISystem.shared().client.makeSource(name, midiProtocol: MIDIProtocol(midiProtocol))
        }
    }

    deinit { close() }

    /// The address that others know it by: `128:0`.
    public var address: String { output.address.description }

    /// Sends messages of MIDI 1.0 in bytes, with running status if you like.
    ///
    /// - Parameters:
    ///   - bytes: Whole messages.
    ///   - hostTime: When they leave, in nanoseconds as `AVAudioTime.hostTime`; 0, or a time that has passed,
    ///     for now.
    /// - Throws: An `NSError` if they are not whole messages, the port is gone, or too much waits for its
    ///   time; nothing was sent then.
    public func send(_ bytes: [UInt8], at hostTime: UInt64 = 0) throws {
        try midi { () throws(MIDIError) in
            try output.send(bytes: bytes, at: hostTime == 0 ? nil : hostTime)
        }
    }

    /// Sends messages in words, each packet at its time stamp.
    ///
    /// - Throws: As above; packets before the one that is refused were sent.
    public func send(_ eventList: UnsafePointer<MIDIEventList>) throws {
        try midi { () throws(MIDIError) in
            for (time, words) in MIDIWords.packets(of: eventList) {
                try output.send(words, at: time == 0 ? nil : time)
            }
        }
    }

    /// Sends messages in bytes, each packet at its time stamp.
    ///
    /// - Throws: As above; packets before the one that is refused were sent.
    public func send(_ packetList: UnsafePointer<MIDIPacketList>) throws {
        try midi { () throws(MIDIError) in
            for (time, bytes) in MIDIPacketList.packets(of: packetList) {
                try output.send(bytes: bytes, at: time == 0 ? nil : time)
            }
        }
    }

    /// Takes back what waits for its time, and ends what sounds.
    public func cancelScheduled() { output.cancelScheduled() }

    /// Ends what sounds, with note-offs and pedals up; what waits for its time stays.
    public func endSoundingNotes() { output.endSoundingNotes() }

    /// Takes back what waits for its time, ends what sounds, and closes; nothing happens if it is closed.
    public func close() { output.close() }
}
