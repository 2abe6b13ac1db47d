// avf_engine.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFGraph
public import CAVFAudio

@c @implementation
public func avf_engine_create(_ engine: UnsafeMutablePointer<OpaquePointer?>?) -> avf_status {
    giveHandle(engine, "engine", .engine) { AudioEngine() }
}

@c @implementation
public func avf_engine_retain(_ engine: OpaquePointer?) -> avf_status { retain(engine, as: .engine) }

@c @implementation
public func avf_engine_release(_ engine: OpaquePointer?) -> avf_status { release(engine, as: .engine) }

// MARK: - Rendering mode

@c @implementation
public func avf_engine_enable_manual_rendering(
    _ engine: OpaquePointer?, _ mode: avf_rendering_mode, _ format: UnsafePointer<avf_format>?,
    _ maximumFrameCount: UInt32
) -> avf_status {
    attempt {
        let engine = try HandleType.engine.object(engine)
        let format = try AVFAudioC.format(format)
        try engine.enableManualRendering(
            RenderingMode(manual: mode), format: format, maximumFrameCount: Int(maximumFrameCount))
    }
}

@c @implementation
public func avf_engine_disable_manual_rendering(_ engine: OpaquePointer?) -> avf_status {
    attempt { try HandleType.engine.object(engine).disableManualRendering() }
}

@c @implementation
public func avf_engine_get_rendering_mode(
    _ engine: OpaquePointer?, _ mode: UnsafeMutablePointer<avf_rendering_mode>?
) -> avf_status {
    give(mode, "mode", empty: 0) { try HandleType.engine.object(engine).mode.code }
}

@c @implementation
public func avf_engine_get_format(
    _ engine: OpaquePointer?, _ format: UnsafeMutablePointer<avf_format>?
) -> avf_status {
    give(format, "format", empty: avf_format()) { avf_format(try HandleType.engine.object(engine).format) }
}

// MARK: - Start and stop

@c @implementation
public func avf_engine_prepare(_ engine: OpaquePointer?) -> avf_status {
    attempt { try HandleType.engine.object(engine).prepare() }
}

@c @implementation
public func avf_engine_start(_ engine: OpaquePointer?) -> avf_status {
    attempt { try HandleType.engine.object(engine).start() }
}

@c @implementation
public func avf_engine_pause(_ engine: OpaquePointer?) -> avf_status {
    attempt { try HandleType.engine.object(engine).pause() }
}

@c @implementation
public func avf_engine_stop(_ engine: OpaquePointer?) -> avf_status {
    attempt { try HandleType.engine.object(engine).stop() }
}

@c @implementation
public func avf_engine_reset(_ engine: OpaquePointer?) -> avf_status {
    attempt { try HandleType.engine.object(engine).reset() }
}

@c @implementation
public func avf_engine_get_run_state(
    _ engine: OpaquePointer?, _ runState: UnsafeMutablePointer<avf_run_state>?
) -> avf_status {
    give(runState, "run_state", empty: 0) {
        switch try HandleType.engine.object(engine).runState {
        case .stopped: avf_run_state(AVF_STOPPED)
        case .paused: avf_run_state(AVF_PAUSED)
        case .running: avf_run_state(AVF_RUNNING)
        }
    }
}

// MARK: - Edits that belong together

@c @implementation
public func avf_engine_perform_changes(
    _ engine: OpaquePointer?, _ changes: avf_changes?, _ userdata: UnsafeMutableRawPointer?
) -> avf_status {
    var refused = avf_status(AVF_OK)
    let status = attempt {
        let object = try HandleType.engine.object(engine)
        guard let changes else { throw CallFailure.missing("changes") }
        try object.performChanges {
            refused = CallbackScope.run { changes(engine, userdata) }
            guard refused == AVF_OK else { throw RefusedByProgram() }
        }
    }
    return refused == AVF_OK ? status : refused
}

/// Rolls a transaction back whose failure the program knows already.
private struct RefusedByProgram: Error {}

extension RenderingMode {
    /// The mode with that code.
    ///
    /// - Throws: `CallFailure` for AVF_RENDERING_DEVICE and for numbers that are no code.
    fileprivate init(manual code: avf_rendering_mode) throws(CallFailure) {
        switch Int(code) {
        case AVF_RENDERING_OFFLINE: self = .offline
        case AVF_RENDERING_REALTIME: self = .realtime
        default: throw .badArgument("There is no manual rendering mode with the code \(code).")
        }
    }

    fileprivate var code: avf_rendering_mode {
        switch self {
        case .device: avf_rendering_mode(AVF_RENDERING_DEVICE)
        case .offline: avf_rendering_mode(AVF_RENDERING_OFFLINE)
        case .realtime: avf_rendering_mode(AVF_RENDERING_REALTIME)
        }
    }
}
