/// How steep and how deep the filter of a resampler is.
///
/// Relative to half of the lower of the two rates; up to where the band ends the loss stays below
/// 0.001 dB, with minimum phase below 0.002 dB.
package enum ResamplerQuality: Sendable, CaseIterable {
    /// Flat to 66 % (14.5 of 22.05 kHz), images and aliases under −80 dB, 32 taps.
    case draft
    /// Flat to 84 % (18.5 of 22.05 kHz), images and aliases under −100 dB, 80 taps.
    case medium
    /// Flat to 90.7 % (20 of 22.05 kHz), images and aliases under −120 dB, 176 taps.
    case high
    /// Flat to 90.7 % (20 of 22.05 kHz), images and aliases under −150 dB, 224 taps; in double precision.
    case best

    /// Weights for each output frame, while the output rate is not the lower one.
    var tapCount: Int {
        switch self {
        case .draft: 32
        case .medium: 80
        case .high: 176
        case .best: 224
        }
    }

    /// End of the flat band, relative to half of the lower rate.
    var passbandEnd: Double {
        switch self {
        case .draft: 0.66
        case .medium: 0.84
        case .high, .best: 0.907
        }
    }

    /// Rows of a table between two input samples where a cubic gives what lies between the rows.
    ///
    /// The cubic errs by −160 dB with 128 rows and by −189 dB with 256.
    var interpolatedPositions: Int { self == .best ? 256 : 128 }
}

/// What a resampler does to the phase of the sound.
package enum ResamplerPhase: Sendable, CaseIterable {
    /// Every frequency stays in its place: echoes of the filter lie before and after an impulse.
    case linear
    #if !hasFeature(Embedded)
        /// Nothing is heard before an impulse; high frequencies come late, by some samples.
        case minimum
    #endif
}
