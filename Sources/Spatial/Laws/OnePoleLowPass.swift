import CAVFDSP

/// The low-pass of occlusion, obstruction and air: `y = (1 − p) x + p y'`.
///
/// Apple gives its attenuation at 5 kHz (AudioUnitParameters.h, occlusion and obstruction of AUSpatialMixer).
package enum OnePoleLowPass {
    private static var frequencyHz: Double { @_noLocks get { 5000 } }

    /// The pole of a low-pass with so many decibels at 5 kHz; −100…0, and 0 for none.
    ///
    /// Where half of the sample rate is less than 5 kHz, the attenuation is met there.
    @_noLocks
    package static func pole(decibels: Double, sampleRateHz: Double) -> Double {
        guard decibels < 0 else { return 0 }
        let gain = avf_dsp_pow(10, max(-100, decibels) / 20)
        let cosine = avf_dsp_cos(2 * .pi * min(frequencyHz, sampleRateHz / 2) / sampleRateHz)
        let a = 1 - gain * gain
        let b = 1 - gain * gain * cosine
        return (b - avf_dsp_sqrt(b * b - a * a)) / a
    }
}
