// avf_spatial.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFSpatial
import AVFUnits
public import CAVFAudio

@c @implementation
public func avf_environment_create(_ environment: UnsafeMutablePointer<OpaquePointer?>?) -> avf_status {
    giveHandle(environment, "environment", .environment) { EnvironmentNode() }
}

@c @implementation
public func avf_environment_set_output_volume(
    _ environment: OpaquePointer?, _ gainLinear: Float
) -> avf_status {
    change(environment) { $0.outputGain = try number(gainLinear, "gain_linear") }
}

@c @implementation
public func avf_environment_get_output_volume(
    _ environment: OpaquePointer?, _ gainLinear: UnsafeMutablePointer<Float>?
) -> avf_status {
    giveFrom(environment, .environment, gainLinear, "gain_linear", empty: 0) { $0.settings.outputGain }
}

@c @implementation
public func avf_environment_set_output_type(
    _ environment: OpaquePointer?, _ type: avf_output_type
) -> avf_status {
    change(environment) {
        guard let type = SpatialOutputType(rawValue: Int(type)) else {
            throw CallFailure.badArgument("There is no output type \(type).")
        }
        $0.outputType = type
    }
}

@c @implementation
public func avf_environment_get_output_type(
    _ environment: OpaquePointer?, _ type: UnsafeMutablePointer<avf_output_type>?
) -> avf_status {
    giveFrom(environment, .environment, type, "type", empty: 0) {
        avf_output_type(truncatingIfNeeded: $0.settings.outputType.rawValue)
    }
}

@c @implementation
public func avf_environment_set_voice_limit(_ environment: OpaquePointer?, _ count: UInt32) -> avf_status {
    change(environment) { $0.voiceLimit = Int32(clamping: count) }
}

@c @implementation
public func avf_environment_get_voice_limit(
    _ environment: OpaquePointer?, _ count: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    giveFrom(environment, .environment, count, "count", empty: 0) { UInt32($0.settings.voiceLimit) }
}

// MARK: - The listener

@c @implementation
public func avf_environment_set_listener(
    _ environment: OpaquePointer?, _ listener: UnsafePointer<avf_listener>?, _ listenerSize: Int
) -> avf_status {
    change(environment) {
        let plain = try known(listener, size: listenerSize, "listener", avf_listener(ListenerPose()))
        var pose = $0.listener
        try check(pose.move(to: vector((plain.x, plain.y, plain.z))))
        try check(pose.turn(forward: vector(plain.forward), up: vector(plain.up)))
        $0.listener = pose
    }
}

@c @implementation
public func avf_environment_get_listener(
    _ environment: OpaquePointer?, _ listenerSize: Int, _ listener: UnsafeMutablePointer<avf_listener>?
) -> avf_status {
    giveStruct(listener, "listener", size: listenerSize) {
        avf_listener(try HandleType.environment.object(environment).settings.listener)
    }
}

@c @implementation
public func avf_environment_set_listener_angles(
    _ environment: OpaquePointer?, _ yaw: Float, _ pitch: Float, _ roll: Float
) -> avf_status {
    change(environment) {
        try check(
            $0.listener.turn(
                yawDegrees: Double(yaw), pitchDegrees: Double(pitch), rollDegrees: Double(roll)))
    }
}

@c @implementation
public func avf_environment_get_listener_angles(
    _ environment: OpaquePointer?, _ yaw: UnsafeMutablePointer<Float>?,
    _ pitch: UnsafeMutablePointer<Float>?, _ roll: UnsafeMutablePointer<Float>?
) -> avf_status {
    yaw?.pointee = 0
    pitch?.pointee = 0
    roll?.pointee = 0
    return attempt {
        guard let yaw else { throw CallFailure.missing("yaw") }
        guard let pitch else { throw CallFailure.missing("pitch") }
        guard let roll else { throw CallFailure.missing("roll") }
        let angles = try HandleType.environment.object(environment).settings.listener.angleDegrees
        (yaw.pointee, pitch.pointee, roll.pointee) = (
            Float(angles.yaw), Float(angles.pitch), Float(angles.roll)
        )
    }
}

@c @implementation
public func avf_environment_set_head_tracking(_ environment: OpaquePointer?, _ enabled: Bool) -> avf_status {
    attempt { try HandleType.environment.object(environment).changeHead { $0.isEnabled = enabled } }
}

