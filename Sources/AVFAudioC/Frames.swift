// avf_frames.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFGraph
import AVFUnits
public import CAVFAudio

@c @implementation
public func avf_source_create(
    _ format: UnsafePointer<avf_format>?, _ callback: avf_frames_callback?,
    _ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?,
    _ source: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return giveHandle(source, "source", .source) {
        guard let callback else { throw CallFailure.missing("callback") }
        return SourceNode(format: try optionalFormat(format)) {
            FramesCallback(callback, context, $0.format)
        }
    }
}

@c @implementation
public func avf_sink_create(
    _ callback: avf_frames_callback?, _ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?,
    _ sink: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return giveHandle(sink, "sink", .sink) {
        guard let callback else { throw CallFailure.missing("callback") }
        return SinkNode { FramesCallback(callback, context, $0.format) }
    }
}

@c @implementation
public func avf_engine_get_input_node(
    _ engine: OpaquePointer?, _ input: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(input, "input", .input) { try HandleType.engine.object(engine).inputNode }
}

@c @implementation
public func avf_engine_set_manual_input(
    _ engine: OpaquePointer?, _ format: UnsafePointer<avf_format>?, _ callback: avf_frames_callback?,
    _ userdata: UnsafeMutableRawPointer?, _ destroy: avf_destroy?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return attempt {
        let engine = try HandleType.engine.object(engine)
        guard let callback else { throw CallFailure.missing("callback") }
        try engine.inputNode.setManualInput(format: AVFAudioC.format(format)) {
            FramesCallback(callback, context, $0.format, isInput: true)
        }
    }
}

@c @implementation
public func avf_engine_take_input_shortage(
    _ engine: OpaquePointer?, _ wasShort: UnsafeMutablePointer<Bool>?
) -> avf_status {
    giveFrom(engine, .engine, wasShort, "was_short", empty: false) { $0.takeInputShortage() }
}

/// A callback of the program's as a source or a sink.
private final class FramesCallback: FrameSource, FrameSink, Sendable {
    private let callback: avf_frames_callback
    private let context: CallbackContext
    private let sampleRateHz: Double
    private let isInput: Bool

    init(
        _ callback: @escaping avf_frames_callback, _ context: CallbackContext, _ format: BusFormat,
        isInput: Bool = false
    ) {
        self.callback = callback
        self.context = context
        self.isInput = isInput
        sampleRateHz = format.sampleRateHz
    }

    func fill(_ request: FrameRequest) -> FrameAnswer {
        let status = take(request)
        if status == avf_status(AVF_OK) { return .filled }
        return isInput ? .missing : .failed(status)
    }

    func take(_ request: FrameRequest) -> Int32 {
        // Proof: a pointer and an optional pointer have one representation.
        let channels = UnsafeRawPointer(request.channels)
            .assumingMemoryBound(to: UnsafeMutablePointer<Float>?.self)
        var frames = avf_frames(
            channels: channels, channel_count: UInt32(clamping: request.channelCount),
            frame_count: UInt32(clamping: request.frameCount), sample_time: request.sampleTime,
            host_time_ns: request.hostTime, sample_rate_hz: sampleRateHz)
        return CallbackScope.run { callback(&frames, context.userdata) }
    }
}
