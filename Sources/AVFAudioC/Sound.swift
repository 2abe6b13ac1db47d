// avf_sound.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFMedia
public import CAVFAudio

@c @implementation
public func avf_sound_create(
    _ path: UnsafePointer<CChar>?, _ device: UnsafePointer<CChar>?,
    _ sound: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(sound, "sound", .sound) {
        let path = try text(path, "path")
        return try SoundPlayer(MediaSource(path: path), shared: shared(device))
    }
}

@c @implementation
public func avf_sound_create_from_memory(
    _ data: UnsafeRawPointer?, _ size: Int, _ device: UnsafePointer<CChar>?,
    _ sound: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(sound, "sound", .sound) { try SoundPlayer(memory(data, size), shared: shared(device)) }
}

private func shared(_ device: UnsafePointer<CChar>?) throws -> SharedSoundEngine {
    .shared(device: device == nil ? nil : try text(device, "device"))
}

@c @implementation
public func avf_sound_retain(_ sound: OpaquePointer?) -> avf_status { retain(sound, as: .sound) }

@c @implementation
public func avf_sound_release(_ sound: OpaquePointer?) -> avf_status { release(sound, as: .sound) }

@c @implementation
public func avf_sound_set_callback(
    _ sound: OpaquePointer?, _ callback: avf_sound_callback?, _ userdata: UnsafeMutableRawPointer?,
    _ destroy: avf_destroy?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return attempt {
        let sound = try HandleType.sound.object(sound)
        guard let callback else { return sound.setEventHandler(nil) }
        sound.setEventHandler { event in
            event.message.withCString { message in
                var plain = event.plain(message)
                CallbackScope.run { callback(&plain, context.userdata) }
            }
        }
    }
}

// MARK: - Playing

@c @implementation
public func avf_sound_prepare(_ sound: OpaquePointer?) -> avf_status {
    attempt { try HandleType.sound.object(sound).prepare() }
}

@c @implementation
public func avf_sound_play(_ sound: OpaquePointer?) -> avf_status {
    attempt { try HandleType.sound.object(sound).play() }
}

@c @implementation
public func avf_sound_play_at(_ sound: OpaquePointer?, _ seconds: Double) -> avf_status {
    attempt { try HandleType.sound.object(sound).play(atSeconds: number(seconds, "seconds")) }
}

@c @implementation
public func avf_sound_pause(_ sound: OpaquePointer?) -> avf_status {
    attempt { try HandleType.sound.object(sound).pause() }
}

@c @implementation
public func avf_sound_stop(_ sound: OpaquePointer?) -> avf_status {
    attempt { try HandleType.sound.object(sound).stop() }
}

@c @implementation
public func avf_sound_set_device(
    _ sound: OpaquePointer?, _ device: UnsafePointer<CChar>?
) -> avf_status {
    attempt { try HandleType.sound.object(sound).move(to: shared(device)) }
}

@c @implementation
public func avf_sound_get_audible(
    _ sound: OpaquePointer?, _ isAudible: UnsafeMutablePointer<Bool>?
) -> avf_status {
    give(isAudible, "is_audible", empty: false) { try HandleType.sound.object(sound).isHeard }
}

@c @implementation
public func avf_sound_set_channels(
    _ sound: OpaquePointer?, _ channels: UnsafePointer<UInt32>?, _ channelCount: UInt32
) -> avf_status {
    attempt {
        let sound = try HandleType.sound.object(sound)
        guard let channels else { return try sound.setOutputChannels(nil) }
        guard channelCount <= 256 else {
            throw CallFailure.badArgument("\(channelCount) channels are more than 256.")
        }
        try sound.setOutputChannels((0..<Int(channelCount)).map { Int(channels[$0]) })
    }
}

@c @implementation
public func avf_sound_get_playing(
    _ sound: OpaquePointer?, _ isPlaying: UnsafeMutablePointer<Bool>?
) -> avf_status {
    give(isPlaying, "is_playing", empty: false) { try HandleType.sound.object(sound).isPlaying }
}

@c @implementation
public func avf_sound_get_device_time(
    _ sound: OpaquePointer?, _ seconds: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(seconds, "seconds", empty: 0) { try HandleType.sound.object(sound).deviceSeconds }
}

@c @implementation
public func avf_sound_get_duration(
    _ sound: OpaquePointer?, _ seconds: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(seconds, "seconds", empty: 0) { try HandleType.sound.object(sound).durationSeconds }
}

@c @implementation
public func avf_sound_set_position(_ sound: OpaquePointer?, _ seconds: Double) -> avf_status {
    attempt { try HandleType.sound.object(sound).positionSeconds = number(seconds, "seconds") }
}

