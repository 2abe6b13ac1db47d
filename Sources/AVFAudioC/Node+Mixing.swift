// avf_node.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
public import CAVFAudio

@c @implementation
public func avf_node_set_volume(_ node: OpaquePointer?, _ gainLinear: Float) -> avf_status {
    attempt { try HandleType.node.object(node).volume = number(gainLinear, "gain_linear") }
}

@c @implementation
public func avf_node_get_volume(
    _ node: OpaquePointer?, _ gainLinear: UnsafeMutablePointer<Float>?
) -> avf_status {
    give(gainLinear, "gain_linear", empty: 0) { try HandleType.node.object(node).volume }
}

@c @implementation
public func avf_node_set_pan(_ node: OpaquePointer?, _ pan: Float) -> avf_status {
    attempt { try HandleType.node.object(node).pan = number(pan, "pan") }
}

@c @implementation
public func avf_node_get_pan(_ node: OpaquePointer?, _ pan: UnsafeMutablePointer<Float>?) -> avf_status {
    give(pan, "pan", empty: 0) { try HandleType.node.object(node).pan }
}

@c @implementation
public func avf_mixer_create(_ mixer: UnsafeMutablePointer<OpaquePointer?>?) -> avf_status {
    giveHandle(mixer, "mixer", .mixer) { MixerNode() }
}

@c @implementation
public func avf_mixer_set_output_volume(_ mixer: OpaquePointer?, _ gainLinear: Float) -> avf_status {
    attempt { try HandleType.mixer.object(mixer).outputVolume = number(gainLinear, "gain_linear") }
}

@c @implementation
public func avf_mixer_get_output_volume(
    _ mixer: OpaquePointer?, _ gainLinear: UnsafeMutablePointer<Float>?
) -> avf_status {
    give(gainLinear, "gain_linear", empty: 0) { try HandleType.mixer.object(mixer).outputVolume }
}

// MARK: - Taps

@c @implementation
public func avf_node_install_tap(
    _ node: OpaquePointer?, _ bus: UInt32, _ frameCount: UInt32, _ callback: avf_tap_callback?,
    _ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return attempt {
        let node = try HandleType.node.object(node)
        guard let callback else { throw CallFailure.missing("callback") }
        guard let engine = node.engine else { throw CallFailure.notAttached(node) }
        try engine.installTap(on: node, bus: Int(bus), frameCount: Int(frameCount)) { block in
            block.withPlain { plain in CallbackScope.run { callback(plain, context.userdata) } }
        }
    }
}

@c @implementation
public func avf_node_remove_tap(_ node: OpaquePointer?, _ bus: UInt32) -> avf_status {
    attempt {
        let node = try HandleType.node.object(node)
        guard let engine = node.engine else { throw CallFailure.notAttached(node) }
        engine.removeTap(from: node, bus: Int(bus))
    }
}

extension TapBlock {
    fileprivate func withPlain(_ body: (UnsafePointer<avf_tap_block>) -> Void) {
        channels.map { UnsafePointer<Float>?.some($0) }.withUnsafeBufferPointer { pointers in
            var plain = avf_tap_block(
                channels: pointers.baseAddress, channel_count: UInt32(clamping: pointers.count),
                frame_count: UInt32(clamping: frameCount), sample_time: sampleTime, host_time_ns: hostTime,
                sample_rate_hz: sampleRateHz)
            body(&plain)
        }
    }
}
