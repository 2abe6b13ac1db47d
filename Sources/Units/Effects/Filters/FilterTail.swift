import CAVFDSP

/// How long a second-order filter rings, and what keeps that short.
enum FilterTail {
    /// Until poles of that quality factor have fallen by 120 dB and more.
    ///
    /// With T = tan(ω/2) the bilinear transform leaves poles that lose about α = sin ω / 2Q a frame if they
    /// ring, and 2TQ and 2Q/T if they do not.
    static func seconds(frequencyHz: Float, quality: Double, sampleRateHz: Double) -> Double {
        let radians = 2 * .pi * min(Double(frequencyHz) / sampleRateHz, 0.49)
        let tangent = avf_dsp_tan(radians / 2)
        let slowest = min(2 * tangent * quality, 2 * quality / tangent)
        // ln 10⁶, and some room for what begins louder than its input.
        return 18 / min(avf_dsp_sin(radians) / (2 * quality), slowest) / sampleRateHz
    }

    /// A bandwidth as wide as it can be: the closer to half of the rate, the narrower.
    ///
    /// What the design warps to more than ten octaves of its prototype would ring at half of the rate for
    /// seconds.
    @_noLocks
    static func heldOctaves(_ octaves: Float, frequencyHz: Float, sampleRateHz: Double) -> Double {
        let radians = 2 * .pi * min(Double(frequencyHz) / sampleRateHz, 0.49)
        return min(Double(octaves), 11.5 * avf_dsp_sin(radians) / radians)
    }

    /// The quality factor that the design of a band gives to a bandwidth.
    static func quality(octaves: Float, frequencyHz: Float, sampleRateHz: Double) -> Double {
        let radians = 2 * .pi * min(Double(frequencyHz) / sampleRateHz, 0.49)
        let held = heldOctaves(octaves, frequencyHz: frequencyHz, sampleRateHz: sampleRateHz)
        return 0.5 / avf_dsp_sinh(0.5 * 0.693147180559945309417 * held * radians / avf_dsp_sin(radians))
    }

    /// The poles of a bell or shelf are sharper or blunter than the filter by the root of its gain.
    static func quality(_ quality: Float, decibels: Float) -> Double {
        Double(quality) * avf_dsp_pow(10, Double(decibels) / 40)
    }
}
