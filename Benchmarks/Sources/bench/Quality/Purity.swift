import Foundation

/// How pure a tone is.
enum Purity {
    /// A tone and what goes with it.
    struct Tone {
        /// Its power over that of everything else, in decibels.
        let signalToRestDecibels: Double
        /// Its amplitude.
        let amplitude: Double
        /// Its phase where the first sample of all would be.
        let phaseRadians: Double
    }

    /// The median over quarters of a second, for those that let the phase wander, each at the frequency that is
    /// there.
    static func median(_ samples: ArraySlice<Double>, hertz: Double, sampleRateHz: Double) -> Double {
        let count = Int(sampleRateHz / 4)
        let starts = stride(from: samples.startIndex, through: samples.endIndex - count, by: count)
        return Stopwatch.median(
            starts.map { start in
                let part = samples[start..<start + count]
                let found = frequency(part, near: hertz, sampleRateHz: sampleRateHz)
                return tone(part, hertz: found, sampleRateHz: sampleRateHz).signalToRestDecibels
            })
    }

    /// The frequency at which the phases of both halves agree.
    private static func frequency(
        _ samples: ArraySlice<Double>, near hertz: Double, sampleRateHz: Double
    ) -> Double {
        let half = samples.count / 2
        var hertz = hertz
        for _ in 0..<3 {
            let early = tone(samples.prefix(half), hertz: hertz, sampleRateHz: sampleRateHz)
            let late = tone(samples.suffix(half), hertz: hertz, sampleRateHz: sampleRateHz)
            let turn = remainder(late.phaseRadians - early.phaseRadians, 2 * .pi)
            hertz += turn / (2 * .pi) * sampleRateHz / Double(half)
        }
        return hertz
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
            amplitude: (inPhase * inPhase + quadrature * quadrature).squareRoot(),
            phaseRadians: atan2(quadrature, inPhase))
    }
}