@c @implementation
public func avf_environment_set_head_pose(
    _ environment: OpaquePointer?, _ yaw: Float, _ pitch: Float, _ roll: Float
) -> avf_status {
    attempt {
        guard yaw.isFinite, pitch.isFinite, roll.isFinite else { throw CallFailure.notFinite }
        try HandleType.environment.object(environment).changeHead {
            $0.turn(yawDegrees: Double(yaw), pitchDegrees: Double(pitch), rollDegrees: Double(roll))
        }
    }
}

// MARK: - Distances and the room

@c @implementation
public func avf_environment_set_attenuation(
    _ environment: OpaquePointer?, _ attenuation: UnsafePointer<avf_distance_attenuation>?,
    _ attenuationSize: Int
) -> avf_status {
    change(environment) {
        let usual = avf_distance_attenuation(DistanceAttenuation())
        let plain = try known(attenuation, size: attenuationSize, "attenuation", usual)
        guard let model = DistanceAttenuation.Model(rawValue: Int(plain.model)) else {
            throw CallFailure.badArgument("There is no distance model \(plain.model).")
        }
        $0.attenuation = DistanceAttenuation(
            model,
            referenceDistance: Double(try number(plain.reference_distance, "reference_distance")),
            maximumDistance: Double(try number(plain.maximum_distance, "maximum_distance")),
            rolloffFactor: Double(try number(plain.rolloff_factor, "rolloff_factor")))
    }
}

@c @implementation
public func avf_environment_get_attenuation(
    _ environment: OpaquePointer?, _ attenuationSize: Int,
    _ attenuation: UnsafeMutablePointer<avf_distance_attenuation>?
) -> avf_status {
    giveStruct(attenuation, "attenuation", size: attenuationSize) {
        avf_distance_attenuation(try HandleType.environment.object(environment).settings.attenuation)
    }
}

@c @implementation
public func avf_environment_set_reverb(
    _ environment: OpaquePointer?, _ reverb: UnsafePointer<avf_environment_reverb>?, _ reverbSize: Int
) -> avf_status {
    change(environment) {
        let usual = avf_environment_reverb(SpatialMixerSettings())
        let plain = try known(reverb, size: reverbSize, "reverb", usual)
        guard (0...10).contains(plain.filter_type) else {
            throw CallFailure.badArgument("There is no filter type \(plain.filter_type).")
        }
        $0.isReverbEnabled = plain.enabled
        $0.reverbDecibels = try number(plain.level_db, "level_db")
        $0.reverbFilter.isBypassed = plain.filter_bypassed
        $0.reverbFilter.shape = Float(plain.filter_type)
        $0.reverbFilter.frequencyHz = try number(plain.filter_frequency_hz, "filter_frequency_hz")
        $0.reverbFilter.gainDecibels = try number(plain.filter_gain_db, "filter_gain_db")
        $0.reverbFilter.bandwidthOctaves = try number(
            plain.filter_bandwidth_octaves, "filter_bandwidth_octaves")
    }
}

@c @implementation
public func avf_environment_get_reverb(
    _ environment: OpaquePointer?, _ reverbSize: Int, _ reverb: UnsafeMutablePointer<avf_environment_reverb>?
) -> avf_status {
    giveStruct(reverb, "reverb", size: reverbSize) {
        avf_environment_reverb(try HandleType.environment.object(environment).settings)
    }
}

@c @implementation
public func avf_environment_load_reverb_preset(_ environment: OpaquePointer?, _ preset: UInt32) -> avf_status
{
    change(environment) {
        guard let room = SpatialRoom(preset: Int(preset)) else {
            throw CallFailure(AVF_ERROR_NO_SUCH_PARAMETER, "There is no reverb preset \(preset).")
        }
        $0.room = room
    }
}

// MARK: - Channels and ears

