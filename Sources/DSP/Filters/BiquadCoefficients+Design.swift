import CAVFDSP

/// Designs of the Audio EQ Cookbook: Robert Bristow-Johnson, W3C Working Group Note, 8 June 2021.
extension BiquadCoefficients {
    /// The section of a shape; what the shape does not use is ignored.
    ///
    /// The frequency is held between 0.1 Hz and 0.49 of the sample rate, where every design is stable.
    /// - Parameters:
    ///   - shape: The kind of filter.
    ///   - frequencyHz: Centre, cut-off or midpoint frequency.
    ///   - bandwidthOctaves: Width between the −3 dB points (between the half-gain points for a bell).
    ///   - gainDecibels: Gain of a bell or a shelf.
    ///   - sampleRateHz: Rate of the signal.
    /// - Returns: A stable section, for any finite parameters.
    @_noLocks
    package static func design(
        _ shape: FilterShape, frequencyHz: Double, bandwidthOctaves: Double, gainDecibels: Double,
        sampleRateHz: Double
    ) -> BiquadCoefficients {
        let angle = CookbookAngle(frequencyHz: frequencyHz, sampleRateHz: sampleRateHz)
        let alpha: Double
        switch shape {
        case .lowPass, .highPass, .lowShelf, .highShelf: alpha = angle.butterworthAlpha
        case .parametric, .bandPass, .bandStop:
            alpha = angle.alpha(digitalBandwidthOctaves: bandwidthOctaves)
        case .resonantLowPass, .resonantHighPass, .resonantLowShelf, .resonantHighShelf:
            alpha = angle.alpha(analogBandwidthOctaves: bandwidthOctaves)
        }
        return section(shape, angle, alpha, gainDecibels: gainDecibels)
    }

    /// The section of a shape whose width is said by its quality factor, more than 0.
    @_noLocks
    package static func design(
        _ shape: FilterShape, frequencyHz: Double, quality: Double, gainDecibels: Double = 0,
        sampleRateHz: Double
    ) -> BiquadCoefficients {
        let angle = CookbookAngle(frequencyHz: frequencyHz, sampleRateHz: sampleRateHz)
        return section(shape, angle, angle.sine / (2 * quality), gainDecibels: gainDecibels)
    }

    /// The second-order all-pass: only the phase changes, by half a turn at the frequency.
    @_noLocks
    package static func allPass(
        frequencyHz: Double, quality: Double, sampleRateHz: Double
    ) -> BiquadCoefficients {
        let angle = CookbookAngle(frequencyHz: frequencyHz, sampleRateHz: sampleRateHz)
        let alpha = angle.sine / (2 * quality)
        return normalized(
            b0: 1 - alpha, b1: -2 * angle.cosine, b2: 1 + alpha, a0: 1 + alpha, a1: -2 * angle.cosine,
            a2: 1 - alpha)
    }

    @_noLocks
    private static func section(
        _ shape: FilterShape, _ angle: CookbookAngle, _ alpha: Double, gainDecibels: Double
    ) -> BiquadCoefficients {
        // RBJ's A: the bell and the shelves apply it twice, so it is the root of the linear gain.
        let rootGain = avf_dsp_pow(10, gainDecibels / 40)
        switch shape {
        case .parametric: return bell(angle, alpha, rootGain)
        case .lowPass, .resonantLowPass: return lowPass(angle, alpha)
        case .highPass, .resonantHighPass: return highPass(angle, alpha)
        case .bandPass: return bandPass(angle, alpha)
        case .bandStop: return bandStop(angle, alpha)
        case .lowShelf, .resonantLowShelf: return lowShelf(angle, alpha, rootGain)
        case .highShelf, .resonantHighShelf: return highShelf(angle, alpha, rootGain)
        }
    }

    @_noLocks
    private static func bell(
        _ angle: CookbookAngle, _ alpha: Double, _ rootGain: Double
    ) -> BiquadCoefficients {
        normalized(
            b0: 1 + alpha * rootGain, b1: -2 * angle.cosine, b2: 1 - alpha * rootGain,
            a0: 1 + alpha / rootGain, a1: -2 * angle.cosine, a2: 1 - alpha / rootGain)
    }

    @_noLocks
    private static func lowPass(_ angle: CookbookAngle, _ alpha: Double) -> BiquadCoefficients {
        // 1 − cos ω written as 2 sin²(ω/2), which keeps its digits at low frequencies.
        let half = angle.halfSine * angle.halfSine
        return normalized(
            b0: half, b1: 2 * half, b2: half, a0: 1 + alpha, a1: -2 * angle.cosine, a2: 1 - alpha)
    }

    @_noLocks
    private static func highPass(_ angle: CookbookAngle, _ alpha: Double) -> BiquadCoefficients {
        let half = (1 + angle.cosine) / 2
        return normalized(
            b0: half, b1: -2 * half, b2: half, a0: 1 + alpha, a1: -2 * angle.cosine, a2: 1 - alpha)
    }

    @_noLocks
    private static func bandPass(_ angle: CookbookAngle, _ alpha: Double) -> BiquadCoefficients {
        normalized(b0: alpha, b1: 0, b2: -alpha, a0: 1 + alpha, a1: -2 * angle.cosine, a2: 1 - alpha)
    }

    @_noLocks
    private static func bandStop(_ angle: CookbookAngle, _ alpha: Double) -> BiquadCoefficients {
        normalized(
            b0: 1, b1: -2 * angle.cosine, b2: 1, a0: 1 + alpha, a1: -2 * angle.cosine, a2: 1 - alpha)
    }

    @_noLocks
    private static func lowShelf(
        _ angle: CookbookAngle, _ alpha: Double, _ rootGain: Double
    ) -> BiquadCoefficients {
        shelf(cosine: angle.cosine, alpha, rootGain, oddSign: 1)
    }

    @_noLocks
    private static func highShelf(
        _ angle: CookbookAngle, _ alpha: Double, _ rootGain: Double
    ) -> BiquadCoefficients {
        // The high shelf is the low shelf mirrored at a quarter of the sample rate: z becomes −z.
        shelf(cosine: -angle.cosine, alpha, rootGain, oddSign: -1)
    }

    @_noLocks
    private static func shelf(
        cosine: Double, _ alpha: Double, _ rootGain: Double, oddSign: Double
    ) -> BiquadCoefficients {
        let a = rootGain
        let slope = 2 * avf_dsp_sqrt(a) * alpha
        return normalized(
            b0: a * ((a + 1) - (a - 1) * cosine + slope),
            b1: oddSign * 2 * a * ((a - 1) - (a + 1) * cosine),
            b2: a * ((a + 1) - (a - 1) * cosine - slope),
            a0: (a + 1) + (a - 1) * cosine + slope,
            a1: oddSign * -2 * ((a - 1) + (a + 1) * cosine),
            a2: (a + 1) + (a - 1) * cosine - slope)
    }

    @_noLocks
    private static func normalized(
        b0: Double, b1: Double, b2: Double, a0: Double, a1: Double, a2: Double
    ) -> BiquadCoefficients {
        .init(b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0)
    }
}
