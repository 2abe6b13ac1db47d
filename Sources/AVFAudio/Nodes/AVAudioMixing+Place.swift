import Synchronization

// Where a mixed node is in space: kept, clamped, and without effect on a mixer.

extension AVAudio3DMixing where Self: AVAudioNode {
    /// How the source is made to come from somewhere; default `equalPowerPanning`.
    public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { spatialPlace.withLock { $0.renderingAlgorithm } }
        set { spatialPlace.withLock { $0.renderingAlgorithm = newValue } }
    }

    /// How the source's channels are placed; default `spatializeIfMono`.
    public var sourceMode: AVAudio3DMixingSourceMode {
        get { spatialPlace.withLock { $0.sourceMode } }
        set { spatialPlace.withLock { $0.sourceMode = newValue } }
    }

    /// What happens when the source is inside the head; default `mono`.
    public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { spatialPlace.withLock { $0.pointSourceInHeadMode } }
        set { spatialPlace.withLock { $0.pointSourceInHeadMode = newValue } }
    }

    /// Speed of playback, 0.5…2, default 1.
    public var rate: Float {
        get { spatialPlace.withLock { $0.rate } }
        set { spatialPlace.withLock { $0.rate = newValue.clamped(to: 0.5...2, else: $0.rate) } }
    }

    /// Share of the reverberation, 0 dry…1 wet, default 0.
    public var reverbBlend: Float {
        get { spatialPlace.withLock { $0.reverbBlend } }
        set { spatialPlace.withLock { $0.reverbBlend = newValue.clamped(to: 0...1, else: $0.reverbBlend) } }
    }

    /// Attenuation of the direct path, −100…0 dB, default 0.
    public var obstruction: Float {
        get { spatialPlace.withLock { $0.obstruction } }
        set {
            spatialPlace.withLock { $0.obstruction = newValue.clamped(to: -100...0, else: $0.obstruction) }
        }
    }

    /// Attenuation of the direct and the reverberated path, −100…0 dB, default 0.
    public var occlusion: Float {
        get { spatialPlace.withLock { $0.occlusion } }
        set { spatialPlace.withLock { $0.occlusion = newValue.clamped(to: -100...0, else: $0.occlusion) } }
    }

    /// Where the source is, in metres; default the origin.
    public var position: AVAudio3DPoint {
        get { spatialPlace.withLock { $0.position } }
        set { spatialPlace.withLock { $0.position = newValue } }
    }
}

extension Float {
    /// The nearest value in a range; `old` for what is not a number.
    func clamped(to range: ClosedRange<Float>, else old: Float) -> Float {
        isNaN ? old : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
