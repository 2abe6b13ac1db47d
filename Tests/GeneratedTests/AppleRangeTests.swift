import AVFAudio
import AVFRender
import AVFUnits
import Testing

/// The ranges and defaults that Apple documents, written down apart from the units.
@Suite struct AppleRangeTests {
    /// A parameter by its constant; nil where the range ends with the sample rate, or no default is documented.
    struct Fact: CustomTestStringConvertible, Sendable {
        let subtype: String
        let parameter: AudioUnitParameterID
        let lowest: Float
        let highest: Float?
        let usual: Float?

        var testDescription: String { "\(subtype) \(parameter)" }

        init(
            _ subtype: String, _ parameter: AudioUnitParameterID, _ lowest: Float, _ highest: Float?,
            _ usual: Float?
        ) {
            self.subtype = subtype
            self.parameter = parameter
            self.lowest = lowest
            self.highest = highest
            self.usual = usual
        }
    }

    // One default differs from Apple's table on purpose, and is that of Apple's class: a time-pitch that nobody
    // has touched changes no pitch.
    static let facts: [Fact] = [
        Fact("lshf", kAULowShelfParam_CutoffFrequency, 10, 200, 80),
        Fact("lshf", kAULowShelfParam_Gain, -40, 40, 0),
        Fact("nbeq", kAUNBandEQParam_Bandwidth, 0.05, 5, 0.5),
        Fact("nbeq", kAUNBandEQParam_FilterType, 0, 10, 0),
        Fact("nbeq", kAUNBandEQParam_Frequency, 20, nil, 1000),
        Fact("nbeq", kAUNBandEQParam_Gain, -96, 24, 0),
        Fact("nbeq", kAUNBandEQParam_GlobalGain, -96, 24, 0),
        Fact("bpas", kBandpassParam_Bandwidth, 100, 12_000, 600),
        Fact("bpas", kBandpassParam_CenterFrequency, 20, nil, 5000),
        Fact("dely", kDelayParam_DelayTime, 0, 2, 1),
        Fact("dely", kDelayParam_Feedback, -100, 100, 50),
        Fact("dely", kDelayParam_LopassCutoff, 10, nil, 15_000),
        Fact("dely", kDelayParam_WetDryMix, 0, 100, 50),
        Fact("dist", kDistortionParam_CubicTerm, 0, 20, 0),
        Fact("dist", kDistortionParam_Decay, 0.1, 50, 1),
        Fact("dist", kDistortionParam_Decimation, 0, 100, nil),
        Fact("dist", kDistortionParam_DecimationMix, 0, 100, 50),
        Fact("dist", kDistortionParam_Delay, 0.1, 500, 0.1),
        Fact("dist", kDistortionParam_DelayMix, 0, 100, 50),
        Fact("dist", kDistortionParam_FinalMix, 0, 100, 50),
        Fact("dist", kDistortionParam_LinearTerm, 0, 1, 1),
        Fact("dist", kDistortionParam_PolynomialMix, 0, 100, 50),
        Fact("dist", kDistortionParam_RingModBalance, 0, 100, 50),
        Fact("dist", kDistortionParam_RingModFreq1, 0.5, 8000, 100),
        Fact("dist", kDistortionParam_RingModFreq2, 0.5, 8000, 100),
        Fact("dist", kDistortionParam_RingModMix, 0, 100, 0),
        Fact("dist", kDistortionParam_Rounding, 0, 100, 0),
        Fact("dist", kDistortionParam_SoftClipGain, -80, 20, -6),
        Fact("dist", kDistortionParam_SquaredTerm, 0, 20, 0),
        Fact("dcmp", kDynamicsProcessorParam_AttackTime, 0.0001, 0.2, 0.001),
        Fact("dcmp", kDynamicsProcessorParam_ExpansionRatio, 1, 50, 2),
        Fact("dcmp", kDynamicsProcessorParam_HeadRoom, 0.1, 40, 5),
        Fact("dcmp", kDynamicsProcessorParam_OverallGain, -40, 40, 0),
        Fact("dcmp", kDynamicsProcessorParam_ReleaseTime, 0.01, 3, 0.05),
        Fact("dcmp", kDynamicsProcessorParam_Threshold, -40, 20, -20),
        Fact("hshf", kHighShelfParam_CutOffFrequency, 10_000, nil, 10_000),
        Fact("hshf", kHighShelfParam_Gain, -40, 40, 0),
        Fact("hpas", kHipassParam_CutoffFrequency, 10, nil, 6900),
        Fact("hpas", kHipassParam_Resonance, -20, 40, 0),
        Fact("lmtr", kLimiterParam_AttackTime, 0.001, 0.03, 0.012),
        Fact("lmtr", kLimiterParam_DecayTime, 0.001, 0.06, 0.024),
        Fact("lmtr", kLimiterParam_PreGain, -40, 40, 0),
        Fact("lpas", kLowPassParam_CutoffFrequency, 10, nil, 6900),
        Fact("lpas", kLowPassParam_Resonance, -20, 40, 0),
        Fact("nutp", kNewTimePitchParam_EnableSpectralCoherence, 0, 1, 1),
        Fact("nutp", kNewTimePitchParam_EnableTransientPreservation, 0, 1, 1),
        Fact("nutp", kNewTimePitchParam_Pitch, -2400, 2400, 0),
        Fact("nutp", kNewTimePitchParam_Rate, 0.03125, 32, 1),
        Fact("nutp", kNewTimePitchParam_Smoothness, 3, 32, 8),
        Fact("pmeq", kParametricEQParam_CenterFreq, 20, nil, 2000),
        Fact("pmeq", kParametricEQParam_Gain, -20, 20, 0),
        Fact("pmeq", kParametricEQParam_Q, 0.1, 20, 1),
        Fact("rvb2", kReverb2Param_DecayTimeAt0Hz, 0.001, 20, 1),
        Fact("rvb2", kReverb2Param_DecayTimeAtNyquist, 0.001, 20, 0.5),
        Fact("rvb2", kReverb2Param_DryWetMix, 0, 100, 100),
        Fact("rvb2", kReverb2Param_Gain, -20, 20, 0),
        Fact("rvb2", kReverb2Param_MaxDelayTime, 0.0001, 1, 0.05),
        Fact("rvb2", kReverb2Param_MinDelayTime, 0.0001, 1, 0.008),
        Fact("rvb2", kReverb2Param_RandomizeReflections, 1, 1000, nil),
        Fact("mrev", kReverbParam_FilterBandwidth, 0.05, 4, 3),
        Fact("mrev", kReverbParam_FilterEnable, 0, 1, 1),
        Fact("mrev", kReverbParam_FilterFrequency, 10, 20_000, 800),
        Fact("mrev", kReverbParam_FilterGain, -18, 18, 0),
        Fact("mrev", kReverbParam_FilterType, 0, 10, 0),
        Fact("sdly", kSampleDelayParam_DelayFrames, 0, nil, 0),
        Fact("vari", kVarispeedParam_PlaybackCents, -2400, 2400, 0),
        Fact("vari", kVarispeedParam_PlaybackRate, 0.25, 4, 1),
    ]

    @Test(arguments: facts)
    func `a parameter has Apple's range and default`(fact: Fact) throws {
        let code = fact.subtype.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let entry = try #require(UnitCatalog.all.first { $0.descriptor.component.subtype == code })
        let address = UInt64(fact.parameter)
        let spec = try #require(entry.descriptor.parameters.first { $0.address == address }).spec
        #expect(abs(spec.range.lowerBound - fact.lowest) < 1e-5)
        if let highest = fact.highest { #expect(abs(spec.range.upperBound - highest) < 1e-5) }
        if let usual = fact.usual { #expect(abs(spec.defaultValue - usual) < 1e-5) }
    }
}
