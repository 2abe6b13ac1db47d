import AVFDevices
import AVFGraph
import AVFMedia
import AVFPluginCatalog
import AVFRealtime
import AVFRender
import AVFSequencing
import AVFSoundBanks

/// Why the engine refused a call; nothing has changed when it is thrown.
package enum EngineError: Error, Sendable, CustomStringConvertible {
    /// The graph cannot be so.
    case graph(GraphError)
    /// The device does not do it.
    case device(DeviceError)
    /// The plugin cannot be used.
    case plugin(PluginError)
    /// The state cannot be given to the unit.
    case state(UnitStateError)
    /// A state was given to the unit, but for these files, which cannot be had.
    case filesMissing(node: String, paths: [String])
    /// The preset cannot be read, written or given to the unit.
    case preset(PresetError)
    /// No unit has that component description.
    case noSuchComponent(ComponentDescription)
    /// The file cannot be used.
    case media(MediaError)
    /// The sound does not fit the unit.
    case sound(node: String, UnitSoundError)
    /// The node belongs to another engine.
    case nodeInAnotherEngine(node: String)
    /// The node belongs to no engine, or not to this one.
    case notAttached(node: String)
    /// The node is part of every engine and cannot be taken out.
    case cannotDetach(node: String)
    /// The unit cannot work with so many channels.
    case unsupportedChannels(node: String, inputs: [Int], outputs: [Int])
    /// The call needs a running engine.
    case notRunning(call: String)
    /// A sound bank, an instrument or a program of it cannot be used.
    case soundBank(SoundBankError)
    /// A song cannot be so, or an edit of it.
    case song(SongError)
    /// A MIDI file cannot be read; the name is its path, or what it was called.
    case midiFile(name: String, MIDIFileError)
    /// A MIDI port cannot be used.
    case midi(MIDIError)
    /// So many MIDI messages found no room: more than an event bus holds in one block, or than a listener has
    /// taken in time. Nil for a node that is gone.
    case eventsDropped(node: String?, count: Int)
    /// The call needs a stopped engine.
    case mustBeStopped(call: String)
    /// The call belongs to another rendering mode.
    case wrongMode(call: String, mode: String)
    /// The buffer or the frame count does not fit the rendering mode.
    case badRenderRequest(reason: String)
    /// Another thread is rendering at this moment.
    case alreadyRendering
    /// There is a tap on the bus already.
    case tapExists(node: String, bus: Int)
    /// The tap's size or format cannot be.
    case badTap(node: String, bus: Int, reason: String)
    /// The player feeds nothing that is heard.
    case playerNotConnected(node: String)
    /// The buffer's channels are not the player's.
    case bufferMismatch(node: String, bufferChannels: Int, playerChannels: Int)
    /// The segment lies outside of what can be.
    case badSegment(node: String, startFrame: Int64, frameCount: Int64)
    /// The time has neither a sample time nor a host time.
    case badTime(node: String)
    /// The node does not do what it was asked for; the reason completes a sentence that begins with its name.
    case notSupported(node: String, reason: String)
    /// A block of the program's returned a status that is not 0.
    case blockFailed(node: String, status: Int32)
    /// A measurement of a head cannot be used; the sentence says why.
    case hrtf(String)
    /// The system has no thread left for the engine.
    case noThread(NamedThread.Failure)

    package var description: String {
        switch self {
        case .graph(let error): error.description
        case .device(let error): error.description
        case .plugin(let error): error.description
        case .state(let error): error.description
        case .filesMissing(let node, let paths):
            "'\(node)' has the state that it was given, but for what is in "
                + paths.map { "“\($0)”" }.joined(separator: ", ") + ", which cannot be read."
        case .preset(let error): error.description
        case .noSuchComponent(let component):
            "There is no unit with the component description \(component)."
        case .media(let error): error.description
        case .sound(let node, let error): "'\(node)' cannot use a sound: \(error)"
        case .nodeInAnotherEngine(let node): "'\(node)' is attached to another engine."
        case .notAttached(let node): "'\(node)' is not attached to this engine."
        case .cannotDetach(let node): "'\(node)' is part of the engine and cannot be detached."
        case .unsupportedChannels(let node, let inputs, let outputs):
            "'\(node)' cannot work with \(Self.list(inputs)) input and \(Self.list(outputs)) output channels."
        case .soundBank(let error): error.description
        case .song(let error): error.description
        case .midiFile(let name, let error): "“\(name)” cannot be played: \(error)"
        case .midi(let error): error.description
        case .eventsDropped(let node, let count):
            "\(count) MIDI messages\(node.map { " of '\($0)'" } ?? "") were dropped: an event bus holds "
                + "\(EventBus.capacity) in one block, and a listener must keep up."
        case .notRunning(let call): "\(call) needs a running engine: call start() first."
        case .mustBeStopped(let call): "\(call) needs a stopped engine: call stop() first."
        case .wrongMode(let call, let mode): "\(call) is not possible in \(mode) mode."
        case .badRenderRequest(let reason): reason
        case .alreadyRendering: "Another thread is rendering with this engine."
        case .tapExists(let node, let bus): "There is a tap on output bus \(bus) of '\(node)' already."
        case .badTap(let node, let bus, let reason):
            "Output bus \(bus) of '\(node)' cannot have this tap: \(reason)."
        case .playerNotConnected(let node): "'\(node)' is not connected to anything that is heard."
        case .bufferMismatch(let node, let buffer, let player):
            "The buffer has \(buffer) channels, but '\(node)' plays \(player)."
        case .badSegment(let node, let start, let count):
            "'\(node)' cannot play \(count) frames from frame \(start)."
        case .badTime(let node): "The time given to '\(node)' has neither a sample time nor a host time."
        case .notSupported(let node, let reason): "'\(node)' \(reason)."
        case .blockFailed(let node, let status):
            "The block of '\(node)' returned the status \(status): silence takes the place of its frames."
        case .hrtf(let sentence): sentence
        case .noThread(let failure): failure.description
        }
    }

    private static func list(_ counts: [Int]) -> String {
        counts.isEmpty ? "no" : counts.map(String.init).joined(separator: "+")
    }
}

extension EngineError {
    /// Whether it tells of MIDI messages that were dropped, while everything else goes on.
    package var isOfEvents: Bool {
        if case .eventsDropped = self { true } else { false }
    }
}
