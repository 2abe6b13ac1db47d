/// A client of a MIDI system: lists ports, opens them, makes ports of its own and connects any two.
///
/// All functions are [control], from any thread. Inputs and outputs work until they are closed or the client
/// is. What arrives and what is announced comes on the client's own thread; what is sent ahead of time leaves
/// on another one.
package protocol MIDIBackend: AnyObject, Sendable {
    /// The client's number.
    var clientID: Int32 { get }

    /// The ports there are now, in the order of their numbers; this client's virtual ones are among them.
    ///
    /// - Throws: `MIDIError.closed`, or what the system says.
    func ports() throws(MIDIError) -> [MIDIPortInfo]

    /// Receives from a source, as channel messages of `midiProtocol`.
    ///
    /// When the source goes away, or the input is closed, the receiver gets note-offs for what sounds.
    /// - Throws: `MIDIError.gone` if there is no such source, `.wrongSide`, `.refused`, `.closed`.
    func openInput(
        from source: MIDIPortAddress, midiProtocol: MIDIProtocol, receiver: @escaping MIDIReceiver
    ) throws(MIDIError) -> MIDIInput

    /// Sends to a destination.
    ///
    /// - Throws: as `openInput`.
    func openOutput(to destination: MIDIPortAddress) throws(MIDIError) -> MIDIOutput

    /// Makes a source that others may receive from; what is sent to the output comes out of it.
    ///
    /// - Throws: `MIDIError.refused`, `.closed`.
    func makeSource(_ name: String, midiProtocol: MIDIProtocol) throws(MIDIError) -> MIDIOutput

    /// Makes a destination that others may send to, as channel messages of `midiProtocol`.
    ///
    /// - Throws: `MIDIError.refused`, `.closed`.
    func makeDestination(
        _ name: String, midiProtocol: MIDIProtocol, receiver: @escaping MIDIReceiver
    ) throws(MIDIError) -> MIDIInput

    /// Lets what a source gives go to a destination; nothing happens if it does.
    ///
    /// - Throws: `MIDIError.gone`, `.wrongSide`, `.refused`, `.closed`.
    func connect(_ source: MIDIPortAddress, to destination: MIDIPortAddress) throws(MIDIError)

    /// Undoes `connect`; nothing happens if they are not connected.
    ///
    /// - Throws: as `connect`.
    func disconnect(_ source: MIDIPortAddress, from destination: MIDIPortAddress) throws(MIDIError)

    /// Ends what sounds, closes all inputs and outputs, and leaves the system.
    func close()
}

extension MIDIBackend {
    /// The port that a user means by a name or number: `20:0`, `Keystation:MIDI 1`, or a beginning.
    ///
    /// - Throws: as `MIDIPortName.find` and `ports()`.
    package func port(_ name: String, side: MIDIPortSide) throws(MIDIError) -> MIDIPortInfo {
        try MIDIPortName(name, side: side).find(in: ports())
    }
}
