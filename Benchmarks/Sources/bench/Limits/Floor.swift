import Foundation

/// What one round must do at least, whoever does it.
struct Floor {
    /// Floating-point operations, all in parallel.
    var operations = 0.0
    /// Bytes that are read or written, and where they lie.
    var bytes = 0.0
    var memory = Machine.Memory.firstCache
    /// Multiply-adds of which each needs the one before.
    var steps = 0.0

    /// The seconds that the machine needs for the dearest of the three.
    func seconds(on machine: Machine) -> Double {
        max(
            operations / machine.operationsPerSecond, bytes / machine.bytesPerSecond(memory),
            steps * machine.latencySeconds)
    }

    /// Samples of so many seconds of sound.
    static func samples(seconds: Double, channelCount: Int = 2, sampleRateHz: Double = 48_000) -> Double {
        seconds * sampleRateHz * Double(channelCount)
    }

    /// Sound that is read once and written once.
    static func pass(seconds: Double, channelCount: Int = 2) -> Floor {
        Floor(bytes: 8 * samples(seconds: seconds, channelCount: channelCount))
    }

    /// Sound through a response of so many frames, by way of one transform there and one back for as many
    /// frames at once, as nobody can who must not be late: 2.5 n log2 n operations for a transform of n real
    /// numbers, and six for each product of bins.
    static func convolution(seconds: Double, frameCount: Double, sampleRateHz: Double = 48_000) -> Floor {
        let each = 2 * 2.5 * 2 * log2(2 * frameCount) + 6
        return Floor(operations: each * samples(seconds: seconds, sampleRateHz: sampleRateHz))
    }
}
