// avf_node.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
public import CAVFAudio

@c @implementation
public func avf_node_set_placement(
    _ node: OpaquePointer?, _ placement: UnsafePointer<avf_spatial_placement>?, _ placementSize: Int
) -> avf_status {
    attempt {
        let node = try HandleType.node.object(node)
        let placement = try SpatialPlacement.made(placement, size: placementSize)
        node.changePlacement { $0 = placement }
    }
}

@c @implementation
public func avf_node_get_placement(
    _ node: OpaquePointer?, _ placementSize: Int, _ placement: UnsafeMutablePointer<avf_spatial_placement>?
) -> avf_status {
    giveStruct(placement, "placement", size: placementSize) {
        try HandleType.node.object(node).mixing.placement.plain
    }
}

@c @implementation
public func avf_mixer_set_input_volume(
    _ mixer: OpaquePointer?, _ bus: UInt32, _ gainLinear: Float
) -> avf_status {
    attempt { try input(mixer, bus).volume = number(gainLinear, "gain_linear") }
}

@c @implementation
public func avf_mixer_get_input_volume(
    _ mixer: OpaquePointer?, _ bus: UInt32, _ gainLinear: UnsafeMutablePointer<Float>?
) -> avf_status {
    give(gainLinear, "gain_linear", empty: 0) { try input(mixer, bus).volume }
}

@c @implementation
public func avf_mixer_set_input_pan(_ mixer: OpaquePointer?, _ bus: UInt32, _ pan: Float) -> avf_status {
    attempt { try input(mixer, bus).pan = number(pan, "pan") }
}

@c @implementation
public func avf_mixer_get_input_pan(
    _ mixer: OpaquePointer?, _ bus: UInt32, _ pan: UnsafeMutablePointer<Float>?
) -> avf_status {
    give(pan, "pan", empty: 0) { try input(mixer, bus).pan }
}

@c @implementation
public func avf_mixer_set_input_placement(
    _ mixer: OpaquePointer?, _ bus: UInt32, _ placement: UnsafePointer<avf_spatial_placement>?,
    _ placementSize: Int
) -> avf_status {
    attempt {
        let input = try input(mixer, bus)
        input.placement = try SpatialPlacement.made(placement, size: placementSize)
    }
}

@c @implementation
public func avf_mixer_get_input_placement(
    _ mixer: OpaquePointer?, _ bus: UInt32, _ placementSize: Int,
    _ placement: UnsafeMutablePointer<avf_spatial_placement>?
) -> avf_status {
    giveStruct(placement, "placement", size: placementSize) { try input(mixer, bus).placement.plain }
}

private func input(_ mixer: OpaquePointer?, _ bus: UInt32) throws -> MixerInput {
    let mixer = try HandleType.mixing.object(mixer)
    guard let input = mixer.input(Int(bus)) else {
        throw EngineError.graph(.notConnected(node: mixer.name, bus: Int(bus), isInput: true))
    }
    return input
}

extension SpatialPlacement {
    /// Not an initialiser, in which nothing would be clamped.
    fileprivate static func made(
        _ placement: UnsafePointer<avf_spatial_placement>?, size: Int
    ) throws -> SpatialPlacement {
        let plain = try known(placement, size: size, "placement", SpatialPlacement().plain)
        guard let algorithm = Algorithm(rawValue: Int(plain.algorithm)) else {
            throw CallFailure.badArgument("There is no spatial algorithm \(plain.algorithm).")
        }
        guard let sourceMode = SourceMode(rawValue: Int(plain.source_mode)) else {
            throw CallFailure.badArgument("There is no source mode \(plain.source_mode).")
        }
        var made = SpatialPlacement()
        made.algorithm = algorithm
        made.sourceMode = sourceMode
        made.inHeadMode = plain.bypasses_in_head ? .bypass : .mono
        made.position = SIMD3(
            try number(plain.x, "x"), try number(plain.y, "y"), try number(plain.z, "z"))
        made.rate = try number(plain.rate, "rate")
        made.reverbBlend = try number(plain.reverb_blend, "reverb_blend")
        made.obstruction = try number(plain.obstruction_db, "obstruction_db")
        made.occlusion = try number(plain.occlusion_db, "occlusion_db")
        made.dopplerFactor = try number(plain.doppler_factor, "doppler_factor")
        made.spread = try number(plain.spread_degrees, "spread_degrees")
        made.airAbsorption = try number(plain.air_db_per_metre, "air_db_per_metre")
        made.priority = Int(plain.priority)
        return made
    }

    fileprivate var plain: avf_spatial_placement {
        avf_spatial_placement(
            x: position.x, y: position.y, z: position.z, rate: rate, reverb_blend: reverbBlend,
            obstruction_db: obstruction, occlusion_db: occlusion, algorithm: Int32(algorithm.rawValue),
            source_mode: Int32(sourceMode.rawValue), bypasses_in_head: inHeadMode == .bypass,
            doppler_factor: dopplerFactor, spread_degrees: spread, air_db_per_metre: airAbsorption,
            priority: Int32(priority))
    }
}
