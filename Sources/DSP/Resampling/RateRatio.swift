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

    /// The ratio of rates that are held to 1/256 … 256 times each other.
    init(held inputRateHz: Double, outputRateHz: Double) {
        let held = min(max(inputRateHz, outputRateHz / 256), outputRateHz * 256)
        self.init(inputRateHz: held, outputRateHz: outputRateHz)
    }

    /// Output frames that an input of `frameCount` frames lasts: rounded up.
    func outputFrameCount(forInput frameCount: Int) -> Int {
        let phases = UInt64(max(0, frameCount)).multipliedFullWidth(by: phaseCount)
        let (quotient, remainder) = phasesPerOutput.dividingFullWidth(phases)
        return Int(quotient) + (remainder == 0 ? 0 : 1)
    }

    private static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
