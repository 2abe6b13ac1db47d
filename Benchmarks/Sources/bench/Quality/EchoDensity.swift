import Foundation

/// How soon echoes become so many that they are heard as one sound.
enum EchoDensity {
    /// The share of samples of a response that are farther from zero than the RMS, in a window of 20 ms
    /// around a time, as a multiple of what Gaussian noise has: near 0 for single echoes, 1 for a dense
    /// reverberation (Abel and Huang, "A simple, robust measure of reverberation echo density", 2006).
    static func value(_ response: [Double], at seconds: Double, sampleRateHz: Double = 48_000) -> Double {
        let middle = Int(seconds * sampleRateHz)
        let reach = Int(0.01 * sampleRateHz)
        guard middle >= reach, middle + reach <= response.count else { return 0 }
        let window = response[middle - reach..<middle + reach]
        let level = (window.reduce(0) { $0 + $1 * $1 } / Double(window.count)).squareRoot()
        guard level > 0 else { return 0 }
        let share = Double(window.count { abs($0) > level }) / Double(window.count)
        return share / erfc(1 / 2.0.squareRoot())
    }
}
