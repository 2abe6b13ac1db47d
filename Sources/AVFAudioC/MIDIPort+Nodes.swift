// avf_midi_port.h documents these functions: ports in a graph, and as destinations of tracks.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFDevices
import AVFEngine
public import CAVFAudio

@c @implementation
public func avf_midi_input_create(
    _ midiProtocol: avf_midi_protocol, _ input: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(input, "input", .midiInput) {
        try MIDIInputNode(midiProtocol: try MIDIProtocol(midiProtocol))
    }
}

@c @implementation
public func avf_midi_input_connect(_ input: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> avf_status {
    attempt { try HandleType.midiInput.object(input).connect(port(name, .source)) }
}

@c @implementation
public func avf_midi_input_disconnect(_ input: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> avf_status {
    attempt {
        let node = try HandleType.midiInput.object(input)
        try named(name, of: node.sources, .source).forEach(node.disconnect)
    }
}

@c @implementation
public func avf_midi_input_create_port(_ input: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> avf_status {
    attempt { _ = try HandleType.midiInput.object(input).makeDestination(text(name, "name")) }
}

@c @implementation
public func avf_midi_output_create(_ output: UnsafeMutablePointer<OpaquePointer?>?) -> avf_status {
    giveHandle(output, "output", .midiOutput) { try MIDIOutputNode() }
}

@c @implementation
public func avf_midi_output_connect(_ output: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> avf_status {
    attempt { try HandleType.midiOutput.object(output).connect(port(name, .destination)) }
}

@c @implementation
public func avf_midi_output_disconnect(
    _ output: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> avf_status {
    attempt {
        let node = try HandleType.midiOutput.object(output)
        try named(name, of: node.destinations, .destination).forEach(node.disconnect)
    }
}

@c @implementation
public func avf_midi_output_create_port(
    _ output: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ midiProtocol: avf_midi_protocol
) -> avf_status {
    attempt {
        let midiProtocol = try MIDIProtocol(midiProtocol)
        _ = try HandleType.midiOutput.object(output).makeSource(
            text(name, "name"), midiProtocol: midiProtocol)
    }
}

/// The ports of a node that C code means: all of them for NULL.
private func named(
    _ name: UnsafePointer<CChar>?, of ports: [MIDIPortInfo], _ side: MIDIPortSide
) throws -> [MIDIPortInfo] {
    guard name != nil else { return ports }
    let name = try text(name, "port")
    return try midi { () throws(MIDIError) in [try MIDIPortName(name, side: side).find(in: ports)] }
}

@c @implementation
public func avf_sequencer_set_destination_port(
    _ sequencer: OpaquePointer?, _ track: UInt32, _ name: UnsafePointer<CChar>?
) -> avf_status {
    attempt {
        let open = try HandleType.sequencer.object(sequencer)
        let identifier = try open.track(track).identifier
        let port = name == nil ? nil : try port(name, .destination)
        try open.core.setPort(port, ofTrack: identifier)
    }
}
