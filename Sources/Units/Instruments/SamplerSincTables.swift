import AVFRealtime
import CAVFDSP

/// Weights of the better interpolations: sincs under Kaiser windows, a row for each place between two
/// samples.
///
/// J. F. Kaiser and R. W. Schafer, "On the use of the I0-sinh window for spectrum analysis", 1980.
struct SamplerSincTables: ~Copyable {
    private let shortTable = Self.table(tapCount: 8, phaseCount: 256, beta: 6)
    private let longTable = Self.table(tapCount: 16, phaseCount: 512, beta: 8)

    init() {}

    /// 257 rows of 8.
    var short: UnsafePointer<Float> { UnsafePointer(shortTable.pointer) }
    /// 513 rows of 16.
    var long: UnsafePointer<Float> { UnsafePointer(longTable.pointer) }

    private static func table(tapCount: Int, phaseCount: Int, beta: Double) -> OwnedBuffer<Float> {
        let table = OwnedBuffer<Float>(repeating: 0, count: (phaseCount + 1) * tapCount)
        for phase in 0...phaseCount {
            let place = Double(phase) / Double(phaseCount) + Double(tapCount / 2 - 1)
            let weights = (0..<tapCount).map { weight(Double($0) - place, Double(tapCount / 2), beta) }
            // Silence and a constant are reproduced as they are.
            let sum = weights.reduce(0, +)
            for tap in 0..<tapCount { table[phase * tapCount + tap] = Float(weights[tap] / sum) }
        }
        return table
    }

    private static func weight(_ distance: Double, _ reach: Double, _ beta: Double) -> Double {
        let share = distance / reach
        guard share * share < 1 else { return 0 }
        let window = avf_dsp_bessel_i0(beta * (1 - share * share).squareRoot()) / avf_dsp_bessel_i0(beta)
        let sinc = distance == 0 ? 1 : avf_dsp_voice_sine(distance / 2) / (.pi * distance)
        return sinc * window
    }
}
