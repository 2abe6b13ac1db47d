import AVFDSP

/// The filter behind the room: one band of `EqualizerKernel`, with its ranges and defaults.
package struct SpatialReverbFilter: BitwiseCopyable, Sendable {
    /// Whether the room's sound is left alone.
    package var isBypassed = true
    /// The shape, with the numbers of AVAudioUnitEQFilterType.
    package var shape: Float = EqualizerKernel.spec(.filterType).defaultValue
    /// Hertz.
    package var frequencyHz: Float = EqualizerKernel.spec(.frequency).defaultValue
    /// Decibels.
    package var gainDecibels: Float = EqualizerKernel.spec(.gain).defaultValue
    /// Octaves.
    package var bandwidthOctaves: Float = EqualizerKernel.spec(.bandwidth).defaultValue

    /// Bypassed.
    package init() {}

    /// The filter with values clamped to their ranges, and numbers that are none replaced by what `old` has.
    /// [control]
    func repaired(_ old: SpatialReverbFilter) -> SpatialReverbFilter {
        func clamped(_ value: Float, _ parameter: EqualizerKernel.Parameter, _ old: Float) -> Float {
            let range = EqualizerKernel.spec(parameter).range
            return value.isNaN ? old : max(range.lowerBound, min(range.upperBound, value))
        }
        var new = self
        new.shape = clamped(shape, .filterType, old.shape).rounded()
        new.frequencyHz = clamped(frequencyHz, .frequency, old.frequencyHz)
        new.gainDecibels = clamped(gainDecibels, .gain, old.gainDecibels)
        new.bandwidthOctaves = clamped(bandwidthOctaves, .bandwidth, old.bandwidthOctaves)
        return new
    }

    @_noLocks
    func coefficients(sampleRateHz: Double) -> BiquadCoefficients {
        BiquadCoefficients.design(
            EqualizerKernel.shape(shape), frequencyHz: Double(frequencyHz),
            bandwidthOctaves: Double(bandwidthOctaves), gainDecibels: Double(gainDecibels),
            sampleRateHz: sampleRateHz)
    }

    /// Whether both are the same; Swift's own comparison is not for the render side.
    @_noLocks
    static func == (a: Self, b: Self) -> Bool {
        a.isBypassed == b.isBypassed && a.shape == b.shape && a.frequencyHz == b.frequencyHz
            && a.gainDecibels == b.gainDecibels && a.bandwidthOctaves == b.bandwidthOctaves
    }
}
