/// Where a source is in space and how it is made to come from there, for nodes that render space.
///
/// Values outside of their ranges are clamped; NaN changes nothing.
package struct SpatialPlacement: Sendable, Equatable {
    /// How the source is made to come from somewhere; the numbers are Apple's.
    package enum Algorithm: Int, Sendable {
        case equalPowerPanning = 0, sphericalHead = 1, hrtf = 2, soundField = 3, stereoPassThrough = 5
        case hrtfHighQuality = 6, auto = 7
    }

    /// How the source's channels are placed; the numbers are Apple's.
    package enum SourceMode: Int, Sendable {
        case spatializeIfMono = 0, bypass = 1, pointSource = 2, ambienceBed = 3
    }

    /// What happens to a point source inside the listener's head; the numbers are Apple's.
    package enum InHeadMode: Int, Sendable { case mono = 0, bypass = 1 }

    /// How the source is made to come from somewhere.
    package var algorithm = Algorithm.equalPowerPanning
    /// How the source's channels are placed.
    package var sourceMode = SourceMode.spatializeIfMono
    /// What happens inside the listener's head.
    package var inHeadMode = InHeadMode.mono
    /// Metres to the right, up, and towards the listener's back.
    package var position = SIMD3<Float>() {
        didSet { if !(0..<3).allSatisfy({ position[$0].isFinite }) { position = oldValue } }
    }
    /// Speed of playback, 0.5…2.
    package var rate: Float = 1 {
        didSet { rate = rate.clamped(to: 0.5...2, else: oldValue) }
    }
    /// Share of the reverberation, 0 dry…1 wet.
    package var reverbBlend: Float = 0 {
        didSet { reverbBlend = reverbBlend.clamped(to: 0...1, else: oldValue) }
    }
    /// Attenuation of the direct path, −100…0 dB.
    package var obstruction: Float = 0 {
        didSet { obstruction = obstruction.clamped(to: -100...0, else: oldValue) }
    }
    /// Attenuation of the direct and the reverberated path, −100…0 dB.
    package var occlusion: Float = 0 {
        didSet { occlusion = occlusion.clamped(to: -100...0, else: oldValue) }
    }
    /// How late the source is heard for its distance, in parts of what sound takes; 0…4, default 0: at once.
    package var dopplerFactor: Float = 0 {
        didSet { dopplerFactor = dopplerFactor.clamped(to: 0...4, else: oldValue) }
    }
    /// How wide the source is on loudspeakers, 0…180 degrees, default 0.
    package var spread: Float = 0 {
        didSet { spread = spread.clamped(to: 0...180, else: oldValue) }
    }
    /// What the air takes of the direct path, in decibels at 5 kHz for each metre; 0…1, default 0.
    package var airAbsorption: Float = 0 {
        didSet { airAbsorption = airAbsorption.clamped(to: 0...1, else: oldValue) }
    }

    /// Who is heard where an environment may not render all: those with more, −100…100, default 0.
    package var priority = 0 {
        didSet { priority = max(-100, min(100, priority)) }
    }

    /// At the origin, with nothing in between.
    package init() {}
}

/// What a source says about the mixer inputs that it feeds.
package struct MixingState: Sendable {
    /// Linear gain, 0…1.
    package var volume: Float = 1 {
        didSet { volume = volume.clamped(to: 0...1, else: oldValue) }
    }
    /// −1 left…1 right.
    package var pan: Float = 0 {
        didSet { pan = pan.clamped(to: -1...1, else: oldValue) }
    }
    /// Where the source's channels stand, where that was said.
    package var arrangement: ChannelArrangement?
    /// Where the source is in space.
    package var placement = SpatialPlacement()

    /// Full volume, in the middle.
    package init() {}
}

extension Float {
    /// The nearest value in a range; `old` for what is not a number.
    func clamped(to range: ClosedRange<Float>, else old: Float) -> Float {
        isNaN ? old : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
