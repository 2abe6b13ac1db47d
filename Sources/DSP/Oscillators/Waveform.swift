/// The shape of an oscillator's period.
package enum Waveform: Int, CaseIterable, Sendable {
    /// The fundamental alone.
    case sine
    /// All harmonics, falling as 1 / n.
    case sawtooth
    /// Odd harmonics, falling as 1 / n.
    case square
    /// Odd harmonics, falling as 1 / n².
    case triangle
    /// High for a share of the period: a square whose width can be chosen.
    case pulse
}
