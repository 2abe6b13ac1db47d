// avf_midi.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFRender
public import CAVFAudio

@c @implementation
public func avf_engine_connect_midi(
    _ engine: OpaquePointer?, _ source: OpaquePointer?, _ destination: OpaquePointer?
) -> avf_status {
    attempt {
        try HandleType.engine.object(engine).connectEvents(
            HandleType.node.object(source), to: [HandleType.node.object(destination)])
    }
}

@c @implementation
public func avf_engine_disconnect_midi(
    _ engine: OpaquePointer?, _ source: OpaquePointer?, _ destination: OpaquePointer?
) -> avf_status {
    attempt {
        try HandleType.engine.object(engine).disconnectEvents(
            HandleType.node.object(source), from: [HandleType.node.object(destination)])
    }
}

@c @implementation
public func avf_engine_disconnect_midi_input(
    _ engine: OpaquePointer?, _ node: OpaquePointer?
) -> avf_status {
    attempt { try HandleType.engine.object(engine).disconnectEventInput(HandleType.node.object(node)) }
}

@c @implementation
public func avf_engine_disconnect_midi_output(
    _ engine: OpaquePointer?, _ node: OpaquePointer?
) -> avf_status {
    attempt { try HandleType.engine.object(engine).disconnectEventOutputs(HandleType.node.object(node)) }
}

@c @implementation
public func avf_engine_set_transport_callback(
    _ engine: OpaquePointer?, _ callback: avf_transport_callback?, _ userdata: UnsafeMutableRawPointer?,
    _ destroy: avf_destroy?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return attempt {
        let engine = try HandleType.engine.object(engine)
        guard let callback else { return engine.transportProvider = nil }
        engine.transportProvider = {
            var transport = avf_transport()
            (transport.denominator, transport.beat, transport.frame) = (4, .nan, -1)
            let isKnown = CallbackScope.run {
                callback(&transport, MemoryLayout<avf_transport>.size, context.userdata)
            }
            return isKnown ? TransportPosition(transport) : TransportPosition()
        }
    }
}

extension TransportPosition {
    fileprivate init(_ transport: avf_transport) {
        self.init()
        isKnown = true
        isMoving = transport.is_moving
        tempo = transport.tempo.isFinite ? max(0, transport.tempo) : 0
        beat = transport.beat.isFinite ? transport.beat : .nan
        downbeat = transport.downbeat.isFinite ? transport.downbeat : 0
        numerator = transport.numerator.isFinite ? max(0, transport.numerator) : 0
        denominator = max(1, transport.denominator)
        frame = max(-1, transport.frame)
    }
}