@c @implementation
public func avf_node_set_speakers(
    _ node: OpaquePointer?, _ speakers: UnsafePointer<avf_speaker>?, _ count: UInt32
) -> avf_status {
    attempt {
        let node = try HandleType.node.object(node)
        guard count > 0 else {
            node.arrangement = nil
            return
        }
        guard let speakers else { throw CallFailure.missing("speakers") }
        guard count <= SpeakerLayout.mostSpeakers else {
            throw CallFailure.badArgument("\(count) speakers are more than \(SpeakerLayout.mostSpeakers).")
        }
        let list = UnsafeBufferPointer(start: speakers, count: Int(count))
        guard list.allSatisfy({ $0.azimuth_degrees.isFinite && $0.elevation_degrees.isFinite }) else {
            throw CallFailure.notFinite
        }
        node.arrangement = .loudspeakers(
            SpeakerLayout(
                list.map {
                    SpeakerLayout.Speaker(
                        Double($0.azimuth_degrees), Double($0.elevation_degrees),
                        isLowFrequency: $0.low_frequency)
                }))
    }
}

@c @implementation
public func avf_node_set_sound_field(_ node: OpaquePointer?, _ isSoundField: Bool) -> avf_status {
    attempt { try HandleType.node.object(node).arrangement = isSoundField ? .soundField : nil }
}

@c @implementation
public func avf_environment_load_hrtf(
    _ environment: OpaquePointer?, _ kind: avf_hrtf_kind, _ path: UnsafePointer<CChar>?
) -> avf_status {
    attempt {
        let environment = try HandleType.environment.object(environment)
        switch Int(kind) {
        case AVF_HRTF_STANDARD: try environment.useHRTF(.standard)
        case AVF_HRTF_SPHERICAL_HEAD: try environment.useHRTF(.sphericalHead)
        case AVF_HRTF_FILE: try environment.useHRTF(.measured(MeasuredHead(path: text(path, "path"))))
        default: throw CallFailure.badArgument("There is no kind \(kind) of HRTF sets.")
        }
    }
}

@c @implementation
public func avf_environment_get_hrtf_note(
    _ environment: OpaquePointer?, _ index: UInt32, _ note: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> avf_status {
    giveFrom(environment, .environment, note, "note", empty: nil) { environment in
        let notes = environment.hrtfNotes
        return notes.indices.contains(Int(index)) ? StringPool.string(notes[Int(index)]) : nil
    }
}

// MARK: - Help

/// Changes an environment's settings; if the body throws, nothing has changed.
private func change(
    _ environment: OpaquePointer?, _ body: (inout SpatialMixerSettings) throws -> Void
) -> avf_status {
    attempt { try HandleType.environment.object(environment).change(body) }
}

private func check(_ repair: ListenerPose.Repair?) throws {
    switch repair {
    case .notFinite: throw CallFailure.notFinite
    case .noDirection: throw CallFailure.badArgument("A direction has no length.")
    case .parallel, .notPerpendicular, nil: break
    }
}

private func vector(_ values: (Float, Float, Float)) -> Vector3 {
    Vector3(Double(values.0), Double(values.1), Double(values.2))
}

extension CallFailure {
    fileprivate static var notFinite: CallFailure { .badArgument("A number is infinite or none.") }
}

extension avf_listener {
    fileprivate init(_ pose: ListenerPose) {
        func floats(_ vector: Vector3) -> (Float, Float, Float) {
            (Float(vector.x), Float(vector.y), Float(vector.z))
        }
        let place = floats(pose.position)
        self.init(
            x: place.0, y: place.1, z: place.2, forward: floats(pose.forward), up: floats(pose.up))
    }
}

extension avf_distance_attenuation {
    fileprivate init(_ attenuation: DistanceAttenuation) {
        self.init(
            model: avf_distance_model(truncatingIfNeeded: attenuation.model.rawValue),
            reference_distance: Float(attenuation.referenceDistance),
            maximum_distance: Float(attenuation.maximumDistance),
            rolloff_factor: Float(attenuation.rolloffFactor))
    }
}

extension avf_environment_reverb {
    fileprivate init(_ settings: SpatialMixerSettings) {
        let filter = settings.reverbFilter
        self.init(
            enabled: settings.isReverbEnabled, filter_bypassed: filter.isBypassed,
            filter_type: Int32(filter.shape), level_db: settings.reverbDecibels,
            filter_frequency_hz: filter.frequencyHz, filter_gain_db: filter.gainDecibels,
            filter_bandwidth_octaves: filter.bandwidthOctaves)
    }
}
