import Foundation

/// How pure a tone is.
enum Purity {
    /// A tone and what goes with it.
    struct Tone {
        /// Its power over that of everything else, in decibels.
        let signalToRestDecibels: Double
        /// Its amplitude.
        let amplitude: Double
    }

    /// The median over quarters of a second, for those that let the phase wander: that is told from noise
    /// only within each.
    static func median(_ samples: ArraySlice<Double>, hertz: Double, sampleRateHz: Double) -> Double {
        let count = Int(sampleRateHz / 4)
        let starts = stride(from: samples.startIndex, through: samples.endIndex - count, by: count)
        // A tone that is less than four cents off is as pure as one that is not.
        let frequencies = (-20...20).map { hertz * (1 + 1e-4 * Double($0)) }
        return Stopwatch.median(
            starts.map { start in
                frequencies.map {
                    tone(samples[start..<start + count], hertz: $0, sampleRateHz: sampleRateHz)
                        .signalToRestDecibels
                }.max() ?? 0
            })
    }

    /// The tone of a frequency that fits samples best, by least squares over sine and cosine.
    static func tone(_ samples: ArraySlice<Double>, hertz: Double, sampleRateHz: Double) -> Tone {
        let angles = samples.indices.map { 2 * .pi * hertz * Double($0) / sampleRateHz }
        var (ss, sc, cc, sx, cx) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (angle, sample) in zip(angles, samples) {
            let (sine, cosine) = (sin(angle), cos(angle))
            ss += sine * sine
            sc += sine * cosine
            cc += cosine * cosine
            sx += sine * sample
            cx += cosine * sample
        }
        let determinant = ss * cc - sc * sc
        let inPhase = (cc * sx - sc * cx) / determinant
        let quadrature = (ss * cx - sc * sx) / determinant
        var (signal, rest) = (0.0, 0.0)
        for (angle, sample) in zip(angles, samples) {
            let fitted = inPhase * sin(angle) + quadrature * cos(angle)
            signal += fitted * fitted
            rest += (sample - fitted) * (sample - fitted)
        }
        return Tone(
            signalToRestDecibels: 10 * log10(signal / max(rest, 1e-300)),
            amplitude: (inPhase * inPhase + quadrature * quadrature).squareRoot())
    }
}
