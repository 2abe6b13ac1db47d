// avf_engine.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFDevices
import AVFEngine
import AVFGraph
public import CAVFAudio

@c @implementation
public func avf_engine_render_offline(
    _ engine: OpaquePointer?, _ channels: UnsafePointer<UnsafeMutablePointer<Float>?>?,
    _ channelCount: UInt32,
    _ frameCount: UInt32
) -> avf_status {
    attempt {
        let engine = try HandleType.engine.object(engine)
        try checkIsOutsideOfCallbacks()
        let memory = try planar(channels, channelCount, expected: Int(channelCount))
        try engine.renderOffline(Int(frameCount), to: memory, channelCount: Int(channelCount))
    }
}

@c @implementation
public func avf_engine_render_offline_interleaved(
    _ engine: OpaquePointer?, _ samples: UnsafeMutablePointer<Float>?, _ channelCount: UInt32,
    _ frameCount: UInt32
) -> avf_status {
    attempt {
        let engine = try HandleType.engine.object(engine)
        try checkIsOutsideOfCallbacks()
        guard let samples else { throw CallFailure.missing("samples") }
        let format = engine.format
        try checkChannelCount(channelCount, expected: format.channelCount)
        guard Int(frameCount) <= engine.maximumFrameCount else {
            throw CallFailure.badArgument(
                "\(frameCount) frames were asked for, but the maximum is \(engine.maximumFrameCount).")
        }
        let room = try FrameBuffer(format, frameCapacity: Int(frameCount))
        try engine.renderOffline(Int(frameCount), to: room.channels, channelCount: Int(channelCount))
        room.read(interleaved: samples, frameCount: Int(frameCount))
    }
}

@c @implementation
public func avf_engine_render_realtime(
    _ engine: OpaquePointer?, _ channels: UnsafePointer<UnsafeMutablePointer<Float>?>?,
    _ channelCount: UInt32,
    _ frameCount: UInt32
) -> avf_status {
    guard let channels else { return avf_status(AVF_ERROR_BAD_ARGUMENT) }
    for channel in 0..<Int(channelCount) where channels[channel] == nil {
        return avf_status(AVF_ERROR_BAD_ARGUMENT)
    }
    let memory = UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafeMutablePointer<Float>.self)
    let status = HandleTable.shared.withObject(engine, as: .engine) { engine in
        guard engine.acceptsRealtimeCalls() else { return AVF_ERROR_WRONG_STATE }
        let isRendered = engine.renderRealtime(
            Int(frameCount), to: memory, channelCount: Int(channelCount))
        return isRendered ? AVF_OK : AVF_ERROR_BUSY
    }
    return avf_status(status ?? AVF_ERROR_BAD_HANDLE)
}

/// Offline rendering waits for callbacks, so a callback that renders would wait for itself.
private func checkIsOutsideOfCallbacks() throws(CallFailure) {
    guard !CallbackScope.isActive else {
        throw CallFailure(AVF_ERROR_WRONG_STATE, "A callback must not render offline.")
    }
}

// MARK: - Events and figures

@c @implementation
public func avf_engine_set_event_callback(
    _ engine: OpaquePointer?, _ callback: avf_event_callback?, _ userdata: UnsafeMutableRawPointer?,
    _ destroy: avf_destroy?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return attempt {
        let engine = try HandleType.engine.object(engine)
        guard let callback else { return engine.setEventHandler(nil) }
        engine.setEventHandler { event in
            event.message.withCString { message in
                var plain = event.plain(message)
                CallbackScope.run { callback(&plain, context.userdata) }
            }
        }
    }
}

extension FailoverChange {
    /// Why the device is gone; AVF_OK for one that has come.
    var status: avf_status {
        switch self {
        case .lost(let error): avf_status(EngineError.device(error).status)
        case .found: avf_status(AVF_OK)
        }
    }
}

extension AudioEngine.Event {
    fileprivate var message: String {
        switch self {
        case .failed(let error), .deviceLost(let error), .deviceMissing(_, let error): error.description
        case .deviceChanged(let direction, .found(let format)):
            "The engine \(direction == .playback ? "plays on" : "captures from") '\(format.deviceName)' now."
        case .deviceChanged(_, .lost(let error)): error.description
        case .dropout(let frameCount): "The device dropped about \(frameCount) frames."
        case .pluginLost(_, let error, restarts: _): error.description
        case .pluginRestarted(let node): "The plugin \"\(node.name)\" runs again."
        }
    }

