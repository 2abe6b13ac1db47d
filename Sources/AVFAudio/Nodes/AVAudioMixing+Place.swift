import AVFEngine

// Where a mixed node is in space: kept with the node, and without effect on a mixer.

extension AVAudio3DMixing where Self: AVAudioNode {
    /// How the source is made to come from somewhere; default `equalPowerPanning`.
    public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { core.mixing.placement.renderingAlgorithm }
        set { core.changePlacement { $0.renderingAlgorithm = newValue } }
    }

    /// How the source's channels are placed; default `spatializeIfMono`.
    public var sourceMode: AVAudio3DMixingSourceMode {
        get { core.mixing.placement.mode }
        set { core.changePlacement { $0.mode = newValue } }
    }

    /// What happens when the source is inside the head; default `mono`.
    public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { core.mixing.placement.pointSourceInHeadMode }
        set { core.changePlacement { $0.pointSourceInHeadMode = newValue } }
    }

    /// Speed of playback, 0.5…2, default 1.
    public var rate: Float {
        get { core.mixing.placement.rate }
        set { core.changePlacement { $0.rate = newValue } }
    }

    /// Share of the reverberation, 0 dry…1 wet, default 0.
    public var reverbBlend: Float {
        get { core.mixing.placement.reverbBlend }
        set { core.changePlacement { $0.reverbBlend = newValue } }
    }

    /// Attenuation of the direct path, −100…0 dB, default 0.
    public var obstruction: Float {
        get { core.mixing.placement.obstruction }
        set { core.changePlacement { $0.obstruction = newValue } }
    }

    /// Attenuation of the direct and the reverberated path, −100…0 dB, default 0.
    public var occlusion: Float {
        get { core.mixing.placement.occlusion }
        set { core.changePlacement { $0.occlusion = newValue } }
    }

    /// Where the source is, in metres; default the origin.
    public var position: AVAudio3DPoint {
        get { core.mixing.placement.point }
        set { core.changePlacement { $0.point = newValue } }
    }
}

extension SpatialPlacement {
    /// The algorithm as Apple's type.
    var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { AVAudio3DMixingRenderingAlgorithm(rawValue: algorithm.rawValue) ?? .equalPowerPanning }
        set { algorithm = Algorithm(rawValue: newValue.rawValue) ?? .equalPowerPanning }
    }

    /// The source's mode as Apple's type.
    var mode: AVAudio3DMixingSourceMode {
        get { AVAudio3DMixingSourceMode(rawValue: sourceMode.rawValue) ?? .spatializeIfMono }
        set { sourceMode = SourceMode(rawValue: newValue.rawValue) ?? .spatializeIfMono }
    }

    /// The mode inside the head as Apple's type.
    var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { AVAudio3DMixingPointSourceInHeadMode(rawValue: inHeadMode.rawValue) ?? .mono }
        set { inHeadMode = InHeadMode(rawValue: newValue.rawValue) ?? .mono }
    }

    /// The place as Apple's type.
    var point: AVAudio3DPoint {
        get { AVAudio3DPoint(x: position.x, y: position.y, z: position.z) }
        set { position = SIMD3(newValue.x, newValue.y, newValue.z) }
    }
}