@c @implementation
public func avf_sound_get_position(
    _ sound: OpaquePointer?, _ seconds: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(seconds, "seconds", empty: 0) { try HandleType.sound.object(sound).positionSeconds }
}

// MARK: - How it sounds

@c @implementation
public func avf_sound_set_loop_count(_ sound: OpaquePointer?, _ loopCount: Int32) -> avf_status {
    attempt { try HandleType.sound.object(sound).loopCount = Int(loopCount) }
}

@c @implementation
public func avf_sound_set_volume(
    _ sound: OpaquePointer?, _ volume: Float, _ fadeSeconds: Double
) -> avf_status {
    attempt {
        let sound = try HandleType.sound.object(sound)
        guard volume >= 0, volume.isFinite, fadeSeconds >= 0 else {
            throw CallFailure.badArgument("A volume of \(volume) in \(fadeSeconds) s is none.")
        }
        sound.setVolume(volume, fadeSeconds: fadeSeconds)
    }
}

@c @implementation
public func avf_sound_set_pan(_ sound: OpaquePointer?, _ pan: Float) -> avf_status {
    attempt { try HandleType.sound.object(sound).pan = Float(number(Double(pan), "pan")) }
}

@c @implementation
public func avf_sound_set_rate(_ sound: OpaquePointer?, _ rate: Float) -> avf_status {
    attempt {
        let sound = try HandleType.sound.object(sound)
        let rate = Float(try number(Double(rate), "rate"))
        sound.changesRate = true
        sound.rate = rate
    }
}

// MARK: - Levels

@c @implementation
public func avf_sound_set_metering(_ sound: OpaquePointer?, _ isMetering: Bool) -> avf_status {
    attempt { try HandleType.sound.object(sound).isMetering = isMetering }
}

@c @implementation
public func avf_sound_get_level(
    _ sound: OpaquePointer?, _ channel: UInt32, _ average: UnsafeMutablePointer<Float>?,
    _ peak: UnsafeMutablePointer<Float>?
) -> avf_status {
    guard let peak else { return refuse(.missing("peak")) }
    peak.pointee = ChannelLevel.silence.peakDecibels
    return give(average, "average", empty: ChannelLevel.silence.averageDecibels) {
        let sound = try HandleType.sound.object(sound)
        sound.updateLevels()
        let level = sound.level(ofChannel: Int(channel))
        peak.pointee = level.peakDecibels
        return level.averageDecibels
    }
}

@c @implementation
public func avf_sound_set_loudness_metering(_ sound: OpaquePointer?, _ isMetering: Bool) -> avf_status {
    attempt { try HandleType.sound.object(sound).isMeasuringLoudness = isMetering }
}

@c @implementation
public func avf_sound_get_loudness(
    _ sound: OpaquePointer?, _ loudnessSize: Int, _ loudness: UnsafeMutablePointer<avf_loudness>?
) -> avf_status {
    giveStruct(loudness, "loudness", size: loudnessSize) {
        let sound = try HandleType.sound.object(sound)
        sound.updateLevels()
        return sound.loudness.plain
    }
}

private func number(_ value: Double, _ name: String) throws(CallFailure) -> Double {
    guard value.isFinite else { throw .badArgument("\(value) is no value for '\(name)'.") }
    return value
}

extension SoundPlayer.Event {
    fileprivate var message: String {
        switch self {
        case .failed(let error), .deviceMissing(let error): error.description
        case .deviceChanged: "A device has come."
        case .finished(let isComplete): isComplete ? "The sound has ended." : "The sound has broken off."
        }
    }

    fileprivate func plain(_ message: UnsafePointer<CChar>) -> avf_sound_event {
        switch self {
        case .finished(let isComplete):
            avf_sound_event(
                kind: avf_sound_event_kind(AVF_SOUND_FINISHED), status: avf_status(AVF_OK),
                is_complete: isComplete, message: message)
        case .failed(let error):
            avf_sound_event(
                kind: avf_sound_event_kind(AVF_SOUND_FAILED), status: avf_status(error.status),
                is_complete: false, message: message)
        case .deviceMissing(let error):
            avf_sound_event(
                kind: avf_sound_event_kind(AVF_SOUND_SILENT), status: avf_status(error.status),
                is_complete: false, message: message)
        case .deviceChanged:
            avf_sound_event(
                kind: avf_sound_event_kind(AVF_SOUND_AUDIBLE), status: avf_status(AVF_OK),
                is_complete: false, message: message)
        }
    }
}
