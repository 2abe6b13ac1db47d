import AVFRender
import CAVFDSP

/// A distortion's parameters as its chain needs them.
struct DistortionSettings {
    let delaySeconds: Double
    let echoFeedback: Float
    let echoMix: Float
    /// Share of 2³² of a coarse sample that passes in a frame; 0 takes every frame.
    let crushShare: UInt32
    let crushStep: Float
    let crushMix: Float
    let linear: Float
    let squared: Float
    let cubic: Float
    let firstHz: Double
    let secondHz: Double
    let ringBalance: Float
    let ringMix: Float
    let gain: Float
    let mix: Float

    @_noLocks
    init(_ values: ParameterValues<DistortionKernel.Parameter>) {
        delaySeconds = Double(values[.delay]) / 1000
        echoFeedback = Float(avf_dsp_exp(-Double(values[.decay])))
        echoMix = values[.delayMix] / 100
        let decimation = values[.decimation]
        let share = 4_294_967_296 * avf_dsp_pow(10, -0.02 * Double(decimation))
        crushShare = decimation > 0 && share < 4_294_967_295 ? UInt32(share) : 0
        // From 16 bits down to 1.
        let bits = 16 - 0.15 * Double(values[.rounding])
        crushStep = values[.rounding] > 0 ? Float(avf_dsp_exp2(1 - bits)) : 0
        crushMix = values[.decimationMix] / 100
        let bent = values[.polynomialMix] / 100
        linear = 1 - bent + bent * values[.linearTerm]
        squared = bent * values[.squaredTerm]
        cubic = bent * values[.cubicTerm]
        firstHz = Double(values[.ringModFrequency1])
        secondHz = Double(values[.ringModFrequency2])
        ringBalance = values[.ringModBalance] / 100
        ringMix = values[.ringModMix] / 100
        gain = linearGain(ofDecibels: values[.softClipGain])
        mix = values[.finalMix] / 100
    }
}
