import AVFEngine
import AVFRender

/// An instrument: a plugin or the sampler, which turns MIDI into sound.
///
/// Messages are heard with the next block. What MIDI does not have, such as a note of 128, is refused, and
/// the engine's `errorHandler` is told.
open class AVAudioUnitMIDIInstrument: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    override init(_ unit: UnitNode) { super.init(unit) }

    /// An instrument without a unit: it is silent, and `loadError` says so.
    public override init() { super.init(isGenerator: true) }

    override init(own unit: UnitNode, as wanted: AudioComponentDescription) {
        super.init(own: unit, as: wanted)
    }

    /// The instrument around a node that a library has made.
    package convenience init(node: UnitNode) { self.init(node) }

    /// The instrument with that component description; if there is none, the node is silent.
    public init(audioComponentDescription description: AudioComponentDescription) {
        super.init(description, isGenerator: true)
    }

    /// Starts a note; the velocity 0 ends it.
    open func startNote(_ note: UInt8, withVelocity velocity: UInt8, onChannel channel: UInt8) {
        send(0x90, channel, [note, velocity])
    }

    /// Ends a note.
    open func stopNote(_ note: UInt8, onChannel channel: UInt8) { send(0x80, channel, [note, 0]) }

    /// Moves a controller.
    open func sendController(_ controller: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
        send(0xB0, channel, [controller, value])
    }

    /// Bends the pitch: 0…16383, 8192 in the middle.
    open func sendPitchBend(_ pitchbend: UInt16, onChannel channel: UInt8) {
        guard pitchbend < 16_384 else { return refuse("a pitch bend of \(pitchbend) is above 16383") }
        send(0xE0, channel, [UInt8(pitchbend & 0x7F), UInt8(pitchbend >> 7)])
    }

    /// Presses all keys of a channel.
    open func sendPressure(_ pressure: UInt8, onChannel channel: UInt8) { send(0xD0, channel, [pressure]) }

    /// Presses a key that is down.
    open func sendPressure(forKey key: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
        send(0xA0, channel, [key, value])
    }

    /// Chooses a program of the bank that was chosen last.
    open func sendProgramChange(_ program: UInt8, onChannel channel: UInt8) { send(0xC0, channel, [program]) }

    /// Chooses a program of a bank.
    open func sendProgramChange(_ program: UInt8, bankMSB: UInt8, bankLSB: UInt8, onChannel channel: UInt8) {
        guard max(program, bankMSB, bankLSB) < 128 else {
            return refuse("program \(program) of bank \(bankMSB), \(bankLSB) is above 127")
        }
        sendController(0, withValue: bankMSB, onChannel: channel)
        sendController(32, withValue: bankLSB, onChannel: channel)
        sendProgramChange(program, onChannel: channel)
    }

    /// Sends a message of two bytes.
    open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8) { send([midiStatus, data1]) }

    /// Sends a message of three bytes.
    open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8, data2: UInt8) {
        send([midiStatus, data1, data2])
    }

    /// Sends a System Exclusive message, from F0 to F7.
    open func sendMIDISysExEvent(_ midiData: Data) {
        guard midiData.first == 0xF0, midiData.last == 0xF7, midiData.count > 1 else {
            return refuse("a System Exclusive message must begin with F0 and end with F7")
        }
        send([UInt8](midiData))
    }

    /// Sends all messages of a list, now.
    ///
    /// For LV2 plugins messages of MIDI 2.0 become the nearest ones of MIDI 1.0.
    open func send(_ eventList: UnsafePointer<MIDIEventList>) {
        refusing { () throws(EngineError) in
            try unit.prepareMIDI()
            guard unit.sendMIDI(MIDIEventListPackets(eventList), at: RenderEvent.immediately) else {
                throw Self.isFull(core)
            }
        }
    }

    private func send(_ status: UInt8, _ channel: UInt8, _ data: [UInt8]) {
        guard channel < 16 else { return refuse("there is no MIDI channel \(channel)") }
        send([status | channel] + data)
    }

    private func send(_ message: [UInt8]) {
        let isWhole =
            message[0] >= 0x80 && (message[0] == 0xF0 || message.dropFirst().allSatisfy { $0 < 0x80 })
        guard isWhole else { return refuse("\(message) is no MIDI message") }
        refusing { () throws(EngineError) in
            guard try unit.sendMIDI(message) else { throw Self.isFull(core) }
        }
    }

    private static func isFull(_ node: EngineNode) -> EngineError {
        .notSupported(node: node.name, reason: "has no room for more MIDI messages")
    }

    private func refuse(_ reason: String) {
        refusing { () throws(EngineError) in
            throw .notSupported(node: core.name, reason: "was sent what MIDI does not have: \(reason)")
        }
    }
}
