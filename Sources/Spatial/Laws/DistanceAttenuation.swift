import CAVFDSP

/// How a source becomes softer with its distance.
///
/// The models are those of AVAudioEnvironmentDistanceAttenuationParameters.
package struct DistanceAttenuation: BitwiseCopyable, Sendable, Equatable {
    /// The formula, with Apple's numbers.
    package enum Model: Int, BitwiseCopyable, Sendable, CaseIterable {
        /// `(distance / reference)^(−rolloff)`.
        case exponential = 1
        /// `reference / (reference + rolloff · (distance − reference))`.
        case inverse = 2
        /// `1 − rolloff · (distance − reference) / (maximum − reference)`.
        case linear = 3
    }

    package var model = Model.inverse
    /// The distance up to which nothing is attenuated, in metres; default 1.
    package var referenceDistance = 1.0
    /// The distance beyond which nothing changes, in metres; default 100,000; `exponential` has none.
    package var maximumDistance = 100_000.0
    /// How fast it goes; default 1.
    package var rolloffFactor = 1.0

    /// Apple's defaults.
    @_noLocks
    package init() {}

    /// A law of its own.
    @_noLocks
    package init(
        _ model: Model, referenceDistance: Double = 1, maximumDistance: Double = 100_000,
        rolloffFactor: Double = 1
    ) {
        self.model = model
        self.referenceDistance = referenceDistance
        self.maximumDistance = maximumDistance
        self.rolloffFactor = rolloffFactor
    }

    /// The gain at a distance, 0…1; 1 for a law that makes no sense.
    @_noLocks
    package func gain(atDistance distance: Double) -> Double {
        let reference = referenceDistance
        guard reference > 0, reference.isFinite, rolloffFactor >= 0, rolloffFactor.isFinite else { return 1 }
        guard !distance.isNaN else { return 1 }
        var far = max(distance, reference)
        if model != .exponential {
            guard maximumDistance > reference else { return 1 }
            far = min(far, maximumDistance)
        }
        let gain: Double =
            switch model {
            case .exponential: avf_dsp_pow(far / reference, -rolloffFactor)
            case .inverse: reference / (reference + rolloffFactor * (far - reference))
            case .linear: 1 - rolloffFactor * (far - reference) / (maximumDistance - reference)
            }
        return gain.isNaN ? 1 : max(0, min(1, gain))
    }
}