    fileprivate func plain(_ message: UnsafePointer<CChar>) -> avf_event {
        switch self {
        case .failed(let error):
            avf_event(
                kind: avf_event_kind(AVF_EVENT_FAILED), status: avf_status(error.status), frame_count: 0,
                message: message)
        case .deviceLost(let error):
            avf_event(
                kind: avf_event_kind(AVF_EVENT_DEVICE_LOST), status: avf_status(error.status), frame_count: 0,
                message: message)
        case .deviceMissing(_, let error):
            avf_event(
                kind: avf_event_kind(AVF_EVENT_DEVICE_MISSING), status: avf_status(error.status),
                frame_count: 0, message: message)
        case .deviceChanged(_, let change):
            avf_event(
                kind: avf_event_kind(AVF_EVENT_DEVICE_CHANGED), status: change.status, frame_count: 0,
                message: message)
        case .pluginLost(_, let error, restarts: _):
            avf_event(
                kind: avf_event_kind(AVF_EVENT_PLUGIN_LOST), status: avf_status(error.status), frame_count: 0,
                message: message)
        case .pluginRestarted:
            avf_event(
                kind: avf_event_kind(AVF_EVENT_PLUGIN_RESTARTED), status: avf_status(AVF_OK), frame_count: 0,
                message: message)
        case .dropout(let frameCount):
            avf_event(
                kind: avf_event_kind(AVF_EVENT_DROPOUT), status: avf_status(AVF_OK),
                frame_count: UInt64(clamping: frameCount), message: message)
        }
    }
}

@c @implementation
public func avf_engine_get_statistics(
    _ engine: OpaquePointer?, _ statisticsSize: Int, _ statistics: UnsafeMutablePointer<avf_statistics>?
) -> avf_status {
    giveStruct(statistics, "statistics", size: statisticsSize) {
        let engine = try HandleType.engine.object(engine)
        return avf_statistics(
            rendered_frame_count: UInt64(clamping: engine.renderedFrameCount),
            dropout_count: UInt64(clamping: engine.dropoutCount),
            graph_latency_seconds: engine.graphLatencySeconds,
            device_latency_seconds: engine.deviceLatencySeconds,
            input_latency_seconds: engine.inputLatencySeconds)
    }
}

@c @implementation
public func avf_engine_set_profiling(_ engine: OpaquePointer?, _ isProfiling: Bool) -> avf_status {
    let known: Void? = HandleTable.shared.withObject(engine, as: .engine) { $0.isProfiling = isProfiling }
    return known == nil ? refuse(.badHandle("an engine")) : avf_status(AVF_OK)
}

@c @implementation
public func avf_engine_set_fades_edits(_ engine: OpaquePointer?, _ fadesEdits: Bool) -> avf_status {
    attempt { try HandleType.engine.object(engine).fadesEdits = fadesEdits }
}

@c @implementation
public func avf_engine_set_thread_count(_ engine: OpaquePointer?, _ count: UInt32) -> avf_status {
    guard (1...64).contains(count) else {
        return refuse(.badArgument("\(count) threads were asked for; an engine has 1 to 64."))
    }
    let known: Void? = HandleTable.shared.withObject(engine, as: .engine) {
        $0.renderThreadCount = Int(count)
    }
    return known == nil ? refuse(.badHandle("an engine")) : avf_status(AVF_OK)
}

@c @implementation
public func avf_engine_get_profile(
    _ engine: OpaquePointer?, _ profileSize: Int, _ profile: UnsafeMutablePointer<avf_profile>?
) -> avf_status {
    giveStruct(profile, "profile", size: profileSize) {
        let statistics = try HandleType.engine.object(engine).renderCosts
        return avf_profile(
            block_count: UInt64(statistics.blockCount), seconds: statistics.seconds, load: statistics.load,
            peak_load: statistics.peakLoad, overrun_count: UInt64(statistics.overrunCount),
            dropout_count: UInt64(statistics.dropoutCount),
            foreign_dropout_count: UInt64(statistics.foreignDropoutCount),
            missed_block_count: UInt64(statistics.missedBlockCount),
            row_count: UInt32(clamping: statistics.nodes.count))
    }
}

@c @implementation
public func avf_engine_get_profile_row(
    _ engine: OpaquePointer?, _ index: UInt32, _ rowSize: Int, _ row: UnsafeMutablePointer<avf_profile_row>?
) -> avf_status {
    giveStruct(row, "row", size: rowSize) {
        let rows = try HandleType.engine.object(engine).renderCosts.nodes
        guard index < rows.count else {
            throw CallFailure.badArgument("There is no row \(index): the profile has \(rows.count).")
        }
        let found = rows[Int(index)]
        return avf_profile_row(
            name: StringPool.string(found.name), call_count: UInt64(found.callCount), seconds: found.seconds,
            peak_seconds: found.peakSeconds, overrun_count: UInt64(found.overrunCount),
            dropout_count: UInt64(found.dropoutCount))
    }
}

@c @implementation
public func avf_engine_reset_profile(_ engine: OpaquePointer?) -> avf_status {
    attempt { try HandleType.engine.object(engine).resetRenderCosts() }
}

@c @implementation
public func avf_engine_start_trace(_ engine: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> avf_status {
    attempt { try HandleType.engine.object(engine).startTrace(path: text(path, "path")) }
}

@c @implementation
public func avf_engine_stop_trace(_ engine: OpaquePointer?) -> avf_status {
    attempt { try HandleType.engine.object(engine).stopTrace() }
}
