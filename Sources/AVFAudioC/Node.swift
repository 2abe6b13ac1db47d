// avf_node.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFGraph
public import CAVFAudio

@c @implementation
public func avf_node_retain(_ node: OpaquePointer?) -> avf_status { retain(node, as: .node) }

@c @implementation
public func avf_node_release(_ node: OpaquePointer?) -> avf_status { release(node, as: .node) }

@c @implementation
public func avf_node_get_kind(
    _ node: OpaquePointer?, _ kind: UnsafeMutablePointer<avf_node_kind>?
) -> avf_status {
    guard let kind else { return refuse(.missing("kind")) }
    kind.pointee = 0
    switch HandleTable.shared.kind(of: node, as: .node) {
    case .player: kind.pointee = avf_node_kind(AVF_NODE_PLAYER)
    case .mixer: kind.pointee = avf_node_kind(AVF_NODE_MIXER)
    case .environment: kind.pointee = avf_node_kind(AVF_NODE_ENVIRONMENT)
    case .output: kind.pointee = avf_node_kind(AVF_NODE_OUTPUT)
    case .unit: kind.pointee = avf_node_kind(AVF_NODE_UNIT)
    case .source: kind.pointee = avf_node_kind(AVF_NODE_SOURCE)
    case .sink: kind.pointee = avf_node_kind(AVF_NODE_SINK)
    case .input: kind.pointee = avf_node_kind(AVF_NODE_INPUT)
    case .midiInput: kind.pointee = avf_node_kind(AVF_NODE_MIDI_INPUT)
    case .midiOutput: kind.pointee = avf_node_kind(AVF_NODE_MIDI_OUTPUT)
    default: return refuse(.badHandle("a node"))
    }
    return avf_status(AVF_OK)
}

@c @implementation
public func avf_node_get_name(
    _ node: OpaquePointer?, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> avf_status {
    give(name, "name", empty: nil) { StringPool.string(try HandleType.node.object(node).name) }
}

// MARK: - Buses and formats

@c @implementation
public func avf_node_get_input_bus_count(
    _ node: OpaquePointer?, _ busCount: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    giveFrom(node, .node, busCount, "bus_count", empty: 0) {
        $0.graphNode.inputBusCount.map { UInt32(clamping: $0) } ?? UInt32.max
    }
}

@c @implementation
public func avf_node_get_output_bus_count(
    _ node: OpaquePointer?, _ busCount: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    giveFrom(node, .node, busCount, "bus_count", empty: 0) { UInt32(clamping: $0.graphNode.outputBusCount) }
}

@c @implementation
public func avf_node_get_input_format(
    _ node: OpaquePointer?, _ bus: UInt32, _ format: UnsafeMutablePointer<avf_format>?
) -> avf_status {
    give(format, "format", empty: avf_format()) {
        let node = try HandleType.node.object(node)
        try checkBus(bus, of: node, available: node.graphNode.inputBusCount, isInput: true)
        guard let format = node.engine?.inputFormat(of: node, bus: Int(bus)) else {
            throw CallFailure.notAttached(node)
        }
        return avf_format(format)
    }
}

@c @implementation
public func avf_node_get_output_format(
    _ node: OpaquePointer?, _ bus: UInt32, _ format: UnsafeMutablePointer<avf_format>?
) -> avf_status {
    give(format, "format", empty: avf_format()) {
        let node = try HandleType.node.object(node)
        try checkBus(bus, of: node, available: node.graphNode.outputBusCount, isInput: false)
        guard let format = node.engine?.outputFormat(of: node, bus: Int(bus)) else {
            throw CallFailure.notAttached(node)
        }
        return avf_format(format)
    }
}

@c @implementation
public func avf_node_set_output_format(
    _ node: OpaquePointer?, _ bus: UInt32, _ format: UnsafePointer<avf_format>?
) -> avf_status {
    attempt {
        let node = try HandleType.node.object(node)
        let format = try AVFAudioC.format(format)
        guard let engine = node.engine else { throw CallFailure.notAttached(node) }
        try engine.setOutputFormat(format, of: node, bus: Int(bus))
    }
}

private func checkBus(
    _ bus: UInt32, of node: EngineNode, available: Int?, isInput: Bool
) throws(CallFailure) {
    let available = available ?? GraphModel.mostInputBuses
    guard Int(bus) >= available else { return }
    let error = GraphError.noSuchBus(node: node.name, bus: Int(bus), isInput: isInput, available: available)
    throw CallFailure(EngineError.graph(error))
}

// MARK: - The graph

@c @implementation
public func avf_engine_get_output_node(
    _ engine: OpaquePointer?, _ node: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(node, "node", .output) { try HandleType.engine.object(engine).outputNode }
}

@c @implementation
public func avf_engine_get_main_mixer(
    _ engine: OpaquePointer?, _ mixer: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(mixer, "mixer", .mixer) { try HandleType.engine.object(engine).mainMixerNode }
}

@c @implementation
public func avf_engine_attach(_ engine: OpaquePointer?, _ node: OpaquePointer?) -> avf_status {
    attempt { try HandleType.engine.object(engine).attach(HandleType.node.object(node)) }
}

@c @implementation
public func avf_engine_detach(_ engine: OpaquePointer?, _ node: OpaquePointer?) -> avf_status {
    attempt { try HandleType.engine.object(engine).detach(HandleType.node.object(node)) }
}

@c @implementation
public func avf_engine_connect(
    _ engine: OpaquePointer?, _ source: OpaquePointer?, _ sourceBus: UInt32, _ destination: OpaquePointer?,
    _ destinationBus: UInt32, _ format: UnsafePointer<avf_format>?
) -> avf_status {
    attempt {
        let engine = try HandleType.engine.object(engine)
        let source = try HandleType.node.object(source)
        let destination = try HandleType.node.object(destination)
        try engine.connect(
            source, bus: Int(sourceBus), to: destination,
            bus: destinationBus == UInt32.max ? nil : Int(destinationBus), format: optionalFormat(format))
    }
}

@c @implementation
public func avf_engine_disconnect_input(
    _ engine: OpaquePointer?, _ node: OpaquePointer?, _ bus: UInt32
) -> avf_status {
    attempt {
        let engine = try HandleType.engine.object(engine)
        try engine.disconnectInput(HandleType.node.object(node), bus: bus == UInt32.max ? nil : Int(bus))
    }
}

@c @implementation
public func avf_engine_disconnect_output(
    _ engine: OpaquePointer?, _ node: OpaquePointer?, _ bus: UInt32
) -> avf_status {
    attempt {
        let engine = try HandleType.engine.object(engine)
        try engine.disconnectOutput(HandleType.node.object(node), bus: bus == UInt32.max ? nil : Int(bus))
    }
}
