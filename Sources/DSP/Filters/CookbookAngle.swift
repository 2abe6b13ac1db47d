import CAVFDSP

/// The cookbook's ω0 and what follows from it: the corner frequency as an angle per sample.
struct CookbookAngle {
    /// ω0 in radians per sample.
    let radians: Double
    /// sin ω0.
    let sine: Double
    /// cos ω0.
    let cosine: Double
    /// sin(ω0 / 2).
    let halfSine: Double

    @_noLocks
    init(frequencyHz: Double, sampleRateHz: Double) {
        let held = min(max(frequencyHz, 0.1), 0.49 * sampleRateHz)
        radians = 2 * Double.pi * held / sampleRateHz
        sine = avf_dsp_sin(radians)
        cosine = avf_dsp_cos(radians)
        halfSine = avf_dsp_sin(radians / 2)
    }

    /// α of Q = 1/√2: maximally flat, and for a shelf the slope S = 1.
    var butterworthAlpha: Double {
        @_noLocks get { sine * 0.707106781186547524401 }
    }

    /// α of a width that is exact after the bilinear transform, for shapes with a band around the centre.
    ///
    /// Near half the sample rate no width is possible and the formula overflows; 100 is wider than any use.
    @_noLocks
    func alpha(digitalBandwidthOctaves: Double) -> Double {
        min(sine * avf_dsp_sinh(0.5 * ln2 * digitalBandwidthOctaves * radians / sine), 100)
    }

    /// α of the analog prototype's width, for shapes with an edge: Q does not depend on the frequency.
    @_noLocks
    func alpha(analogBandwidthOctaves: Double) -> Double {
        min(sine * avf_dsp_sinh(0.5 * ln2 * analogBandwidthOctaves), 100)
    }

    private var ln2: Double {
        @_noLocks get { 0.693147180559945309417 }
    }
}
