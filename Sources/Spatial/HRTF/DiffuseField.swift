import CAVFDSP

/// What a measurement has in all directions alike, which is the loudspeaker's, the microphones' and the ear
/// canal's: it is divided out.
///
/// Middlebrooks, "Individual differences in external-ear transfer functions", 1999: the directional part of a
/// transfer function is the whole divided by the root of its mean power over all directions.
struct DiffuseField {
    /// Natural logarithms for the bins of the analysis.
    let logMagnitudes: [Double]

    /// The mean of both ears over the sphere, smoothed over a sixth of an octave.
    init(_ responses: [[MeasuredResponse]], solidAngles: [Double]) {
        let binCount = responses.first?.first?.logMagnitudes.count ?? 0
        let total = 2 * solidAngles.reduce(0, +)
        var power = [Double](repeating: 0, count: binCount)
        for (direction, ears) in responses.enumerated() {
            let weight = solidAngles[direction] / total
            for ear in ears {
                for bin in 0..<binCount {
                    power[bin] += weight * avf_dsp_exp(2 * Double(ear.logMagnitudes[bin]))
                }
            }
        }
        logMagnitudes = Self.smoothed(power).map { 0.5 * avf_dsp_log(max($0, 1e-60)) }
    }

    /// Means over a sixth of an octave around each bin.
    private static func smoothed(_ power: [Double]) -> [Double] {
        var sums = [0.0]
        for value in power { sums.append(sums[sums.count - 1] + value) }
        let half = avf_dsp_exp2(1.0 / 12)
        return power.indices.map { bin in
            let first = Int(Double(bin) / half)
            let end = min(power.count, Int((Double(bin) * half).rounded(.up)) + 1)
            return (sums[end] - sums[first]) / Double(end - first)
        }
    }
}
