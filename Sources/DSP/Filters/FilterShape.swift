/// What a second-order section does to the spectrum; the raw values are those of Apple's EQ filter types.
package enum FilterShape: Int, CaseIterable, Sendable {
    /// A bell: centre frequency, bandwidth and gain.
    case parametric = 0
    /// Second-order Butterworth low-pass: −3 dB at the frequency.
    case lowPass = 1
    /// Second-order Butterworth high-pass: −3 dB at the frequency.
    case highPass = 2
    /// Low-pass with a resonance at the frequency; the narrower the bandwidth the higher.
    case resonantLowPass = 3
    /// High-pass with a resonance at the frequency; the narrower the bandwidth the higher.
    case resonantHighPass = 4
    /// Unity at the centre, −3 dB at the edges of the band.
    case bandPass = 5
    /// Nothing at the centre, −3 dB at the edges of the band.
    case bandStop = 6
    /// The gain below the frequency, half of it (in decibels) at the frequency; the steepest monotonic slope.
    case lowShelf = 7
    /// The gain above the frequency, half of it (in decibels) at the frequency; the steepest monotonic slope.
    case highShelf = 8
    /// Low shelf whose bandwidth sets the slope: under about two octaves it overshoots.
    case resonantLowShelf = 9
    /// High shelf whose bandwidth sets the slope: under about two octaves it overshoots.
    case resonantHighShelf = 10
}
