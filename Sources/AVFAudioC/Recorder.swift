// avf_recorder.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFDevices
import AVFEngine
import AVFMedia
public import CAVFAudio

@c @implementation
public func avf_recorder_create(
    _ path: UnsafePointer<CChar>?, _ format: UnsafePointer<avf_format>?, _ encoding: avf_encoding,
    _ device: UnsafePointer<CChar>?, _ recorder: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(recorder, "recorder", .recorder) {
        let path = try text(path, "path")
        let format = try AVFAudioC.format(format)
        let device = device == nil ? nil : try text(device, "device")
        let stored = try AudioFileFormat(
            path: path, encoding: AudioEncoding.named(encoding), sampleRateHz: format.sampleRateHz,
            channelCount: format.channelCount)
        return try Recorder(path: path, format: stored, deviceName: device)
    }
}

@c @implementation
public func avf_recorder_retain(_ recorder: OpaquePointer?) -> avf_status { retain(recorder, as: .recorder) }

@c @implementation
public func avf_recorder_release(_ recorder: OpaquePointer?) -> avf_status {
    release(recorder, as: .recorder)
}

@c @implementation
public func avf_recorder_set_callback(
    _ recorder: OpaquePointer?, _ callback: avf_recorder_callback?, _ userdata: UnsafeMutableRawPointer?,
    _ destroy: avf_destroy?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return attempt {
        let recorder = try HandleType.recorder.object(recorder)
        guard let callback else { return recorder.setEventHandler(nil) }
        recorder.setEventHandler { event in
            event.message.withCString { message in
                var plain = event.plain(message)
                CallbackScope.run { callback(&plain, context.userdata) }
            }
        }
    }
}

@c @implementation
public func avf_recorder_prepare(_ recorder: OpaquePointer?) -> avf_status {
    attempt { try HandleType.recorder.object(recorder).prepare() }
}

@c @implementation
public func avf_recorder_record(
    _ recorder: OpaquePointer?, _ hostTime: UInt64, _ seconds: Double
) -> avf_status {
    attempt {
        try HandleType.recorder.object(recorder).record(
            atHostTime: hostTime, durationSeconds: seconds == 0 ? nil : seconds)
    }
}

@c @implementation
public func avf_recorder_pause(_ recorder: OpaquePointer?) -> avf_status {
    attempt { try HandleType.recorder.object(recorder).pause() }
}

@c @implementation
public func avf_recorder_stop(_ recorder: OpaquePointer?) -> avf_status {
    attempt { try HandleType.recorder.object(recorder).stop() }
}

@c @implementation
public func avf_recorder_delete_file(_ recorder: OpaquePointer?) -> avf_status {
    attempt {
        let recorder = try HandleType.recorder.object(recorder)
        guard [.new, .stopped].contains(recorder.phase) else {
            throw EngineError.mustBeStopped(call: "avf_recorder_delete_file")
        }
        guard recorder.deleteFile() else { throw MediaError.notFound(recorder.path) }
    }
}

// MARK: - What it does

@c @implementation
public func avf_recorder_get_state(
    _ recorder: OpaquePointer?, _ state: UnsafeMutablePointer<avf_recorder_state>?
) -> avf_status {
    give(state, "state", empty: 0) {
        switch try HandleType.recorder.object(recorder).phase {
        case .new: avf_recorder_state(AVF_RECORDER_NEW)
        case .prepared: avf_recorder_state(AVF_RECORDER_PREPARED)
        case .recording: avf_recorder_state(AVF_RECORDER_RECORDING)
        case .paused: avf_recorder_state(AVF_RECORDER_PAUSED)
        case .stopped: avf_recorder_state(AVF_RECORDER_STOPPED)
        }
    }
}

@c @implementation
public func avf_recorder_get_length(
    _ recorder: OpaquePointer?, _ seconds: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(seconds, "seconds", empty: 0) { try HandleType.recorder.object(recorder).lengthSeconds }
}

@c @implementation
public func avf_recorder_get_missing_frame_count(
    _ recorder: OpaquePointer?, _ frameCount: UnsafeMutablePointer<UInt64>?
) -> avf_status {
    give(frameCount, "frame_count", empty: 0) {
        UInt64(clamping: try HandleType.recorder.object(recorder).missingFrameCount)
    }
}

// MARK: - Levels

@c @implementation
public func avf_recorder_set_metering(_ recorder: OpaquePointer?, _ isMetering: Bool) -> avf_status {
    attempt { try HandleType.recorder.object(recorder).isMetering = isMetering }
}

@c @implementation
public func avf_recorder_get_level(
    _ recorder: OpaquePointer?, _ channel: UInt32, _ average: UnsafeMutablePointer<Float>?,
    _ peak: UnsafeMutablePointer<Float>?
) -> avf_status {
    guard let peak else { return refuse(.missing("peak")) }
    peak.pointee = ChannelLevel.silence.peakDecibels
    return give(average, "average", empty: ChannelLevel.silence.averageDecibels) {
        let recorder = try HandleType.recorder.object(recorder)
        recorder.updateLevels()
        let level = recorder.level(ofChannel: Int(channel))
        peak.pointee = level.peakDecibels
        return level.averageDecibels
    }
}

@c @implementation
public func avf_recorder_set_loudness_metering(_ recorder: OpaquePointer?, _ isMetering: Bool) -> avf_status {
    attempt { try HandleType.recorder.object(recorder).isMeasuringLoudness = isMetering }
}

@c @implementation
public func avf_recorder_get_loudness(
    _ recorder: OpaquePointer?, _ loudnessSize: Int, _ loudness: UnsafeMutablePointer<avf_loudness>?
) -> avf_status {
    giveStruct(loudness, "loudness", size: loudnessSize) {
        let recorder = try HandleType.recorder.object(recorder)
        recorder.updateLevels()
        return recorder.loudness.plain
    }
}

extension Loudness {
    /// The same for C.
    var plain: avf_loudness {
        avf_loudness(
            momentary: momentaryLUFS, short_term: shortTermLUFS, integrated: integratedLUFS,
            true_peak: truePeakDecibels)
    }
}

extension Recorder.Event {
    fileprivate var message: String {
        switch self {
        case .failed(let error): error.description
        case .finished(let isComplete):
            isComplete ? "The recording has ended." : "The recording has broken off."
        case .deviceChanged(.lost(let error)): error.description
        case .deviceChanged(.found(let format)): "The recorder captures from '\(format.deviceName)' now."
        }
    }

    fileprivate func plain(_ message: UnsafePointer<CChar>) -> avf_recorder_event {
        switch self {
        case .finished(let isComplete):
            avf_recorder_event(
                kind: avf_recorder_event_kind(AVF_RECORDER_FINISHED), status: avf_status(AVF_OK),
                is_complete: isComplete, message: message)
        case .failed(let error):
            avf_recorder_event(
                kind: avf_recorder_event_kind(AVF_RECORDER_FAILED), status: avf_status(error.status),
                is_complete: false, message: message)
        case .deviceChanged(let change):
            avf_recorder_event(
                kind: avf_recorder_event_kind(AVF_RECORDER_DEVICE_CHANGED), status: change.status,
                is_complete: false, message: message)
        }
    }
}
