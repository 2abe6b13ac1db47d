import AVFEngine

/// What a handle names.
enum HandleKind: UInt8 {
    case engine
    // Nodes, from the first to the last.
    case player, mixer, environment, output, source, sink, input, midiInput, midiOutput, unit
    case buffer, reader, writer, unitList, deviceList, converter, encoder, decoder, sequencer, midiPlayer
    case midiPortList, midiObserver, midiReceiver, midiSender
    case recorder, sound
}

/// A type of handle in C, and the Swift type behind it.
struct HandleType<Object: AnyObject> {
    /// Its name in messages.
    let name: String
    /// The kinds that it stands for, all of them `Object`s: that is what makes the cast after a lookup safe.
    let kinds: ClosedRange<UInt8>

    private init(_ name: String, _ first: HandleKind, through last: HandleKind? = nil) {
        self.name = name
        kinds = first.rawValue...(last ?? first).rawValue
    }
}

extension HandleType where Object == AudioEngine {
    static var engine: Self { Self("an engine", .engine) }
}

extension HandleType where Object == EngineNode {
    static var node: Self { Self("a node", .player, through: .unit) }
    /// Those with inputs that mix.
    static var mixing: Self { Self("a mixer or an environment", .mixer, through: .environment) }
}

extension HandleType where Object == PlayerNode {
    static var player: Self { Self("a player", .player) }
}

extension HandleType where Object == MixerNode {
    static var mixer: Self { Self("a mixer", .mixer) }
}

extension HandleType where Object == EnvironmentNode {
    static var environment: Self { Self("an environment", .environment) }
}

extension HandleType where Object == UnitNode {
    static var unit: Self { Self("a unit", .unit) }
}

extension HandleType where Object == FrameBuffer {
    static var buffer: Self { Self("a buffer", .buffer) }
}

extension HandleType where Object == OpenReader {
    static var reader: Self { Self("a reader", .reader) }
}

extension HandleType where Object == OpenWriter {
    static var writer: Self { Self("a writer", .writer) }
}

extension HandleType where Object == OpenConverter {
    static var converter: Self { Self("a converter", .converter) }
}

extension HandleType where Object == OpenEncoder {
    static var encoder: Self { Self("an encoder", .encoder) }
}

extension HandleType where Object == OpenDecoder {
    static var decoder: Self { Self("a decoder", .decoder) }
}

extension HandleType where Object == UnitList {
    static var unitList: Self { Self("a list of units", .unitList) }
}

extension HandleType where Object == OpenSequencer {
    static var sequencer: Self { Self("a sequencer", .sequencer) }
}

extension HandleType where Object == MIDIPlayer {
    static var midiPlayer: Self { Self("a MIDI player", .midiPlayer) }
}

extension HandleType where Object == DeviceList {
    static var deviceList: Self { Self("a list of devices", .deviceList) }
}

extension HandleType where Object == MIDIInputNode {
    static var midiInput: Self { Self("a MIDI input", .midiInput) }
}

extension HandleType where Object == MIDIOutputNode {
    static var midiOutput: Self { Self("a MIDI output", .midiOutput) }
}

extension HandleType where Object == MIDIPortList {
    static var midiPortList: Self { Self("a list of MIDI ports", .midiPortList) }
}

extension HandleType where Object == MIDIObserver {
    static var midiObserver: Self { Self("an observer of MIDI ports", .midiObserver) }
}

extension HandleType where Object == OpenReceiver {
    static var midiReceiver: Self { Self("a MIDI receiver", .midiReceiver) }
}

extension HandleType where Object == OpenSender {
    static var midiSender: Self { Self("a MIDI sender", .midiSender) }
}

extension HandleType where Object == Recorder {
    static var recorder: Self { Self("a recorder", .recorder) }
}

extension HandleType where Object == SoundPlayer {
    static var sound: Self { Self("a sound", .sound) }
}
