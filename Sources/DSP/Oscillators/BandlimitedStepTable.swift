import CAVFDSP

/// What a step and a corner lack to be free of frequencies above half of the sample rate.
///
/// Brandt, "Hard sync without aliasing", 2001, with the linear-phase filter of `KaiserSinc`: it passes up to
/// 0.79 of half of the rate, and takes what would fold back below that down by 120 dB.
package struct BandlimitedStepTable: Sendable {
    /// The table of all oscillators, made when the first of them is.
    package static let shared = BandlimitedStepTable()

    // Proof: written once, before anybody can see it, and never freed.
    nonisolated(unsafe) private let step: UnsafePointer<Float>
    nonisolated(unsafe) private let corner: UnsafePointer<Float>

    /// The view of the C loops.
    package var steps: avf_dsp_steps { avf_dsp_steps(step: step, corner: corner) }

    private init() {
        let reach = Int(AVF_DSP_STEP_REACH)
        let rows = Int(AVF_DSP_STEP_ROWS)
        let sinc = KaiserSinc(tapCount: 2 * reach, passbandEnd: 0.79, stopbandStart: 1.21)
        let weights = (0...reach * rows).map { sinc.weight(at: Double($0) / Double(rows)) }
        var integral = [0.0]
        for (before, after) in zip(weights, weights.dropFirst()) {
            integral.append(integral[integral.count - 1] + (before + after) / 2)
        }
        let half = integral[reach * rows]
        let missing = integral.map { 0.5 * $0 / half - 0.5 }
        var bent = [Double](repeating: 0, count: missing.count)
        for row in (0..<reach * rows).reversed() {
            bent[row] = bent[row + 1] - (missing[row] + missing[row + 1]) / (2 * Double(rows))
        }
        step = Self.memory(missing)
        corner = Self.memory(bent)
    }

    private static func memory(_ values: [Double]) -> UnsafePointer<Float> {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: values.count + 1)
        for (index, value) in values.enumerated() { (memory + index).initialize(to: Float(value)) }
        (memory + values.count).initialize(to: 0)
        return UnsafePointer(memory)
    }
}
