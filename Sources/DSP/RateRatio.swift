/// How far the input moves for each output frame, as a fraction of integers: position never drifts.
struct RateRatio: Equatable {
    /// Phases per input frame.
    let phaseCount: UInt64
    /// Phases from output to output.
    let phasesPerOutput: UInt64

    /// The exact ratio of two whole rates, else the nearest multiple of 2⁻³².
    init(inputRateHz: Double, outputRateHz: Double) {
        let input = UInt64(exactly: inputRateHz) ?? 0
        let output = UInt64(exactly: outputRateHz) ?? 0
        if input > 0, output > 0, max(input, output) < 1 << 32 {
            let divisor = Self.greatestCommonDivisor(input, output)
            phaseCount = output / divisor
            phasesPerOutput = input / divisor
        } else {
            phaseCount = 1 << 32
            phasesPerOutput = UInt64((inputRateHz / outputRateHz * 0x1p32).rounded())
        }
    }

    private static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
