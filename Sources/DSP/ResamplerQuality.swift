/// How steep and how deep the filter of a resampler is.
///
/// Relative to half of the lower of the two rates; where the band ends is where the loss reaches 0.001 dB.
package enum ResamplerQuality: Sendable, CaseIterable {
    /// Flat to 84 % (18.5 of 22.05 kHz), images and aliases under −100 dB, 80 taps.
    case medium
    /// Flat to 90.7 % (20 of 22.05 kHz), images and aliases under −130 dB, 192 taps.
    case high

    /// Weights for each output frame, while the output rate is not the lower one.
    var tapCount: Int {
        switch self {
        case .medium: 80
        case .high: 192
        }
    }

    /// End of the flat band, relative to half of the lower rate.
    var passbandEnd: Double {
        switch self {
        case .medium: 0.84
        case .high: 0.907
        }
    }
}
