import CAVFDSP

/// How long a second-order filter rings.
enum FilterTail {
    /// Until poles of that quality factor have fallen by 120 dB and more.
    ///
    /// With T = tan(ω/2) the bilinear transform leaves poles that lose about α = sin ω / 2Q a frame if they ring, and
    /// 2TQ and 2Q/T if they do not.
    static func seconds(frequencyHz: Float, quality: Double, sampleRateHz: Double) -> Double {
        let radians = 2 * .pi * min(Double(frequencyHz) / sampleRateHz, 0.49)
        let tangent = avf_dsp_tan(radians / 2)
        let slowest = min(2 * tangent * quality, 2 * quality / tangent)
        // ln 10⁶, and some room for what begins louder than its input.
        return 18 / min(avf_dsp_sin(radians) / (2 * quality), slowest) / sampleRateHz
    }

    /// The quality factor that the design of a band gives to a bandwidth, as wide as it can be near half of the rate.
    static func quality(octaves: Float, frequencyHz: Float, sampleRateHz: Double) -> Double {
        let radians = 2 * .pi * min(Double(frequencyHz) / sampleRateHz, 0.49)
        let warped = 0.5 * 0.693147180559945309417 * Double(octaves) * radians / avf_dsp_sin(radians)
        return 0.5 / avf_dsp_sinh(min(warped, 4))
    }

    /// The poles of a bell or shelf are sharper or blunter than the filter by the root of its gain.
    static func quality(_ quality: Float, decibels: Float) -> Double {
        Double(quality) * avf_dsp_pow(10, Double(decibels) / 40)
    }
}
